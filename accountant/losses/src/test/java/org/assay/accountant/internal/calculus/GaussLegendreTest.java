package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GaussLegendreTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 20, 96, 128})
  void integratesTheEvenPowersUpToItsDegreeExactly(int nodes) {
    GaussLegendre rule = new GaussLegendre(nodes);
    assertEquals(nodes, rule.nodes());
    for (int power = 0; power < 2 * nodes; power += 2) {
      Enclosure sum = Enclosure.ZERO;
      for (int i = 0; i < nodes / 2; i++) {
        sum = sum.plus(power(rule.point(i), power).times(rule.weight(i)).times(2));
      }
      Enclosure integral = Enclosure.exact(2).dividedBy(power + 1.0);
      assertTrue(
          sum.lower() <= integral.upper() && integral.lower() <= sum.upper(),
          sum + " and " + integral + " are disjoint");
      assertTrue(sum.relativeWidth() < 1e-11, "relative width " + sum.relativeWidth());
    }
  }

  /** The nodes of the rule with two are ±1/√3, those of the rule with four have radicals too. */
  @Test
  void smallRulesHaveTheirClosedForms() {
    GaussLegendre two = new GaussLegendre(2);
    Enclosure third = Enclosure.ONE.dividedBy(3).sqrt();
    assertEquals(third.midpoint(), two.point(0).midpoint(), 1e-15);
    assertTrue(two.weight(0).contains(1) && two.weight(0).width() < 1e-15);
    GaussLegendre four = new GaussLegendre(4);
    double root = Math.sqrt(6.0 / 5);
    assertEquals(Math.sqrt((3 + 2 * root) / 7), four.point(0).midpoint(), 1e-15);
    assertEquals(Math.sqrt((3 - 2 * root) / 7), four.point(1).midpoint(), 1e-15);
    assertEquals((18 - Math.sqrt(30)) / 36, four.weight(0).midpoint(), 1e-15);
    assertEquals((18 + Math.sqrt(30)) / 36, four.weight(1).midpoint(), 1e-15);
  }

  @Test
  void theSecondHalfMirrorsTheFirst() {
    GaussLegendre rule = new GaussLegendre(6);
    for (int i = 0; i < 6; i++) {
      assertEquals(rule.point(i), rule.point(5 - i).negate());
      assertEquals(rule.weight(i), rule.weight(5 - i));
      assertTrue(i < 3 == rule.point(i).lower() > 0);
    }
  }

  @Test
  void rulesOf2To256NodesAreComputedOnce() {
    assertEquals(2, GaussLegendre.withNodes(2).nodes());
    assertEquals(256, GaussLegendre.withNodes(256).nodes());
    assertSame(GaussLegendre.withNodes(256), GaussLegendre.withNodes(256));
  }

  @Test
  void isNotExactBeyondItsDegree() {
    GaussLegendre rule = new GaussLegendre(4);
    double sum = 0;
    for (int i = 0; i < 2; i++) {
      sum += 2 * Math.pow(rule.point(i).midpoint(), 8) * rule.weight(i).midpoint();
    }
    assertTrue(Math.abs(sum - 2.0 / 9) > 1e-3, "sum " + sum);
  }

  @ParameterizedTest
  @ValueSource(ints = {-2, 0, 3, 258})
  void refusesOtherNumbersOfNodes(int nodes) {
    String message =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> GaussLegendre.withNodes(nodes))
                .getMessage());
    assertEquals("nodes were " + nodes + ": they must be even, from 2 to 256", message);
  }

  private static Enclosure power(Enclosure x, int exponent) {
    Enclosure result = Enclosure.ONE;
    for (int i = 0; i < exponent; i++) {
      result = result.times(x);
    }
    return result;
  }
}
