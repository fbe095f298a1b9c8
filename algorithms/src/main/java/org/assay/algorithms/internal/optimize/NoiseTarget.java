package org.assay.algorithms.internal.optimize;

import java.util.function.DoubleFunction;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.accounting.SearchRange;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;

/** Computes the noise that a target guarantee requires, for every calibrated algorithm. */
public final class NoiseTarget {
  /**
   * Relative distance of the noise from the smallest one, for events other than one Gaussian. Each
   * bound of such an event takes a contour integral or a convolution. Not tuned.
   */
  private static final double COARSE = 1e-3;

  /**
   * Share of the target that the bound at the coarse noise must reach, else a finer search follows.
   * The bound may be far below the target where epsilon falls steeply with the noise. Not tuned.
   */
  private static final double SPENT = 0.99;

  private NoiseTarget() {}

  /**
   * The smallest noise for which the accountant certifies a target when one record is replaced. The
   * bound at the answer is at most the target, and at least 99% of it if bounds are continuous in
   * the noise.
   *
   * @param target approximate, zero-concentrated or Gaussian, when one record is replaced
   * @param eventOfNoise the event of a run with a given noise; more noise must not cost more
   * @return the noise, finite and above 0, never below what is needed
   * @throws IllegalArgumentException if the target is of another kind or adjacency
   * @throws org.assay.accountant.accounting.UnreachableTargetException if no noise suffices
   */
  public static double smallestNoise(Guarantee target, DoubleFunction<DpEvent> eventOfNoise) {
    if (target.adjacency() != AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "target was " + target + ": it must hold when one record is replaced");
    }
    return smallestNoiseUnder(target, eventOfNoise);
  }

  /**
   * The smallest noise as in {@link #smallestNoise}, for a target of any adjacency relation.
   *
   * @param target approximate, zero-concentrated or Gaussian
   * @return the noise, finite and above 0, never below what is needed
   * @throws IllegalArgumentException if the target is of another kind
   * @throws org.assay.accountant.accounting.UnreachableTargetException if no noise suffices
   */
  public static double smallestNoiseUnder(Guarantee target, DoubleFunction<DpEvent> eventOfNoise) {
    return target
        .asApproximate()
        .filter(pair -> !Steps.of(eventOfNoise.apply(1), pair.adjacency()).shape().gaussian())
        .map(pair -> ofSteps(pair, eventOfNoise))
        .orElseGet(() -> Calibrator.to(target).smallestNoiseMultiplier(eventOfNoise).value());
  }

  /**
   * Searches from a noise of 1, not from the noise by Rényi divergences. If all draws of a sample
   * may be the same record, Rényi divergences take longer than the bound, and their noise is far
   * off.
   */
  private static double ofSteps(
      Guarantee.Approximate target, DoubleFunction<DpEvent> eventOfNoise) {
    Calibrator calibrator =
        Calibrator.of(
            event ->
                Cost.of(event, target.adjacency())
                    .withAccuracy(Cost.CALIBRATION_ACCURACY)
                    .epsilon(target.delta())
                    .value()
                    .upper(),
            target.epsilon());
    Calibration coarse = calibrator.tolerance(COARSE).smallestNoiseMultiplier(eventOfNoise);
    if (coarse.answer().bound() >= SPENT * target.epsilon()) {
      return coarse.value();
    }
    return calibrator.smallestNumber(eventOfNoise, from(coarse.value())).value();
  }

  /** The range of noise multipliers, with a start near the answer. */
  private static SearchRange from(double start) {
    SearchRange all = Calibrator.NOISE_MULTIPLIERS;
    return new SearchRange(all.name(), all.from(), all.to(), start);
  }

  /**
   * The largest mu for which one Gaussian mechanism meets a target.
   *
   * @return mu, rounded down
   */
  public static double gaussianMu(Guarantee target) {
    Sensitivity unit = Sensitivity.unit(AdjacencyRelation.REPLACE_ONE);
    return Rounding.divideDown(1, smallestNoise(target, noise -> DpEvent.gaussian(noise, unit)));
  }
}
