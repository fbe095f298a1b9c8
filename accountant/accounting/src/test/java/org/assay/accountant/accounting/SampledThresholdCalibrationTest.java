package org.assay.accountant.accounting;

import static org.assay.accountant.event.ThresholdedCountsEvent.Noise.GAUSSIAN;
import static org.assay.accountant.event.ThresholdedCountsEvent.Noise.LAPLACE;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.ThresholdedCountsEvent;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;

/** Numbers of a Poisson-sampled threshold on counts that just meet a target. */
class SampledThresholdCalibrationTest {
  private static final Guarantee.Approximate TARGET =
      new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE);
  private static final double SIGMA = 4;

  private static ThresholdedCountsEvent counts(
      ThresholdedCountsEvent.Noise noise, double threshold, long partitions) {
    return new ThresholdedCountsEvent(noise, SIGMA, threshold, partitions, ADD_OR_REMOVE);
  }

  /**
   * The larger order of the mixture's profile at the target's epsilon: {@code q (d + (1 - d)
   * δ(log(1 + (e^ε - 1)/q)))} with the Gaussian's δ.
   */
  private static double delta(double q, double threshold, long partitions) {
    double discovery = counts(GAUSSIAN, threshold, partitions).discovery().midpoint();
    double base = Math.log1p(Math.expm1(TARGET.epsilon()) / q);
    double gaussian =
        GaussianMechanism.delta(Math.sqrt((double) partitions) / SIGMA, base).midpoint();
    return q * (discovery + (1 - discovery) * gaussian);
  }

  @Test
  void samplingProbabilityMeetsTheClosedForm() {
    double q =
        Calibrator.tightest(TARGET)
            .largestSamplingProbability(p -> counts(GAUSSIAN, 30, 3).poissonSampled(p))
            .value();
    assertTrue(delta(q, 30, 3) <= 1e-6 * (1 + 1e-9), () -> "q was " + q);
    assertTrue(delta(q * (1 + 2e-6), 30, 3) > 1e-6, () -> "q was " + q);
  }

  @Test
  void thresholdMeetsTheClosedForm() {
    double threshold =
        Calibrator.tightest(TARGET)
            .smallestThreshold(t -> counts(GAUSSIAN, t, 3).poissonSampled(0.1))
            .value();
    assertTrue(delta(0.1, threshold, 3) <= 1e-6 * (1 + 1e-9), () -> "threshold was " + threshold);
    assertTrue(delta(0.1, threshold * (1 - 2e-6), 3) > 1e-6, () -> "threshold was " + threshold);
  }

  @Test
  void partitionsMeetTheClosedForm() {
    Calibration most =
        Calibrator.tightest(TARGET)
            .largestWhole(
                k -> counts(GAUSSIAN, 30, (long) k).poissonSampled(0.1),
                new SearchRange("partitions", 1, 0x1p53, 1));
    long partitions = (long) most.value();
    assertTrue(delta(0.1, 30, partitions) <= 1e-6, most::toString);
    assertTrue(delta(0.1, 30, partitions + 1) > 1e-6, most::toString);
  }

  /** Other noise is bounded by one pair, which all evaluations of a search share. */
  @Test
  void boundOfOtherNoiseIsThatOfTheEventAlone() {
    Calibration most =
        Calibrator.tightest(TARGET)
            .tolerance(1e-3)
            .largestSamplingProbability(p -> counts(LAPLACE, 60, 5).poissonSampled(p));
    TightestBound.Bound alone =
        TightestBound.of(counts(LAPLACE, 60, 5).poissonSampled(most.value()), ADD_OR_REMOVE)
            .epsilon(TARGET.delta());
    assertEquals(alone.value().upper(), most.answer().bound(), 5e-3);
    assertTrue(alone.value().upper() <= TARGET.epsilon(), alone::toString);
    assertTrue(most.failing().orElseThrow().bound() > TARGET.epsilon(), most::toString);
  }
}
