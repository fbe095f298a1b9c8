package org.assay.accountant.iteration;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.divergence.GaussianComposition;
import org.assay.accountant.divergence.ReplacedRecord;
import org.assay.accountant.divergence.SampledGaussian;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * What an argument proves about a run, evaluated a second time, by other code: parameters by {@link
 * PlainRun}, walks and profiles by the {@code Plain} classes, in plain doubles and on coarse
 * lattices. It is no bound, but close to one, and claims that are far below it are wrong.
 */
final class PlainEvaluation {
  private static final int MOST_POINTS = 160;

  private final PlainRun run;
  private final NoisySgdArgument argument;

  PlainEvaluation(NoisySgd settings, NoisySgdArgument argument) {
    this.run = PlainRun.of(settings);
    this.argument = argument;
    if (argument instanceof NoisySgdArgument.Recoupled recoupled) {
      requireTakes(recoupled);
    } else if (argument instanceof NoisySgdArgument.RecoupledDivergence divergence) {
      requireTakes(divergence.profile());
    }
  }

  /** What is composed holds at one time only, so stages after it must end with the run. */
  private void requireTakes(NoisySgdArgument.Recoupled profile) {
    long steps = profile.composed() + profile.starts().stream().reduce(0L, Math::max);
    for (List<Long> stage : profile.stages()) {
      steps += stage.stream().reduce(0L, Math::max);
    }
    long all = run.settings().steps();
    if (!(profile.composed() > 0 ? steps == all : steps <= all)) {
      throw new IllegalArgumentException(
          "stages were of " + steps + " steps: they must fit a run of " + all);
    }
  }

  double renyi(double order) {
    double steps = (double) run.settings().steps();
    if (argument instanceof NoisySgdArgument.SplitNoise noise) {
      return split(noise, order);
    }
    if (argument instanceof NoisySgdArgument.SmoothedMixing mixing) {
      return smoothed(mixing, order);
    }
    if (argument instanceof NoisySgdArgument.RecoupledDivergence divergence) {
      PlainRecoupling profile = recoupling(divergence.profile());
      double tail = split(divergence.tail(), divergence.tailOrder());
      return profile.renyi(profile.profile(), order, divergence.tailOrder(), tail);
    }
    return argument instanceof NoisySgdArgument.Composition
        ? steps * pair(order, 0)
        : Double.POSITIVE_INFINITY;
  }

  private double pair(double order, double split) {
    double mu = run.pairMu() / Math.sqrt(1 - split);
    double q = run.share();
    if (q == 1) {
      boolean replaced = run.settings().adjacency() == AdjacencyRelation.REPLACE_ONE;
      double whole = replaced ? run.growth() : run.pairMu();
      return order / 2 * whole * whole / (1 - split);
    }
    if (run.settings().sampling() != NoisySgdSampling.POISSON) {
      return ReplacedRecord.fixedSizeGaussian(Enclosure.exact(q), Enclosure.exact(mu), order)
          .lower();
    }
    return run.settings().adjacency() == AdjacencyRelation.REPLACE_ONE
        ? ReplacedRecord.poissonGaussian(q, Enclosure.exact(mu), order).lower()
        : Math.max(
            SampledGaussian.renyiForward(q, 1 / mu, order).lower(),
            SampledGaussian.renyiReverse(q, 1 / mu, order).lower());
  }

  private double split(NoisySgdArgument.SplitNoise noise, double order) {
    double k = (double) noise.horizon();
    double gradients = k * pair(order, noise.split());
    return gradients + order / 2 * hidden(noise) + afterLarge(k, (order - 1) * gradients, order);
  }

  private double hidden(NoisySgdArgument.SplitNoise noise) {
    double k = (double) noise.horizon();
    return run.hidden(run.distanceBefore(k), k) / noise.split();
  }

  private double afterLarge(double horizon, double exponent, double order) {
    double repeated = Math.exp(run.logLarge(horizon) + exponent);
    return repeated < 1 ? -Math.log1p(-repeated) / (order - 1) : Double.MAX_VALUE;
  }

  private double smoothed(NoisySgdArgument.SmoothedMixing mixing, double order) {
    double p = mixing.exponent();
    double k = (double) mixing.horizon();
    double weight = order - 1 / p;
    double b = p / (p - 1) * weight;
    double gradients = k * pair(p * order, 0);
    double start = run.distanceBefore(k);
    double exponent = b * (b - 1) / 2 * run.hidden(start, (double) mixing.smoothing());
    double rest = k - mixing.smoothing();
    double alive = rest == 0 ? 1 : PlainSurvival.of(run, run.width(), rest);
    double moment = PlainRecoupling.sum(Math.log1p(-alive), Math.log(alive) + exponent);
    return weight / (order - 1) * gradients
        + moment / (b - 1)
        + afterLarge(k, gradients * weight, order);
  }

