package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
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

  /** A sum of unlike curves; linking them must neither recurse nor copy. */
  @Tag("slow")
  @Test
  void aHundredThousandUnlikeCurvesAddUp() {
    RdpCurve sum = RdpCurve.zero(ADD_OR_REMOVE);
    RdpCurve larger = RdpCurve.zero(ADD_OR_REMOVE);
    for (int i = 1; i <= 100_000; i++) {
      double value = i;
      RdpCurve one = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.exact(value));
      sum = sum.plus(one);
      larger = larger.max(one);
    }
    assertEquals(Enclosure.exact(5_000_050_000.0), sum.at(2));
    assertEquals(Enclosure.exact(100_000), larger.at(2));
  }

  /** One evaluation gives the value of any sum of the same curve, for any way to build it. */
  @Test
  void equalCurvesAreEvaluatedOnce() {
    AtomicInteger evaluations = new AtomicInteger();
    RdpCurve one =
        RdpCurve.of(
            ADD_OR_REMOVE,
            order -> {
              evaluations.incrementAndGet();
              return Enclosure.exact(order);
            });
    RdpCurve other = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.exact(0.5));
    RdpCurve sum = RdpCurve.zero(ADD_OR_REMOVE);
    for (int i = 0; i < 1000; i++) {
      sum = sum.plus(one).plus(other);
    }
    for (int i = 0; i < 40; i++) {
      sum = sum.plus(sum);
    }
    sum = sum.times(3).plus(one.times(7)).plus(one.max(other).max(one)).plus(one);
    double trillion = 0x1p40;
    assertEquals(Enclosure.exact(3 * 1000 * trillion * 2.5 + 9 * 2), sum.at(2));
    assertEquals(2, evaluations.get());
    assertEquals(sum.at(2), sum.plus(RdpCurve.zero(ADD_OR_REMOVE)).at(2));
  }

  /** A sum that was evaluated in between, as by an odometer, adds up like one that was not. */
  @Test
  void evaluatingInBetweenChangesNothing() {
    RdpCurve first = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.exact(0.1).times(order));
    RdpCurve second = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.exact(0.3).times(order));
    RdpCurve quiet = first;
    RdpCurve asked = first;
    for (int i = 0; i < 50; i++) {
      RdpCurve next = i % 3 == 0 ? second.max(first) : i % 3 == 1 ? first : second.times(2);
      quiet = quiet.plus(next);
      asked = asked.plus(next);
      assertTrue(asked.at(3).upper() > 0);
    }
    assertEquals(quiet.at(3), asked.at(3));
    // 18 of the first and 34 of the second, among them 17 maxima.
    assertTrue(asked.at(3).contains(18 * 0.3 + 17 * 0.9 + 16 * 1.8), asked.at(3)::toString);
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
