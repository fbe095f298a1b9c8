package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

class RdpCurveTest {
  private static final RdpCurve LINE =
      RdpCurve.zeroConcentrated(Enclosure.exact(0.1), ADD_OR_REMOVE);

  @Test
  void multiplesAreRepeatedSums() {
    Enclosure summed = LINE.plus(LINE).plus(LINE).at(7.5);
    Enclosure multiplied = LINE.times(3).at(7.5);
    assertTrue(
        Math.max(summed.lower(), multiplied.lower())
            <= Math.min(summed.upper(), multiplied.upper()));
    assertEquals(2.25, multiplied.midpoint(), 1e-14);
  }

  @Test
  void hugeCountsKeepTheirValueInside() {
    long count = (1L << 53) + 1;
    Enclosure value = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.ONE).times(count).at(2);
    assertTrue(value.contains(new java.math.BigDecimal(count)), value::toString);
  }

  @Test
  void mixingRelationsThrows() {
    RdpCurve other = RdpCurve.zero(REPLACE_ONE);
    var thrown = assertThrows(IllegalArgumentException.class, () -> LINE.plus(other));
    assertTrue(String.valueOf(thrown.getMessage()).contains("replace-one"));
  }

  @Test
  void ordersOutOfRangeAreRefused() {
    for (double bad : new double[] {1, 0.5, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> LINE.at(bad));
    }
    assertThrows(IllegalArgumentException.class, () -> LINE.times(0));
  }

  @Test
  void slopesFollowTheAlgebra() {
    RdpCurve unknown = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.ONE);
    RdpCurve known = unknown.withZeroConcentration(0.25);
    assertEquals(Double.POSITIVE_INFINITY, unknown.zeroConcentration());
    assertEquals(Double.POSITIVE_INFINITY, unknown.plus(known).zeroConcentration());
    assertEquals(0.25, known.withZeroConcentration(3).zeroConcentration());
    assertEquals(0.1, LINE.zeroConcentration());
    assertEquals(0.5, known.plus(known).zeroConcentration());
    assertEquals(2, known.times(8).zeroConcentration());
    assertEquals(0.25, known.max(LINE).zeroConcentration());
    assertEquals(2.25, known.forGroupsOf(3).zeroConcentration());
    assertEquals(0, RdpCurve.zero(ADD_OR_REMOVE).zeroConcentration());
    assertThrows(IllegalArgumentException.class, () -> unknown.withZeroConcentration(-1));
    assertThrows(IllegalArgumentException.class, () -> unknown.withZeroConcentration(Double.NaN));
  }

  @Test
  void negativeDivergencesAreAnError() {
    RdpCurve wrong = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.exact(-1));
    assertThrows(IllegalStateException.class, () -> wrong.at(2));
  }
}