  private PlainRecoupling recoupling(NoisySgdArgument.Recoupled profile) {
    boolean reflects =
        run.isWhole() && run.contraction() <= 1 && PlainTwoData.covers(run.width(), run.growth());
    Optional<PlainTwoData> two =
        reflects ? Optional.of(PlainTwoData.of(run.width(), run.growth())) : Optional.empty();
    return new PlainRecoupling(run, thinned(profile), two);
  }

  /** The same argument on a lattice that reaches as far with fewer points. */
  private static NoisySgdArgument.Recoupled thinned(NoisySgdArgument.Recoupled profile) {
    int part = (profile.points() + MOST_POINTS - 1) / MOST_POINTS;
    int points = profile.points() / part;
    return new NoisySgdArgument.Recoupled(
        (double) profile.points() / points * profile.spacing(),
        points,
        profile.composed(),
        profile.starts(),
        profile.stages());
  }

  double epsilon(double delta, OptionalDouble order) {
    if (order.isPresent()) {
      return fromOrder(order.getAsDouble(), delta);
    }
    double rest = delta - failure();
    if (!(rest > 0)) {
      return Double.POSITIVE_INFINITY;
    }
    if (argument instanceof NoisySgdArgument.Recoupled recoupled) {
      PlainRecoupling recoupling = recoupling(recoupled);
      return recoupling.epsilon(recoupling.profile(), rest);
    }
    return composition().epsilon(rest).lower();
  }

  /** Mixtures of arguments that add to delta are converted without what they add. */
  private double fromOrder(double order, double delta) {
    boolean adds = adds();
    double rest = adds ? delta - failure() : delta;
    double loss = adds ? applicable(order) : renyi(order);
    return loss < Double.MAX_VALUE && rest > 0
        ? RenyiConversion.losslessEpsilon(order, Enclosure.exact(loss), rest).lower()
        : Double.POSITIVE_INFINITY;
  }

  double delta(double epsilon, OptionalDouble order) {
    if (argument instanceof NoisySgdArgument.Recoupled recoupled) {
      PlainRecoupling recoupling = recoupling(recoupled);
      return recoupling.delta(recoupling.profile(), epsilon) + failure();
    }
    if (order.isEmpty()) {
      return composition().delta(epsilon).lower() + failure();
    }
    boolean adds = adds();
    double loss = adds ? applicable(order.getAsDouble()) : renyi(order.getAsDouble());
    double proved =
        RenyiConversion.logDelta(order.getAsDouble(), Enclosure.exact(loss), epsilon).exp().lower();
    return adds ? proved + failure() : proved;
  }

  /** Whether what the argument leaves out adds to delta, and not to the divergence. */
  private boolean adds() {
    return !(argument instanceof NoisySgdArgument.SmoothedMixing
        || argument instanceof NoisySgdArgument.RecoupledDivergence);
  }

  /** The divergence where no sample is too large and the walks have met. */
  private double applicable(double order) {
    if (argument instanceof NoisySgdArgument.SplitNoise noise) {
      double gradients = (double) noise.horizon() * pair(order, noise.split());
      return gradients + order / 2 * hidden(noise);
    }
    return horizon() * pair(order, 0);
  }

  private double horizon() {
    if (argument instanceof NoisySgdArgument.SplitNoise noise) {
      return (double) noise.horizon();
    }
    if (argument instanceof NoisySgdArgument.Mixing mixing) {
      return (double) mixing.horizon();
    }
    return argument instanceof NoisySgdArgument.Recoupled recoupled
        ? (double) recoupled.horizon()
        : (double) run.settings().steps();
  }

  /** The probability that the argument does not apply. */
  private double failure() {
    if (argument instanceof NoisySgdArgument.Composition) {
      return 0;
    }
    double k = horizon();
    double apart =
        argument instanceof NoisySgdArgument.Mixing
            ? PlainSurvival.of(run, run.distanceBefore(k), k)
            : 0;
    return apart + Math.exp(run.logLarge(k));
  }

  private GaussianComposition composition() {
    AdjacencyRelation adjacency = run.settings().adjacency();
    double split = argument instanceof NoisySgdArgument.SplitNoise noise ? noise.split() : 0;
    double hidden = argument instanceof NoisySgdArgument.SplitNoise noise ? hidden(noise) : 0;
    double sigma = Math.sqrt(1 - split) / run.pairMu();
    long count = (long) horizon();
    GaussianComposition start =
        GaussianComposition.under(adjacency).withGaussian(Enclosure.exact(hidden));
    return run.settings().sampling() == NoisySgdSampling.POISSON
        ? start.withPoissonSampled(run.share(), sigma, count)
        : start.withFixedSizeSampled(Enclosure.exact(run.share()), sigma, count);
  }
}
