package org.assay.accountant.internal.iteration.check;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * The quantities that the theorems need of a run, computed a second time from its settings, in
 * plain doubles and with the formulas of this file only. They serve the second opinion of {@link
 * PlainEvaluation}, which must not repeat a mistake of {@code NoisySgdStep}.
 *
 * @param share sampling probability q
 * @param pairMu mu of the one-step pair
 * @param growth largest distance of two neighbours' noiseless steps from one point
 * @param contraction Lipschitz constant of a step on the same data
 * @param width diameter of the set in noises of a step
 * @param logLarge logarithm of the probability that a step's sample is too large for the step to
 *     contract
 */
record PlainRun(
    NoisySgd settings,
    double share,
    double pairMu,
    double growth,
    double contraction,
    double width,
    double logLarge) {
  static PlainRun of(NoisySgd run) {
    double n = (double) run.records();
    double b = (double) run.batchSize();
    double one = run.lipschitzConstant() / (b * run.noise());
    boolean replaced = run.adjacency() == AdjacencyRelation.REPLACE_ONE;
    // Independent samples that miss a record make the pair one of a record's presence.
    boolean mayMiss = run.sampling() == NoisySgdSampling.POISSON && !(replaced && b == n);
    double capacity = Double.POSITIVE_INFINITY;
    double slope = 1;
    if (mayMiss) {
      boolean convex = run.strongConvexity() >= 0;
      capacity = convex ? 2 * b / (run.stepSize() * run.smoothness()) : 2 * b;
      slope = convex ? 0 : Math.min(2, (n + 1) / b);
    }
    double flat = 1 - run.stepSize() * slope * run.strongConvexity();
    double steep = run.stepSize() * slope * run.smoothness() - 1;
    double contraction = Math.max(Math.max(flat, steep), mayMiss ? 1 : 0);
    double most = Math.floor(capacity);
    double logLarge =
        capacity >= n + 1
            ? Double.NEGATIVE_INFINITY
            : most > b ? Math.min(0, most - b - most * Math.log(most / b)) : 0;
    return new PlainRun(
        run,
        b / n,
        mayMiss ? one : 2 * one,
        replaced ? 2 * one : one,
        contraction,
        run.diameter() / (run.stepSize() * run.noise()),
        logLarge);
  }

  /** Whether all numbers computed from the run stay well within the range of plain doubles. */
  boolean isUsual() {
    boolean noise = pairMu > 1e-8 && pairMu < 1e4;
    boolean set = !(width < Double.POSITIVE_INFINITY) || (width > 1e-8 && width < 1e9);
    return noise && set && share > 1e-10 && contraction > 1e-3 && contraction < 10;
  }

  boolean isWhole() {
    return share == 1;
  }

  /** Largest distance of two neighbours' runs a number of steps before the end. */
  double distanceBefore(double horizon) {
    double before = (double) settings.steps() - horizon;
    if (before == 0 || logLarge > Double.NEGATIVE_INFINITY) {
      return before == 0 ? 0 : width;
    }
    double excess = contraction - 1;
    double sum =
        Math.abs(excess) * before < 1e-9
            ? before
            : Math.expm1(before * Math.log1p(excess)) / excess;
    return Math.min(width, growth * sum);
  }

  /** Squared mu of the Gaussian mechanism that hides a distance in a number of steps. */
  double hidden(double distance, double steps) {
    if (distance == 0 || contraction == 0) {
      return 0;
    }
    double twice = -2 * Math.log(contraction);
    double sum = Math.abs(twice) * steps < 1e-9 ? steps : weights(twice, steps);
    return distance * distance / sum;
  }

  /** {@code Σ_{j=1..k} e^(jt)}. */
  private static double weights(double t, double k) {
    return Math.exp(t) * Math.expm1(k * t) / Math.expm1(t);
  }

  /** Logarithm of the probability that any of a number of samples is too large. */
  double logLarge(double steps) {
    return Math.min(0, Math.log(steps) + logLarge);
  }
}
