package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rényi curves whose values are integers, and their groups. */
class CurveAlgebraTest {
  private static final RdpCurve LINE =
      RdpCurve.zeroConcentrated(Enclosure.exact(0.5), ADD_OR_REMOVE);

  private static final RdpCurve CAPPED =
      RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.exact(Math.min(order, 4.5)));

  @Test
  void valuesFollowTheAlgebra() {
    assertEquals(Enclosure.exact(3), LINE.at(6));
    assertEquals(Enclosure.exact(7.5), LINE.plus(CAPPED).at(6));
    assertEquals(Enclosure.exact(4.5), LINE.max(CAPPED).at(6));
    assertEquals(Enclosure.exact(6), LINE.max(CAPPED).at(12));
    assertEquals(Enclosure.exact(18), CAPPED.times(4).at(6));
    assertEquals(Enclosure.exact(3), LINE.withZeroConcentration(0.25).at(6));
    assertEquals(Enclosure.ZERO, RdpCurve.zero(REPLACE_ONE).at(2));
    assertEquals(REPLACE_ONE, RdpCurve.zero(REPLACE_ONE).adjacency());
    assertEquals(ADD_OR_REMOVE, LINE.plus(CAPPED).adjacency());
  }

  @Test
  void slopesOfZeroAndDivergencesOfZeroAreAllowed() {
    RdpCurve flat = RdpCurve.zeroConcentrated(Enclosure.ZERO, ADD_OR_REMOVE);
    assertEquals(Enclosure.ZERO, flat.at(3));
    assertEquals(0, CAPPED.withZeroConcentration(0).zeroConcentration());
    assertEquals(
        Enclosure.of(-1, 0), RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.of(-1, 0)).at(2));
    String message =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> LINE.withZeroConcentration(-0.5))
                .getMessage());
    assertEquals("rho was -0.5: it must be at least 0", message);
  }

  @Test
  void truncatedCurvesEndAtTheirOrder() {
    RdpCurve curve = RdpCurve.truncatedConcentrated(Enclosure.exact(0.5), 8, ADD_OR_REMOVE);
    assertEquals(Enclosure.exact(3), curve.at(6));
    assertEquals(Enclosure.exact(Double.POSITIVE_INFINITY), curve.at(8));
    assertTrue(curve.at(Math.nextDown(8.0)).upper() < 5);
    assertEquals(Double.POSITIVE_INFINITY, curve.zeroConcentration());
    Enclosure below = Enclosure.of(-1, 1);
    assertThrows(
        IllegalArgumentException.class,
        () -> RdpCurve.truncatedConcentrated(below, 8, ADD_OR_REMOVE));
    assertThrows(
        IllegalArgumentException.class,
        () -> RdpCurve.truncatedConcentrated(Enclosure.ONE, 1, ADD_OR_REMOVE));
    assertThrows(
        IllegalArgumentException.class, () -> RdpCurve.zeroConcentrated(below, ADD_OR_REMOVE));
  }

  /** Lines through the origin grow with the square of the size, up to 64 steps exactly. */
  @ParameterizedTest
  @CsvSource({"2,2", "3,1.5", "64,2"})
  void groupsOnLinesSquare(long size, double order) {
    Enclosure found = LINE.forGroupsOf(size).at(order);
    double exact = 0.5 * (double) size * (double) size * order;
    assertTrue(found.contains(exact) && found.relativeWidth() < 1e-12, found::toString);
    assertEquals(0.5 * (double) size * (double) size, LINE.forGroupsOf(size).zeroConcentration());
  }

  /** {@code 3 · 2 · (D(6)/6 + D(5)/5 + D(4)/4)} with D capped at 4.5. */
  @Test
  void groupsSumTheirOrders() {
    Enclosure found = CAPPED.forGroupsOf(3).at(2);
    double exact = 6 * (4.5 / 6 + 4.5 / 5 + 4.0 / 4);
    assertTrue(found.contains(exact) && found.relativeWidth() < 1e-14, found::toString);
  }

  /**
   * Beyond 64 steps each term is the largest one: {@code n · n order · D(n order)/(n order - n +
   * 1)}.
   */
  @Test
  void largeGroupsTakeTheirLargestTerm() {
    Enclosure found = CAPPED.forGroupsOf(65).at(2);
    double exact = 65 * 130 * 4.5 / (130 - 64);
    assertEquals(exact, found.midpoint(), 1e-9);
    assertTrue(found.relativeWidth() < 1e-13, found::toString);
    Enclosure huge = LINE.forGroupsOf(1L << 60).at(2);
    assertTrue(huge.upper() >= 0x1p120 && huge.upper() < 0x1p122, huge::toString);
  }

  @Test
  void groupsOfOneAreTheCurve() {
    assertSame(LINE, LINE.forGroupsOf(1));
    assertThrows(IllegalArgumentException.class, () -> LINE.forGroupsOf(0));
  }

  /** Orders above the range of doubles have no finite bound. */
  @Test
  void groupsAtTheLargestOrders() {
    Enclosure found = LINE.forGroupsOf(4).at(Double.MAX_VALUE / 2);
    assertEquals(Double.POSITIVE_INFINITY, found.upper());
    RdpCurve seen =
        RdpCurve.of(
            ADD_OR_REMOVE, order -> order < Double.MAX_VALUE ? Enclosure.ONE : Enclosure.exact(2));
    assertTrue(seen.forGroupsOf(2).at(1e300).contains(2), "terms of about 1 each");
    assertTrue(seen.forGroupsOf(2).at(Math.nextUp(1.0)).lower() > 0);
  }

  /** Orders that need rounding are bracketed: the curve jumps at the upper end of 3 · 1.5…. */
  @Test
  void groupsBracketRoundedOrders() {
    double order = 1.5 + 0x1p-52;
    Enclosure top = Enclosure.exact(3).times(order);
    assertTrue(top.lower() < top.upper());
    RdpCurve jump =
        RdpCurve.of(ADD_OR_REMOVE, at -> at < top.upper() ? Enclosure.ONE : Enclosure.exact(2));
    Enclosure found = jump.forGroupsOf(3).at(order);
    double rest = 4.5 * (1 / 3.5 + 1 / 2.5);
    assertEquals(1 + rest, found.lower(), 1e-13);
    assertEquals(2 + rest, found.upper(), 1e-13);
  }

  @Test
  void maximaOfOtherRelationsAreRefused() {
    RdpCurve other = RdpCurve.zero(REPLACE_ONE);
    assertThrows(IllegalArgumentException.class, () -> LINE.max(other));
  }
}
