package org.assay.accountant.internal.iteration.check;

import java.util.List;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;

/**
 * Divergences from a profile and, above its largest loss, from the divergence of a larger order.
 */
final class PlainRecoupledDivergence extends PlainEvaluation {
  /** Product of order and loss up to which few points distinguish the losses. Not tuned. */
  private static final double STEEP = 25_000;

  /** Number of lattice points for larger products. Not tuned. */
  private static final int FINE_POINTS = 320;

  /**
   * Largest product of the order and the spacing for which the points resolve the integrand. Not
   * tuned.
   */
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
   * Blocks with a sample that is too large are composed, beginning with the last. Each such block
   * multiplies the moment by the moment of its steps and by its probability. If there is no other
   * block, all blocks and the steps before the first one are composed.
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

  /** Number of steps of the longer run: the profile's, or the one behind the larger order. */
  private static long longest(NoisySgdArgument.RecoupledDivergence argument) {
    long taken = argument.profile().composed();
    taken += argument.profile().starts().stream().reduce(0L, Math::max);
    for (List<Long> stage : argument.profile().stages()) {
      taken += stage.stream().reduce(0L, Math::max);
    }
    return Math.max(taken, argument.tail().block());
  }
}
