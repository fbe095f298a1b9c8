package org.assay.accountant.internal.iteration.evaluation;

import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdComposition;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Arguments that compose the dominating pairs of the last steps. A Gaussian mechanism stands for
 * the iterates before the last steps: part of the noise hides how far apart the iterates are.
 */
class PairsEvaluation extends NoisySgdEvaluation {
  private final NoisySgdStep step;

  /** Number of last steps that are composed. */
  private final long horizon;

  /** The share of the noise variance of the last steps that hides the distance before them. */
  private final double split;

  /** Squared mu of the Gaussian mechanism that hides the distance. */
  private final Enclosure hidden;

  /** Logarithm of the probability of a sample that is too large for its step. */
  private final double logExcess;

  private PairsEvaluation(
      NoisySgdStep step,
      long horizon,
      double split,
      Enclosure hidden,
      double logExcess,
      double failure) {
    super(failure);
    this.step = step;
    this.horizon = horizon;
    this.split = split;
    this.hidden = hidden;
    this.logExcess = logExcess;
  }

  /**
   * Plain composition of all steps. Composition needs no contraction of a step, so no Poisson
   * sample can be too large for the argument.
   */
  static PairsEvaluation composition(NoisySgdStep step) {
    return new PairsEvaluation(
        step, step.settings().steps(), 0, Enclosure.ZERO, Double.NEGATIVE_INFINITY, 0);
  }

  static PairsEvaluation splitNoise(NoisySgdStep step, NoisySgdArgument.SplitNoise argument) {
    long horizon = argument.horizon();
    Enclosure distance = step.distanceBefore(horizon);
    return new PairsEvaluation(
        step,
        horizon,
        argument.split(),
        step.hiddenSquare(distance, (double) horizon).dividedBy(argument.split()),
        step.logExcess((double) horizon),
        step.excess((double) horizon));
  }

  static PairsEvaluation mixing(
      NoisySgdStep step, MixingWalk walk, NoisySgdArgument.Mixing argument) {
    return new Mixing(step, walk, argument.horizon());
  }

  @Override
  public Enclosure renyi(double order) {
    Enclosure gradients = gradients(order);
    Enclosure exponent = gradients.times(Enclosure.exact(order).minus(1));
    return withHidden(gradients, order).plus(afterExcess(logExcess, exponent, order));
  }

  private Enclosure gradients(double order) {
    return step.divergence(order, split).times((double) horizon);
  }

  private Enclosure withHidden(Enclosure gradients, double order) {
    return gradients.plus(hidden.times(0.5).times(order));
  }

  @Override
  final Enclosure applicable(double order) {
    return withHidden(gradients(order), order);
  }

  @Override
  double applicableEpsilon(double delta) {
    return composes() ? composition().epsilon(delta) : Double.POSITIVE_INFINITY;
  }

  @Override
  double applicableDelta(double epsilon) {
    return composes() ? composition().delta(epsilon) : 1;
  }

  private NoisySgdComposition composition() {
    return new NoisySgdComposition(step, horizon, split, hidden.upper());
  }

  private boolean composes() {
    return hidden.upper() < Double.POSITIVE_INFINITY;
  }

  @Override
  public double estimate(double order) {
    double gradients = step.divergenceEstimate(order, split) * horizon;
    return gradients + order / 2 * hidden.upper();
  }

  /**
   * Coupled runs have met before the last steps, except with a probability. The exception has
   * unbounded losses, so Rényi divergences are infinite and only profiles are bounded.
   */
  private static final class Mixing extends PairsEvaluation {
    Mixing(NoisySgdStep step, MixingWalk walk, long horizon) {
      super(
          step,
          horizon,
          0,
          Enclosure.ZERO,
          step.logExcess((double) horizon),
          Rounding.addUp(
              walk.survival(step.distanceBefore(horizon), horizon), step.excess((double) horizon)));
    }

    @Override
    public Enclosure renyi(double order) {
      return Enclosure.exact(Double.POSITIVE_INFINITY);
    }
  }
}
