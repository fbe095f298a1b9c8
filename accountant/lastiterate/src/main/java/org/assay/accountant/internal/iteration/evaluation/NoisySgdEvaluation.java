package org.assay.accountant.internal.iteration.evaluation;

import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.recoupling.LatticeProfile;
import org.assay.accountant.internal.iteration.recoupling.ProfileMoment;
import org.assay.accountant.internal.iteration.recoupling.RecoupledProfiles;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * The bounds that an argument proves about a run: evaluates the theorem at given parameters,
 * without search. The formulas are those of {@code step/doc-files/noisy-sgd-renyi.md}, {@code
 * mixing/doc-files/mixing.md}, {@code recoupling/doc-files/recoupling.md} and {@code
 * recoupling/doc-files/recoupled-divergences.md}. Each kind of argument has its own evaluation.
 */
public abstract class NoisySgdEvaluation {
  /** Probability that the argument does not apply. */
  private final double failure;

  NoisySgdEvaluation(double failure) {
    this.failure = failure;
  }

  /**
   * The evaluation of an argument.
   *
   * @param step the run's step
   * @param walk the run's walk
   * @param argument the argument
   * @return the evaluation
   * @throws IllegalArgumentException if the argument's horizon does not fit the run
   */
  public static NoisySgdEvaluation of(
      NoisySgdStep step, MixingWalk walk, NoisySgdArgument argument) {
    return of(step, walk, argument, RecoupledProfiles.fine(step, walk));
  }

  /**
   * The evaluation of an argument with profiles that others share.
   *
   * @param step the run's step
   * @param walk the run's walk
   * @param argument the argument
   * @param profiles of the run by re-coupling
   * @return the evaluation
   * @throws IllegalArgumentException if the argument's horizon does not fit the run
   */
  public static NoisySgdEvaluation of(
      NoisySgdStep step, MixingWalk walk, NoisySgdArgument argument, RecoupledProfiles profiles) {
    return of(step, walk, argument, profiles, profiles);
  }

  /**
   * The evaluation of an argument with finer profiles for its tail than for its other losses.
   * Searches use it, as all of their candidates share the tails.
   *
   * @param step the run's step
   * @param walk the run's walk
   * @param argument the argument
   * @param profiles of the run by re-coupling
   * @param tails profiles for the divergences of larger orders
   * @return the evaluation
   * @throws IllegalArgumentException if the argument's horizon does not fit the run
   */
  public static NoisySgdEvaluation of(
      NoisySgdStep step,
      MixingWalk walk,
      NoisySgdArgument argument,
      RecoupledProfiles profiles,
      RecoupledProfiles tails) {
    return argument.accept(new Kinds(step, walk, profiles, tails));
  }

  /**
   * Divergence at an order.
   *
   * @param order above 1
   * @return an enclosure of the argument's bound, infinite where it has none
   */
  public abstract Enclosure renyi(double order);

  /** Divergence at an order where the argument applies. */
  Enclosure applicable(double order) {
    return renyi(order);
  }

  /**
   * Upper bound of epsilon at a delta where the argument applies; infinite if the argument bounds
   * divergences only, which are not converted.
   */
  double applicableEpsilon(double delta) {
    return Double.POSITIVE_INFINITY;
  }

  /**
   * Upper bound of delta at an epsilon where the argument applies; 1 if the argument bounds
   * divergences only.
   */
  double applicableDelta(double epsilon) {
    return 1;
  }

  /**
   * A value near the divergence at an order where the argument applies, for searches.
   *
   * @param order above 1
   * @return the value, which is no bound
   */
  public double estimate(double order) {
    return renyi(order).upper();
  }

  /**
   * The probability that the argument fails.
   *
   * @return from 0 to 1
   */
  public final double failure() {
    return failure;
  }

  /**
   * Upper bound of epsilon at a delta.
   *
   * @param delta from 0 to 1
   * @return the bound, infinite where the argument has none or bounds divergences only
   */
  public final double epsilon(double delta) {
    if (!(delta > 0 && delta < 1)) {
      return delta >= 1 ? 0 : Double.POSITIVE_INFINITY;
    }
    double rest = Rounding.subtractDown(delta, failure);
    return rest > 0 ? applicableEpsilon(rest) : Double.POSITIVE_INFINITY;
  }

  /**
   * Upper bound of delta at an epsilon.
   *
   * @param epsilon finite and at least 0
   * @return the bound, at most 1
   */
  public final double delta(double epsilon) {
    return Math.min(1, Rounding.addUp(applicableDelta(epsilon), failure));
  }

