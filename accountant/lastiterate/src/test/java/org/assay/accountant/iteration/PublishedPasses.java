package org.assay.accountant.iteration;

/**
 * The bound of [@YeShokri2022] for passes over fixed batches of strongly convex losses, as their
 * authors' published code evaluates it.
 *
 * @param order the order of the Rényi divergence
 * @param multiplier the noise of a step over the norm to which gradients are clipped
 * @param contraction by which a step shrinks distances
 * @param batches the number of batches in a pass
 * @param passes the number of passes
 */
record PublishedPasses(
    double order, double multiplier, double contraction, int batches, long passes) {
  /** A record of the last batch. */
  double worstRecord() {
    return earlierPasses() + lastPass(1);
  }

  /** A record whose batch is uniformly random. */
  double shuffled() {
    double sum = 0;
    for (int steps = 1; steps <= batches; steps++) {
      sum += Math.expm1((order - 1) * lastPass(steps)) / batches;
    }
    return earlierPasses() + Math.log1p(sum) / (order - 1);
  }

  private double earlierPasses() {
    int half = batches / 2;
    double rate = 2 * Math.log(contraction) * (batches - half);
    return lastPass(half) * Math.expm1(rate * (passes - 1)) / Math.expm1(rate);
  }

  /** The loss of a record's step a number of steps before the end of the pass. */
  private double lastPass(int steps) {
    double squared = contraction * contraction;
    double left = Math.pow(squared, steps - 1) * (1 - squared) / (1 - Math.pow(squared, steps));
    return 2 * order / (multiplier * multiplier) * left;
  }
}
