package org.assay.algorithms.optimize;

import java.util.function.DoubleFunction;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;

/** How much noise a target guarantee asks for. */
public final class NoiseTarget {
  private static final double CONVOLUTION_TOLERANCE = 1e-3;

  private NoiseTarget() {}

  /**
   * The smallest noise for which the accountant certifies the target, up to the calibrator's
   * tolerance and never below what is needed.
   *
   * @param target approximate, zero-concentrated or Gaussian, when one record is replaced
   * @param eventOfNoise what a run with a given noise spends; more noise must not cost more
   * @return the noise, finite and above 0
   * @throws IllegalArgumentException if the target is of another kind or adjacency
   * @throws org.assay.accountant.accounting.UnreachableTargetException if no noise suffices
   */
  public static double smallestNoise(Guarantee target, DoubleFunction<DpEvent> eventOfNoise) {
    return calibrator(target).smallestNoiseMultiplier(eventOfNoise).value();
  }

  /**
   * The same for events whose epsilon is known by convolution only. Their bounds lie above the true
   * epsilon by up to the width of {@link Accuracy#ROUGH} of it and take long, so that it is idle to
   * locate the noise much more finely: for an approximate target the answer may exceed the least
   * noise by a thousandth.
   *
   * @param target as above
   * @param eventOfNoise as above
   * @return the noise, finite and above 0, never below what is needed
   * @throws IllegalArgumentException as above
   * @throws org.assay.accountant.accounting.UnreachableTargetException if no noise suffices
   */
  public static double nearlySmallestNoise(Guarantee target, DoubleFunction<DpEvent> eventOfNoise) {
    Calibrator calibrator = calibrator(target);
    boolean convolved = target.asApproximate().isPresent();
    return (convolved ? calibrator.tolerance(CONVOLUTION_TOLERANCE) : calibrator)
        .smallestNoiseMultiplier(eventOfNoise)
        .value();
  }

  /**
   * The largest mu for which one Gaussian mechanism meets a target.
   *
   * @param target as above
   * @return mu, rounded down
   * @throws IllegalArgumentException as above
   */
  public static double gaussianMu(Guarantee target) {
    Sensitivity unit = Sensitivity.unit(AdjacencyRelation.REPLACE_ONE);
    return Rounding.divideDown(1, smallestNoise(target, noise -> DpEvent.gaussian(noise, unit)));
  }

  private static Calibrator calibrator(Guarantee target) {
    if (target.adjacency() != AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "target was " + target + ": it must hold when one record is replaced");
    }
    return Calibrator.to(target);
  }
}
