package org.assay.accountant.iteration.evaluation;

import org.assay.accountant.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.iteration.mixing.MixingWalk;
import org.assay.accountant.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;

/** Mixing for divergences: the weak triangle inequality, then contraction of {@code t^b' − 1}. */
final class SmoothedMixingEvaluation extends DivergenceEvaluation {
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
    long horizon = argument.horizon();
    Enclosure p = Enclosure.exact(argument.exponent());
    Enclosure excessOrder = Enclosure.exact(order).minus(1);
    Enclosure weight = Enclosure.exact(order).minus(Enclosure.ONE.dividedBy(p));
    // Divergences rise with the order, so rounding the orders up keeps a bound.
    double high = p.times(order).upper();
    double low = weight.times(p).dividedBy(p.minus(1)).upper();
    Enclosure gradients = step.divergence(high, 0).times((double) horizon);
    Enclosure direct = gradients.times(weight).dividedBy(excessOrder);
    Enclosure start = step.distanceBefore(horizon);
    Enclosure smooth = step.hiddenSquare(start, (double) argument.smoothing());
    long mixed = horizon - argument.smoothing();
    double alive = mixed == 0 ? 1 : walk.survival(mixed);
    Enclosure rest = contracted(low, smooth, alive);
    double logLikely = step.logExcess((double) horizon);
    return direct.plus(rest).plus(afterExcess(logLikely, gradients.times(weight), order));
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
