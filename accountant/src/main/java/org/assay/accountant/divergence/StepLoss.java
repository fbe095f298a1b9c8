package org.assay.accountant.divergence;

import java.util.Optional;

/** What one step loses, by a pair for removing a record and its exchange for adding one. */
sealed interface StepLoss permits SymmetricLoss, SampledLoss {
  /** So many of these steps, within a composition, in one direction. */
  LossFactor factor(long count, boolean removing);

  /** Whether both directions are the same. */
  boolean isSymmetric();

  /** Whether the orders of its Rényi curve say no more than the pair, so that nothing is lost. */
  boolean decidesOrders();

  /**
   * A Poisson sample of the step, for one record present or absent.
   *
   * @param samplingProbability strictly between 0 and 1
   * @param none no steps, under the relation that the sample is about
   * @return empty if its kind is not known sampled
   */
  default Optional<MixedComposition> poissonSampled(
      double samplingProbability, MixedComposition none) {
    return Optional.empty();
  }

  /** About minus the logarithm of what its atoms hold; it steers, and no bound depends on it. */
  default double spread() {
    return 0;
  }
}
