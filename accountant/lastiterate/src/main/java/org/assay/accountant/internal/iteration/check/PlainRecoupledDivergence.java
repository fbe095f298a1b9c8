package org.assay.accountant.internal.iteration.check;

import java.util.List;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;

/** Divergences from a profile and, beyond it, from the divergence of a larger order. */
final class PlainRecoupledDivergence extends PlainEvaluation {
  /** Orders times losses up to here are told apart by few points. */
  private static final double STEEP = 25_000;

  private static final int FINE_POINTS = 320;

  /** The product of an order and the spacing up to which points tell what it looks at. */
  private static final double APART = 300;

  private final PlainRun run;
  private final NoisySgdArgument.RecoupledDivergence argument;
  private final PlainEvaluation tail;

  PlainRecoupledDivergence(
      PlainRun run, NoisySgdArgument.RecoupledDivergence argument, PlainEvaluation tail) {
    this.run = run;
    this.argument = argument;
    this.tail = tail;
  }

  @Override
  double renyi(double order) {
    return applicable(order) + afterLarge(order);
  }

  @Override
  double applicable(double order) {
    NoisySgdArgument.Recoupled claimed = argument.profile();
    double steepness = order * claimed.spacing() * claimed.points();
    int fine = (int) Math.max(FINE_POINTS, steepness / APART);
    int most = steepness > STEEP ? fine : PlainRecoupled.MOST_POINTS;
    PlainRecoupling profile = PlainRecoupled.recoupling(run, claimed, most);
    return profile.renyi(
        profile.profile(), order, argument.tailOrder(), tail.applicable(argument.tailOrder()));
  }

  /**
   * Blocks with too large a sample, from the end, are composed: each multiplies the moment by that
   * of its steps and by its probability; all of them and the steps before the first one if there is
   * no other block.
   */
  private double afterLarge(double order) {
    long steps = longest(argument);
    double logLarge = run.logLarge((double) steps);
    if (logLarge == Double.NEGATIVE_INFINITY) {
      return 0;
    }
    double moment = (order - 1) * steps * new PlainStep(run).pair(order, 0);
    double one = logLarge + moment;
    long blocks = run.settings().steps() / steps;
    double all =
        one < 0 ? 1 / -Math.expm1(one) + Math.exp(blocks * one + moment) : Double.POSITIVE_INFINITY;
    return Math.log(all) / (order - 1);
  }

  /** The longer of two runs: the profile's steps together, and the steps behind larger orders. */
  private static long longest(NoisySgdArgument.RecoupledDivergence argument) {
    long taken = argument.profile().composed();
    taken += argument.profile().starts().stream().reduce(0L, Math::max);
    for (List<Long> stage : argument.profile().stages()) {
      taken += stage.stream().reduce(0L, Math::max);
    }
    return Math.max(taken, argument.tail().block());
  }
}
