package org.assay.ledger.internal.papera;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.assay.accountant.event.GradientSchedule;
import org.assay.ledger.internal.claim.ReferenceGaussian;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bound on a segment, by the law of the walk and the normal law by a series. */
class SegmentWalkTest {
  private static final GradientSchedule TWO =
      GradientSchedule.of(new double[] {0.1, 0.05}, new int[] {1, 2}, new double[] {0.3, 0.4});

  /** As the record of the walk: variance and mean of what ends where, from each step's noise. */
  private static double[] law(SegmentWalk walk) {
    GradientSchedule schedule = walk.schedule();
    double variance = 0;
    double mean = 0;
    for (int t = 0; t < schedule.steps(); t++) {
      double later = 1;
      for (int s = t + 1; s < schedule.steps(); s++) {
        later *= Math.abs(1 - schedule.stepSize(s) * walk.curvature());
      }
      double noise = schedule.stepSize(t) * schedule.noiseStandardDeviation(t) * later;
      variance += noise * noise;
      double moved = walk.slope() * schedule.stepSize(t) / schedule.batchSize(t) * later;
      mean = Math.max(mean, moved);
    }
    return new double[] {mean, Math.sqrt(variance)};
  }

  /** {@code √log Σ (p-e)²/(q+e)} over 128 intervals from -8 - mu to 8. */
  private static double expected(SegmentWalk walk) {
    double[] law = law(walk);
    double mu = 2 * law[0] / law[1];
    double reach = Math.min(30, (walk.halfWidth() - law[0]) / law[1]);
    double escape = 2 * walk.schedule().steps() * ReferenceGaussian.upperTail(reach);
    double low = -8 - mu;
    double width = (8 - low) / 128;
    double moment = 0;
    BigDecimal p = ReferenceGaussian.upperTail(new BigDecimal(low));
    BigDecimal q = ReferenceGaussian.upperTail(new BigDecimal(low - mu));
    for (int i = 1; i <= 128; i++) {
      BigDecimal pNext = ReferenceGaussian.upperTail(new BigDecimal(low + i * width));
      BigDecimal qNext = ReferenceGaussian.upperTail(new BigDecimal(low + i * width - mu));
      double left = Math.max(0, p.subtract(pNext).doubleValue() - escape);
      moment += left * left / (q.subtract(qNext).doubleValue() + escape);
      p = pNext;
      q = qNext;
    }
    return Math.sqrt(Math.log(moment));
  }

  private static void assertBothComputations(SegmentWalk walk) {
    double expected = expected(walk);
    double precise = walk.preciseRho().doubleValue();
    double lower = walk.rho().lower();
    assertEquals(1, lower / expected, 1e-7, walk::toString);
    assertEquals(1, precise / expected, 1e-8, walk::toString);
    assertTrue(lower <= precise * (1 + 1e-9), walk::toString);
  }

  /**
   * Linear losses on the whole line, L = 1: means of ±0.1, noise 0.03 and 0.02, so mu is
   * 0.2/√0.0013 = 5.547, which intervals know but for a hundredth.
   */
  @Test
  void farFromTheEndsTheWalkIsGaussian() {
    SegmentWalk walk = new SegmentWalk(TWO, 1, 0, 1e6);
    assertEquals(0.2 / Math.sqrt(0.0013), walk.rho().midpoint(), 0.06);
    assertTrue(walk.rho().upper() < 0.2 / Math.sqrt(0.0013));
  }

  @Tag("slow")
  @Test
  void endsThatAreReachedLowerTheBound() {
    SegmentWalk near = new SegmentWalk(TWO, 1, 0, 0.24);
    assertBothComputations(near);
    SegmentWalk far = new SegmentWalk(TWO, 1, 0, 0.3);
    assertTrue(near.rho().upper() < 0.99 * far.rho().lower());
  }

  /** Slope 3/4, and equal steps that reflect: 1 - 0.1 · 15 = -1/2 halves what came before. */
  @Test
  void reflectingStepsContract() {
    GradientSchedule equal =
        GradientSchedule.of(
            new double[] {0.1, 0.1, 0.1}, new int[] {1, 3, 8}, new double[] {0.5, 0.5, 0.5});
    SegmentWalk walk = new SegmentWalk(equal, 0.75, 15, 1);
    double variance = 0.0025 * (1 + 0.25 + 0.0625);
    assertEquals(2 * 0.01875 / Math.sqrt(variance), walk.rho().midpoint(), 0.01);
    assertBothComputations(walk);
  }

  /** Where both laws are nearly one, nothing is left of the bound but it is no error. */
  @Test
  void hopelessWalksBoundNothing() {
    SegmentWalk walk = new SegmentWalk(TWO, 1, 0, 0.1);
    assertEquals(0, walk.rho().lower());
    assertTrue(walk.rho().upper() >= 0);
  }
}
