package org.assay.accountant.iteration;

import org.assay.accountant.event.NoisySgd;

/**
 * Published bounds of the Rényi divergence of the last iterates of neighbours, one of whose records
 * is replaced.
 */
final class PublishedDivergences {
  private static final int SPLITS = 400;
  private static final int NODES = 2000;

  private final NoisySgd run;
  private final double order;

  PublishedDivergences(NoisySgd run, double order) {
    this.run = run;
    this.order = order;
  }

  /** Steps that all use the record, each of them released: the first curve of [@LiangEtAl2025]. */
  double withoutSampling() {
    return order * square(stepMu()) / 2 * (double) run.steps();
  }

  /** Composition of sampled steps ([@Mironov2017], [@MironovTalwarZhang2019]), as drawn there. */
  double composition() {
    return drawn() * (double) run.steps();
  }

  /** The curve that is drawn there for [@AltschulerTalwar2022], with 1 for the hidden constant. */
  double drawnPlateau() {
    double plateau =
        run.diameter() * (double) run.records() / (run.stepSize() * run.lipschitzConstant());
    return drawn() * Math.min((double) run.steps(), plateau);
  }

  private double drawn() {
    return 8 * order * square(run.lipschitzConstant() / ((double) run.records() * run.noise()));
  }

  /** Cyclic batches of weakly convex losses ([@KongRibero2024]), as drawn there. */
  double weaklyConvex() {
    double weakness = -run.strongConvexity();
    double bend = 1 + weakness / (2 * (run.smoothness() + weakness));
    double growth = Math.sqrt(2 * (1 + 2 * run.stepSize() * weakness * bend));
    double jump = run.stepSize() * run.noise() * stepMu();
    double distance = run.diameter() * growth + jump;
    return order / 2 * square(distance / (run.stepSize() * run.noise()));
  }

  /** Smooth losses on a bounded domain: [@LiangEtAl2025], Theorem 3.4. */
  double boundedDomain() {
    double step = 2 * order * square(run.lipschitzConstant() / run.noise());
    double share = step / ((double) run.records() * run.batchSize());
    double growth = 1 + run.stepSize() * run.smoothness();
    double distance = order / 2 * square(growth * width());
    // The least of a/x + b/(1 - x).
    double converged = square(Math.sqrt(share) + Math.sqrt(distance));
    return Math.min(share * run.steps(), converged);
  }

  /**
   * [@AltschulerTalwar2022], Theorem 3.1, with the constants of its proof: those of Lemma 2.12, or
   * of footnote 10 for full batches.
   *
   * @throws IllegalArgumentException if the theorem does not cover the noise or the order
   */
  double plateau() {
    double step = isFullBatch() ? order * square(stepMu()) / 2 : drawn();
    if (!isFullBatch() && !isCovered()) {
      throw new IllegalArgumentException("order " + order + " of " + run);
    }
    double distance = order * square(width()) / 2;
    double best = Math.sqrt(distance / step);
    double least = step * run.steps();
    for (double last : new double[] {Math.floor(best), Math.ceil(best)}) {
      double steps = Math.max(1, Math.min((double) run.steps(), last));
      // The least of a/x + b/(1 - x), over splits of the noise.
      double split = square(Math.sqrt(step * steps) + Math.sqrt(distance / steps));
      least = Math.min(least, split);
    }
    return least;
  }

  /**
   * Whether half of the noise is four times the record's effect on a step, and the order is
   * moderate.
   */
  private boolean isCovered() {
    double noise = Math.sqrt(0.5) / stepMu();
    double squared = square(noise);
    double share = share();
    double size = Math.log1p(1 / (share * (order - 1)));
    double first = size * squared / 2 - Math.log(squared);
    double second =
        (size * size * squared / 2 - Math.log(5 * squared))
            / (size + Math.log(share * order) + 1 / (2 * squared));
    return noise > 4 && share < 0.2 && order <= first && order <= second;
  }

  /**
   * Displays (3.6) and (5.3) of [@AltschulerTalwar2022] with the best last steps and the best of
   * many splits of the noise; composition if that is less.
   */
  double splitNoise() {
    double least = (double) run.steps() * sampled(stepMu());
    for (int i = 1; i < SPLITS; i++) {
      double share = (double) i / SPLITS;
      double step = sampled(stepMu() / Math.sqrt(1 - share));
      least = Math.min(least, lastSteps(step, order * square(width()) / (2 * share)));
    }
    return least;
  }

  private double lastSteps(double step, double distance) {
    double contraction = 1 - run.stepSize() * run.strongConvexity();
    boolean contracts = contraction < 1;
    double rate = -2 * Math.log(contraction);
    double best = contracts ? Math.log(rate * distance / step) / rate : Math.sqrt(distance / step);
    double least = Double.POSITIVE_INFINITY;
    for (double last : new double[] {Math.floor(best), Math.ceil(best)}) {
      double steps = Math.max(1, Math.min((double) run.steps(), last));
      double left = contracts ? distance * Math.exp(-rate * steps) : distance / steps;
      least = Math.min(least, steps * step + left);
    }
    return least;
  }

  /** The divergence of N(0, 1) from the mixture that holds N(mu, 1) with the sampled share. */
  private double sampled(double mu) {
    double spacing = (12 + order * mu) / NODES;
    double sum = 0;
    for (int i = -NODES; i <= NODES; i++) {
      double x = i * spacing;
      double loss = Math.log1p(share() * Math.expm1(mu * (x - mu / 2)));
      sum += Math.exp(-x * x / 2) * Math.expm1((1 - order) * loss);
    }
    return Math.log1p(sum * spacing / Math.sqrt(2 * Math.PI)) / (order - 1);
  }

  private double share() {
    return (double) run.batchSize() / (double) run.records();
  }

  private boolean isFullBatch() {
    return run.batchSize() == run.records();
  }

  private double stepMu() {
    return 2 * run.lipschitzConstant() / ((double) run.batchSize() * run.noise());
  }

  private double width() {
    return run.diameter() / (run.stepSize() * run.noise());
  }

  private static double square(double x) {
    return x * x;
  }
}
