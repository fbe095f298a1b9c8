package org.assay.accountant.internal.contour.factor;

import static org.assay.accountant.internal.divergence.BoundRows.assertLogs;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.internal.divergence.BoundRows;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.internal.divergence.SampledGaussianMoment;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/**
 * Densities off the real axis: values computed by separate code in 60-digit arithmetic lie within
 * the bound of rounding errors, whose size at these points is as recorded.
 */
class MixturePairTest {
  private static final double SAME = 1e-7;

  private static MixturePair pair(BoundRows row) {
    return new MixturePair(row.arg(0), row.arg(1), row.flag(2), row.flag(3));
  }

  @Test
  void mixturePairOffTheRealAxis() {
    for (BoundRows row : BoundRows.of("pair.weight")) {
      MixturePair pair = pair(row);
      pair.evaluate(row.arg(4), row.arg(5), row.arg(6));
      assertEquals(row.number(), pair.logWeight, pair.weightError, row::point);
      assertEquals(row.recorded("pair.turn"), pair.turn, pair.weightError, row::point);
      assertEquals(row.recorded("pair.loss"), pair.loss, pair.lossError, row::point);
      assertEquals(row.recorded("pair.decay"), pair.decay, pair.lossError, row::point);
      assertEquals(1, pair.weightError / row.recorded("pair.weightError"), SAME, row::point);
      assertEquals(1, pair.lossError / row.recorded("pair.lossError"), SAME, row::point);
    }
  }

  /** Far out a weight whose exponent has lost its digits has no known value. */
  @Test
  void lostDigitsAreInfinitelyUncertain() {
    MixturePair pair = new MixturePair(0.5, 0.5, true, false);
    pair.evaluate(-0.25, Math.nextDown(Math.PI), 1);
    assertTrue(pair.lossError < 1e-13, () -> "error " + pair.lossError);
    MixturePair cancelling = new MixturePair(0.5, 1e-17, true, false);
    cancelling.evaluate(0, Math.nextDown(Math.PI), 1);
    assertEquals(Double.POSITIVE_INFINITY, cancelling.lossError);
  }

  @Test
  void mixturePairBeyondItsPeak() {
    assertLogs("pair.fall", row -> pair(row).rightFall(row.arg(4), row.arg(5)));
    for (BoundRows row : BoundRows.of("pair.start")) {
      MixturePair adding = new MixturePair(row.arg(0), row.arg(1), false, true);
      double start = adding.rightStart(row.arg(2));
      assertTrue(start >= row.number() && start <= row.number() + 0.01, row::point);
    }
    // The density for removing, or replacing, a record is highest before (1 + c)/σ.
    assertEquals(6 - 1, new MixturePair(0.25, 0.5, true, false).rightStart(2), 1e-15);
    assertEquals(6, new MixturePair(0.25, 0.5, true, true).rightStart(2), 1e-15);
  }

  @Test
  void lossesAndMomentsOfMixturePairs() {
    assertEquals(Double.POSITIVE_INFINITY, new MixturePair(0.25, 1, true, false).largestLoss());
    assertEquals(Math.log(4 / 3.0), new MixturePair(0.25, 1, false, true).largestLoss(), 1e-15);
    Enclosure removing = new MixturePair(0.25, 1, true, false).logMoment(2);
    assertEquals(SampledGaussianMoment.logMoment(0.25, 1, 3, true), removing);
    Enclosure adding = new MixturePair(0.25, 1, false, true).logMoment(2);
    assertEquals(SampledGaussianMoment.logMoment(0.25, 1, 3, false), adding);
    Enclosure replacing = new MixturePair(0.25, 1, true, true).logMoment(2);
    Enclosure divergence = ReplacedRecord.poissonGaussian(0.25, Enclosure.ONE, 3);
    assertEquals(divergence.times(Enclosure.exact(2)), replacing);
    assertEquals(0.5 + 3, new MixturePair(0.25, 1, true, false).position(3));
    assertEquals(-0.5 + 3, new MixturePair(0.25, 1, false, true).position(3));
    assertEquals(3, new MixturePair(0.25, 1, true, true).position(3));
  }
}
