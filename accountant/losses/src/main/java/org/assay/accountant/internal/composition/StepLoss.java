package org.assay.accountant.internal.composition;

import java.util.Optional;
import org.assay.accountant.internal.contour.LossFactor;

/**
 * The privacy loss of one step: a dominating pair for removing a record, exchanged for adding one.
 */
sealed interface StepLoss permits SymmetricLoss, SampledLoss {
  /** The factor of {@code count} equal steps within a composition, in one direction. */
  LossFactor factor(long count, boolean removing);

  /** Whether both directions have the same loss. */
  boolean isSymmetric();

  /** Whether no bound from the step's known Rényi curve is below the pair's own profile. */
  boolean decidesOrders();

  /**
   * A Poisson sample of the step, for one record present or absent.
   *
   * @param samplingProbability strictly between 0 and 1
   * @param none the empty composition, under the relation of the sample
   * @return empty if the sample of this kind of step is unknown
   */
  default Optional<MixedComposition> poissonSampled(
      double samplingProbability, MixedComposition none) {
    return Optional.empty();
  }

  /**
   * Estimate of minus the logarithm of the mass of the step's atoms; no bound depends on this
   * value.
   */
  default double spread() {
    return 0;
  }
}
