package org.assay.accountant.iteration;

import java.util.OptionalDouble;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * What an argument proves about a run: evaluates the theorem at given parameters and searches for
 * nothing. The formulas are those of {@code doc-files/noisy-sgd-renyi.md}, {@code
 * doc-files/mixing.md}, {@code doc-files/recoupling.md} and {@code
 * doc-files/recoupled-divergences.md}.
 */
final class NoisySgdEvaluation {
  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final NoisySgdArgument argument;

  /** The last steps that count, and how much of the noise hides the distance before them. */
  private final long horizon;

  private final double split;

  /** Squared mu of the Gaussian mechanism that hides the distance. */
  private final Enclosure hidden;

  /** Probability that the argument does not apply. */
  private final double failure;

  private final RecoupledProfiles profiles;

  NoisySgdEvaluation(NoisySgdStep step, MixingWalk walk, NoisySgdArgument argument) {
    this(step, walk, argument, new RecoupledProfiles(step, walk));
  }

  NoisySgdEvaluation(
      NoisySgdStep step, MixingWalk walk, NoisySgdArgument argument, RecoupledProfiles profiles) {
    this.step = step;
    this.walk = walk;
    this.argument = argument;
    this.profiles = profiles;
    this.horizon = requireWithin(lastSteps(step, argument), step.settings().steps());
    this.split = argument instanceof NoisySgdArgument.SplitNoise noise ? noise.split() : 0;
    this.hidden =
        split > 0
            ? step.hiddenSquare(distanceBefore(step, horizon), (double) horizon).dividedBy(split)
            : Enclosure.ZERO;
    this.failure = failure(step, walk, argument, horizon);
  }

  private static long lastSteps(NoisySgdStep step, NoisySgdArgument argument) {
    long steps = step.settings().steps();
    if (argument instanceof NoisySgdArgument.SplitNoise split) {
      return split.horizon();
    } else if (argument instanceof NoisySgdArgument.Mixing mixing) {
      return mixing.horizon();
    } else if (argument instanceof NoisySgdArgument.SmoothedMixing mixing) {
      return mixing.horizon();
    } else if (argument instanceof NoisySgdArgument.Recoupled recoupled) {
      return requireWhole(recoupled, steps).horizon();
    } else if (argument instanceof NoisySgdArgument.RecoupledDivergence divergence) {
      return requireWhole(divergence.profile(), steps).horizon();
    }
    return steps;
  }

  private static double failure(
      NoisySgdStep step, MixingWalk walk, NoisySgdArgument argument, long horizon) {
    if (argument instanceof NoisySgdArgument.Composition) {
      return 0;
    }
    double excess = step.excess((double) horizon);
    return argument instanceof NoisySgdArgument.Mixing
        ? Rounding.addUp(walk.survival(distanceBefore(step, horizon), horizon), excess)
        : excess;
  }

  private static long requireWithin(long horizon, long steps) {
    if (!(horizon <= steps)) {
      throw new IllegalArgumentException(
          "horizon was " + horizon + ": it must be at most the number of steps, " + steps);
    }
    return horizon;
  }

  private static NoisySgdArgument.Recoupled requireWhole(
      NoisySgdArgument.Recoupled recoupled, long steps) {
    if (!(recoupled.composed() == 0 || recoupled.horizon() == steps)) {
      throw new IllegalArgumentException(
          "horizon was "
              + recoupled.horizon()
              + ": after composed steps it must be the number of steps, "
              + steps);
    }
    return recoupled;
  }

  /** Distance before the last steps of the horizon. */
  static Enclosure distanceBefore(NoisySgdStep step, long horizon) {
    return step.distance((double) (step.settings().steps() - horizon));
  }

  /** Divergence at an order; infinite where the argument bounds none. */
  Enclosure renyi(double order) {
    if (argument instanceof NoisySgdArgument.SmoothedMixing mixing) {
      return smoothedMixing(mixing, order);
    }
    if (argument instanceof NoisySgdArgument.RecoupledDivergence divergence) {
      return Enclosure.of(0, recoupledDivergence(divergence, order));
    }
    if (argument instanceof NoisySgdArgument.Mixing
        || argument instanceof NoisySgdArgument.Recoupled) {
      return Enclosure.exact(Double.POSITIVE_INFINITY);
    }
    Enclosure gradients = step.divergence(order, split).times((double) horizon);
    Enclosure loss = gradients.plus(hidden.times(0.5).times(order));
    Enclosure exponent = gradients.times(Enclosure.exact(order).minus(1));
    return loss.plus(afterExcess(exponent, order));
  }

  /**
   * What large Poisson samples add: {@code −log(1 − π e^x)/(order − 1)}, where π bounds the
   * probability of one within a horizon and x is order minus one times the divergence of a horizon.
   */
  private Enclosure afterExcess(Enclosure exponent, double order) {
    double logLikely = step.logExcess((double) horizon);
    if (logLikely == Double.NEGATIVE_INFINITY
        || argument instanceof NoisySgdArgument.Composition
        || exponent.upper() == Double.POSITIVE_INFINITY) {
      return Enclosure.ZERO;
    }
    double repeated = Rounding.expUp(Rounding.addUp(logLikely, exponent.upper()));
    if (!(repeated < 1)) {
      return Enclosure.of(0, Double.POSITIVE_INFINITY);
    }
    Enclosure penalty = Enclosure.exact(-repeated).log1p().negate();
    return Enclosure.of(0, penalty.dividedBy(Enclosure.exact(order).minus(1)).upper());
  }