  /**
   * Addition to a divergence for large Poisson samples: {@code −log(1 − π e^x)/(order − 1)}. Here π
   * bounds the probability of such a sample within a horizon, and x is order minus one times the
   * divergence of a horizon.
   */
  static Enclosure afterExcess(double logLikely, Enclosure exponent, double order) {
    if (logLikely == Double.NEGATIVE_INFINITY || exponent.upper() == Double.POSITIVE_INFINITY) {
      return Enclosure.ZERO;
    }
    double repeated = Rounding.expUp(Rounding.addUp(logLikely, exponent.upper()));
    if (!(repeated < 1)) {
      return Enclosure.of(0, Double.POSITIVE_INFINITY);
    }
    Enclosure penalty = Enclosure.exact(-repeated).log1p().negate();
    return Enclosure.of(0, penalty.dividedBy(Enclosure.exact(order).minus(1)).upper());
  }

  /**
   * Addition to a divergence for blocks with a large Poisson sample, if the bound may be above or
   * below composition's: {@code log(1/(1 − x) + x^m e^s)/(order − 1)}, x = πe^s; infinite if x is
   * not below 1. Section "Large samples" of {@code recoupling/doc-files/recoupled-divergences.md}.
   *
   * @param logLikely logarithm of π, which bounds the probability of such a block
   * @param exponent s, order minus one times the divergence of a block's composition
   * @param blocks m, the number of blocks that fit the run
   */
  static double afterUncleanBlocks(double logLikely, double exponent, double blocks, double order) {
    if (logLikely == Double.NEGATIVE_INFINITY) {
      return 0;
    }
    double log = Rounding.addUp(logLikely, exponent);
    double repeated = log < 0 ? Rounding.expUp(log) : 1;
    if (!(repeated < 1)) {
      return Double.POSITIVE_INFINITY;
    }
    double clean = Rounding.divideUp(1, Rounding.subtractDown(1, repeated));
    double none = Rounding.expUp(Rounding.addUp(Rounding.multiplyUp(blocks, log), exponent));
    double moment = Rounding.logUp(Rounding.addUp(clean, none));
    return Rounding.divideUp(moment, Rounding.subtractDown(order, 1));
  }

  /** The evaluation of each kind of argument. */
  private record Kinds(
      NoisySgdStep step, MixingWalk walk, RecoupledProfiles profiles, RecoupledProfiles tails)
      implements NoisySgdArgument.Visitor<NoisySgdEvaluation> {
    @Override
    public NoisySgdEvaluation visitComposition(NoisySgdArgument.Composition argument) {
      return PairsEvaluation.composition(step);
    }

    @Override
    public NoisySgdEvaluation visitSplitNoise(NoisySgdArgument.SplitNoise argument) {
      requireWithin(argument.horizon());
      return PairsEvaluation.splitNoise(step, argument);
    }

    @Override
    public NoisySgdEvaluation visitMixing(NoisySgdArgument.Mixing argument) {
      requireWithin(argument.horizon());
      return PairsEvaluation.mixing(step, walk, argument);
    }

    @Override
    public NoisySgdEvaluation visitSmoothedMixing(NoisySgdArgument.SmoothedMixing argument) {
      requireWithin(argument.horizon());
      return new SmoothedMixingEvaluation(step, walk, argument);
    }

    @Override
    public NoisySgdEvaluation visitRecoupled(NoisySgdArgument.Recoupled argument) {
      requireWhole(argument);
      return new RecoupledEvaluation(step, argument, profiles);
    }

    @Override
    public NoisySgdEvaluation visitRecoupledDivergence(
        NoisySgdArgument.RecoupledDivergence argument) {
      requireWhole(argument.profile());
      NoisySgdEvaluation tail = argument.tail().accept(new Kinds(step, walk, tails, tails));
      return new RecoupledDivergenceEvaluation(step, argument, tail, profiles);
    }

    private void requireWithin(long horizon) {
      long steps = step.settings().steps();
      if (!(horizon <= steps)) {
        throw new IllegalArgumentException(
            "horizon was " + horizon + ": it must be at most the number of steps, " + steps);
      }
    }

    private void requireWhole(NoisySgdArgument.Recoupled recoupled) {
      long steps = step.settings().steps();
      if (!(recoupled.composed() == 0 || recoupled.horizon() == steps)) {
        throw new IllegalArgumentException(
            "horizon was "
                + recoupled.horizon()
                + ": after composed steps it must be the number of steps, "
                + steps);
      }
      if (!(recoupled.composed() == 0 && step.losesNoLessIfLonger())) {
        requireWithin(recoupled.horizon());
      }
    }
  }

