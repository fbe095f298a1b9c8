package org.assay.accountant.internal.iteration.check;

import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;

/** The pairs of the last steps with the Gaussian mechanism that hides the distance before them. */
class PlainPairs extends PlainEvaluation {
  private final PlainRun run;
  private final PlainStep step;
  private final double horizon;
  private final double split;
  private final double hidden;

  private PlainPairs(PlainRun run, double horizon, double split, double hidden) {
    this.run = run;
    this.step = new PlainStep(run);
    this.horizon = horizon;
    this.split = split;
    this.hidden = hidden;
  }

  static PlainPairs composition(PlainRun run) {
    return new Composition(run);
  }

  static PlainPairs splitNoise(PlainRun run, NoisySgdArgument.SplitNoise argument) {
    double horizon = (double) argument.horizon();
    double hidden = run.hidden(run.distanceBefore(horizon), horizon) / argument.split();
    return new PlainPairs(run, horizon, argument.split(), hidden);
  }

  static PlainPairs mixing(PlainRun run, NoisySgdArgument.Mixing argument) {
    return new Mixing(run, (double) argument.horizon());
  }

  @Override
  double renyi(double order) {
    double gradients = horizon * step.pair(order, split);
    return gradients
        + order / 2 * hidden
        + step.afterLarge(horizon, (order - 1) * gradients, order);
  }

  /** The divergence where no sample is too large and, for mixing, the walks have met. */
  @Override
  final double applicable(double order) {
    return horizon * step.pair(order, split) + order / 2 * hidden;
  }

  /** The probability that the argument does not apply. */
  double failure() {
    return Math.exp(run.logLarge(horizon));
  }

  @Override
  double epsilon(double delta) {
    double rest = delta - failure();
    return rest > 0 ? composition().epsilon(rest).lower() : Double.POSITIVE_INFINITY;
  }

  @Override
  double delta(double epsilon) {
    return composition().delta(epsilon).lower() + failure();
  }

  private GaussianComposition composition() {
    return PlainComposition.inverted(run, split, hidden, (long) horizon);
  }

  /** Composition: it needs no contraction, so no sample is too large. */
  private static final class Composition extends PlainPairs {
    Composition(PlainRun run) {
      super(run, (double) run.settings().steps(), 0, 0);
    }

    @Override
    double renyi(double order) {
      return super.applicable(order);
    }

    @Override
    double failure() {
      return 0;
    }
  }

  /** Mixing: it fails if two walks have not met, and bounds no divergence. */
  private static final class Mixing extends PlainPairs {
    Mixing(PlainRun run, double horizon) {
      super(run, horizon, 0, 0);
    }

    @Override
    double renyi(double order) {
      return Double.POSITIVE_INFINITY;
    }

    @Override
    double failure() {
      double distance = super.run.distanceBefore(super.horizon);
      return PlainSurvival.of(super.run, distance, super.horizon) + super.failure();
    }
  }
}
