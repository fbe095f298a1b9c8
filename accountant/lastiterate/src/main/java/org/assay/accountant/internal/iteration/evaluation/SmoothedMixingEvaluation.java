package org.assay.accountant.internal.iteration.evaluation;

import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;

/**
 * Mixing for divergences: the weak triangle inequality, the divergence of two runs on the same
 * data, and contraction of {@code t^b' − 1}.
 */
final class SmoothedMixingEvaluation extends NoisySgdEvaluation {
  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final NoisySgdArgument.SmoothedMixing argument;

  SmoothedMixingEvaluation(
      NoisySgdStep step, MixingWalk walk, NoisySgdArgument.SmoothedMixing argument) {
    super(step.excess((double) argument.horizon()));
    this.step = step;
    this.walk = walk;
    this.argument = argument;
  }

  @Override
  public Enclosure renyi(double order) {
    Enclosure exponent = gradients(order).times(weight(order));
    double logLikely = step.logExcess((double) argument.horizon());
    return applicable(exponent, order).plus(afterExcess(logLikely, exponent, order));
  }

  @Override
  Enclosure applicable(double order) {
    return applicable(gradients(order).times(weight(order)), order);
  }

  @Override
  public double estimate(double order) {
    return applicable(order).upper();
  }

  /** From what different data lose, times the order of the moment less one. */
  private Enclosure applicable(Enclosure exponent, double order) {
    return exponent.dividedBy(Enclosure.exact(order).minus(1)).plus(sameData(order));
  }

  private Enclosure weight(double order) {
    return Enclosure.exact(order).minus(Enclosure.ONE.dividedBy(exponent()));
  }

  private Enclosure exponent() {
    return Enclosure.exact(argument.exponent());
  }

  /** Different data in all steps, from one point, at the order that Hölder's exponent asks for. */
  private Enclosure gradients(double order) {
    // Divergences rise with the order, so rounding it up keeps a bound.
    double high = exponent().times(order).upper();
    return step.divergence(high, 0).times((double) argument.horizon());
  }

  /** The same data from different points. */
  private Enclosure sameData(double order) {
    double low = weight(order).times(exponent()).dividedBy(exponent().minus(1)).upper();
    long mixed = argument.horizon() - argument.smoothing();
    double alive = mixed == 0 ? 1 : walk.survival(mixed);
    Enclosure start = step.distanceBefore(argument.horizon());
    Enclosure square = walk.divergenceSquare(start, argument.smoothing());
    return contracted(low, square, alive);
  }

  /** {@code log(1 + β (e^(b(b−1)m/2) − 1))/(b − 1)}, without overflow. */
  private static Enclosure contracted(double order, Enclosure square, double alive) {
    Enclosure beyond = Enclosure.exact(order).minus(1);
    Enclosure exponent = square.times(0.5).times(order).times(beyond);
    if (alive == 0) {
      return Enclosure.ZERO;
    }
    Enclosure whole = exponent.dividedBy(beyond);
    if (exponent.upper() < 700) {
      Enclosure moment = exponent.expm1().times(alive).log1p();
      return moment.dividedBy(beyond).min(whole);
    }
    // log(1 + βe^x - β) ≤ log(e^0 + e^(x + log β)) ≤ max(0, x + log β) + log 2.
    Enclosure shifted = exponent.plus(Enclosure.exact(alive).log()).max(Enclosure.ZERO);
    double high = shifted.plus(Enclosure.exact(2).log()).dividedBy(beyond).upper();
    return Enclosure.of(0, Math.min(high, whole.upper()));
  }
}
