package org.assay.verify.training;

import java.util.random.RandomGenerator;

/**
 * One step of private training. The step computes the batch's gradients, with or without a canary
 * among the data, clips, sums, adds noise and releases the result. It may depend on everything that
 * was released before, and may update the parameters.
 */
@FunctionalInterface
public interface GradientStep {
  /**
   * Takes a step.
   *
   * @param withCanary whether the canary is among the data of this step; a step that samples its
   *     batch still samples the canary
   * @param random a source for noise and sampling
   * @return the noisy sum or mean of gradients
   * @throws Exception a failure
   */
  double[] noisyGradient(boolean withCanary, RandomGenerator random) throws Exception;
}