  /** A profile by clipped re-coupling, which bounds no divergence. */
  static final class RecoupledEvaluation extends NoisySgdEvaluation {
    private final NoisySgdArgument.Recoupled argument;
    private final RecoupledProfiles profiles;

    RecoupledEvaluation(
        NoisySgdStep step, NoisySgdArgument.Recoupled argument, RecoupledProfiles profiles) {
      super(step.excess((double) argument.horizon()));
      this.argument = argument;
      this.profiles = profiles;
    }

    @Override
    public Enclosure renyi(double order) {
      return Enclosure.exact(Double.POSITIVE_INFINITY);
    }

    @Override
    double applicableEpsilon(double delta) {
      return profiles.of(argument).epsilon(delta);
    }

    @Override
    double applicableDelta(double epsilon) {
      return profiles.of(argument).delta(epsilon);
    }
  }

  /**
   * Divergences from a profile and, above its largest loss, from the divergence of a larger order.
   */
  private static final class RecoupledDivergenceEvaluation extends NoisySgdEvaluation {
    private final NoisySgdStep step;
    private final NoisySgdArgument.RecoupledDivergence argument;
    private final NoisySgdEvaluation tail;
    private final RecoupledProfiles profiles;

    RecoupledDivergenceEvaluation(
        NoisySgdStep step,
        NoisySgdArgument.RecoupledDivergence argument,
        NoisySgdEvaluation tail,
        RecoupledProfiles profiles) {
      super(step.excess((double) argument.block()));
      this.step = step;
      this.argument = argument;
      this.tail = tail;
      this.profiles = profiles;
    }

    @Override
    public Enclosure renyi(double order) {
      double clean = clean(order);
      double added = clean < Double.POSITIVE_INFINITY ? afterUncleanBlocks(order) : 0;
      return Enclosure.of(0, Rounding.addUp(clean, added));
    }

    @Override
    Enclosure applicable(double order) {
      return Enclosure.of(0, clean(order));
    }

    /** The divergence for a block in which no sample is too large for its step. */
    private double clean(double order) {
      if (!(order < argument.tailOrder())) {
        return Double.POSITIVE_INFINITY;
      }
      double beyond = tail.applicable(argument.tailOrder()).upper();
      if (!(beyond < Double.POSITIVE_INFINITY)) {
        return Double.POSITIVE_INFINITY;
      }
      LatticeProfile profile = profiles.of(argument.profile());
      return new ProfileMoment(profile, argument.tailOrder(), beyond).renyi(order);
    }

    private double afterUncleanBlocks(double order) {
      long block = argument.block();
      double logLikely = step.logExcess((double) block);
      if (logLikely == Double.NEGATIVE_INFINITY) {
        return 0;
      }
      long blocks = step.settings().steps() / block;
      Enclosure composed = step.divergence(order, 0).times((double) block);
      double exponent = composed.times(Enclosure.exact(order).minus(1)).upper();
      return afterUncleanBlocks(logLikely, exponent, (double) blocks, order);
    }
  }

  /**
   * Mixing for divergences: the weak triangle inequality, the divergence of two runs on the same
   * data, and contraction of {@code t^b' − 1}.
   */
  private static final class SmoothedMixingEvaluation extends NoisySgdEvaluation {
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

    /**
     * The divergence where the argument applies.
     *
     * @param exponent divergence by the different data, times the order of the moment less one
     */
    private Enclosure applicable(Enclosure exponent, double order) {
      return exponent.dividedBy(Enclosure.exact(order).minus(1)).plus(sameData(order));
    }

    private Enclosure weight(double order) {
      return Enclosure.exact(order).minus(Enclosure.ONE.dividedBy(exponent()));
    }

    private Enclosure exponent() {
      return Enclosure.exact(argument.exponent());
    }

    /**
     * The divergence by different data in all steps, from one point, at Hölder's exponent times the
     * order.
     */
    private Enclosure gradients(double order) {
      // Divergences rise with the order, so rounding it up keeps a bound.
      double high = exponent().times(order).upper();
      return step.divergence(high, 0).times((double) argument.horizon());
    }

    /** The divergence of runs on the same data from different points. */
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
}