  /** Infinite where too large a sample, however unlikely, has no bound. */
  private double recoupledDivergence(
      NoisySgdArgument.RecoupledDivergence divergence, double order) {
    if (!(failure == 0 && order < divergence.tailOrder())) {
      return Double.POSITIVE_INFINITY;
    }
    double tail =
        new NoisySgdEvaluation(step, walk, divergence.tail()).renyi(divergence.tailOrder()).upper();
    return tail < Double.POSITIVE_INFINITY
        ? new ProfileMoment(profiles.of(divergence.profile()), divergence.tailOrder(), tail)
            .renyi(order)
        : Double.POSITIVE_INFINITY;
  }

  /** The weak triangle inequality, then contraction of {@code t^b' − 1}. */
  private Enclosure smoothedMixing(NoisySgdArgument.SmoothedMixing mixing, double order) {
    Enclosure p = Enclosure.exact(mixing.exponent());
    Enclosure excessOrder = Enclosure.exact(order).minus(1);
    Enclosure weight = Enclosure.exact(order).minus(Enclosure.ONE.dividedBy(p));
    // Divergences rise with the order, so rounding the orders up keeps a bound.
    double high = p.times(order).upper();
    double low = weight.times(p).dividedBy(p.minus(1)).upper();
    Enclosure gradients = step.divergence(high, 0).times((double) horizon);
    Enclosure direct = gradients.times(weight).dividedBy(excessOrder);
    Enclosure start = distanceBefore(step, horizon);
    Enclosure smooth = step.hiddenSquare(start, (double) mixing.smoothing());
    long mixed = mixing.horizon() - mixing.smoothing();
    double alive = mixed == 0 ? 1 : walk.survival(mixed);
    Enclosure rest = contracted(low, smooth, alive);
    return direct.plus(rest).plus(afterExcess(gradients.times(weight), order));
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

  /** The probability that the argument fails, which adds to delta. */
  double failure() {
    return failure;
  }

  /** Upper bound of epsilon at a delta, from one order or from the composed pairs themselves. */
  double epsilon(double delta, OptionalDouble order) {
    if (!(delta > 0 && delta < 1)) {
      return delta >= 1 ? 0 : Double.POSITIVE_INFINITY;
    }
    if (provesOneOrder()) {
      double rdp = renyi(order.orElseThrow()).upper();
      return epsilonFromOrder(order.orElseThrow(), Enclosure.of(0, rdp), delta);
    }
    double rest = Rounding.subtractDown(delta, failure);
    if (!(rest > 0)) {
      return Double.POSITIVE_INFINITY;
    }
    if (argument instanceof NoisySgdArgument.Recoupled recoupling) {
      return profiles.of(recoupling).epsilon(rest);
    }
    return order.isPresent()
        ? epsilonFromOrder(order.getAsDouble(), applicable(order.getAsDouble()), rest)
        : composedEpsilon(rest);
  }

  /** Upper bound of delta at an epsilon. */
  double delta(double epsilon, OptionalDouble order) {
    boolean whole = provesOneOrder();
    double added = whole ? 0 : failure;
    double proved;
    if (argument instanceof NoisySgdArgument.Recoupled recoupling) {
      proved = profiles.of(recoupling).delta(epsilon);
    } else if (order.isPresent()) {
      double at = order.getAsDouble();
      Enclosure rdp = whole ? renyi(at) : applicable(at);
      proved =
          rdp.upper() < Double.POSITIVE_INFINITY
              ? RenyiConversion.logDelta(at, Enclosure.exact(rdp.upper()), epsilon).exp().upper()
              : 1;
    } else {
      proved = composedDelta(epsilon);
    }
    return Math.min(1, Rounding.addUp(proved, added));
  }

  private static double epsilonFromOrder(double order, Enclosure rdp, double delta) {
    return rdp.upper() < Double.POSITIVE_INFINITY
        ? RenyiConversion.losslessEpsilon(order, Enclosure.exact(rdp.upper()), delta).upper()
        : Double.POSITIVE_INFINITY;
  }

  /** Whether the argument bounds divergences as they are, and not pairs. */
  private boolean provesOneOrder() {
    return argument instanceof NoisySgdArgument.SmoothedMixing
        || argument instanceof NoisySgdArgument.RecoupledDivergence;
  }

  /** Whether the argument composes pairs, and not only divergences of one order. */
  boolean composes() {
    boolean profile = argument instanceof NoisySgdArgument.Recoupled;
    return !provesOneOrder() && !profile && hidden.upper() < Double.POSITIVE_INFINITY;
  }

  /** A value near the divergence at an order where the argument applies, for searches. */
  double estimate(double order) {
    double gradients = step.divergenceEstimate(order, split) * horizon;
    return gradients + order / 2 * hidden.upper();
  }

  /** Divergence at an order where the argument applies. */
  private Enclosure applicable(double order) {
    Enclosure gradients = step.divergence(order, split).times((double) horizon);
    return gradients.plus(hidden.times(0.5).times(order));
  }

  private double composedEpsilon(double delta) {
    return composes()
        ? new NoisySgdComposition(step, horizon, split, hidden.upper()).epsilon(delta)
        : Double.POSITIVE_INFINITY;
  }

  private double composedDelta(double epsilon) {
    return composes()
        ? new NoisySgdComposition(step, horizon, split, hidden.upper()).delta(epsilon)
        : 1;
  }
}
