package org.assay.accountant.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GaussLegendreTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 20, 96, 128})
  void integratesTheEvenPowersUpToItsDegreeExactly(int nodes) {
    GaussLegendre rule = GaussLegendre.withNodes(nodes);
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

  @Test
  void isNotExactBeyondItsDegree() {
    GaussLegendre rule = GaussLegendre.withNodes(4);
    double sum = 0;
    for (int i = 0; i < 2; i++) {
      sum += 2 * Math.pow(rule.point(i).midpoint(), 8) * rule.weight(i).midpoint();
    }
    assertTrue(Math.abs(sum - 2.0 / 9) > 1e-3, "sum " + sum);
  }

  @ParameterizedTest
  @ValueSource(ints = {-2, 0, 3, 258})
  void refusesOtherNumbersOfNodes(int nodes) {
    assertThrows(IllegalArgumentException.class, () -> GaussLegendre.withNodes(nodes));
  }

  private static Enclosure power(Enclosure x, int exponent) {
    Enclosure result = Enclosure.ONE;
    for (int i = 0; i < exponent; i++) {
      result = result.times(x);
    }
    return result;
  }
}
