package org.assay.verify.training;

import java.util.random.RandomGenerator;

/**
 * One step of private training: computes the batch's gradients, with or without a canary among the
 * data, clips, sums, adds noise and returns what the step releases. A step of a running training
 * may depend on everything that was released before, and update the parameters.
 */
@FunctionalInterface
public interface GradientStep {
  /**
   * Takes a step.
   *
   * @param withCanary whether the canary is among the data of this step; a step that samples its
   *     batch still decides by itself whether to pick it
   * @param random a source for noise and sampling
   * @return the noisy sum or mean of gradients
   * @throws Exception a failure
   */
  double[] noisyGradient(boolean withCanary, RandomGenerator random) throws Exception;
}
