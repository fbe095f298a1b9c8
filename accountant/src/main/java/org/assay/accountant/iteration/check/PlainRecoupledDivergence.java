package org.assay.accountant.iteration.check;

import org.assay.accountant.iteration.certificate.NoisySgdArgument;

/** Divergences from a profile and, beyond it, from the divergence of a larger order. */
final class PlainRecoupledDivergence extends PlainDivergence {
  /** Orders times losses up to here are told apart by few points. */
  private static final double STEEP = 25_000;

  private static final int FINE_POINTS = 320;

  private final PlainRun run;
  private final NoisySgdArgument.RecoupledDivergence argument;

  PlainRecoupledDivergence(PlainRun run, NoisySgdArgument.RecoupledDivergence argument) {
    this.run = run;
    this.argument = argument;
  }

  @Override
  double renyi(double order) {
    // A sample that is too large, however unlikely, may have an infinite divergence.
    if (run.logLarge((double) argument.profile().horizon()) > Double.NEGATIVE_INFINITY) {
      return Double.POSITIVE_INFINITY;
    }
    NoisySgdArgument.Recoupled claimed = argument.profile();
    double steepness = order * claimed.spacing() * claimed.points();
    int most = steepness > STEEP ? FINE_POINTS : PlainRecoupled.MOST_POINTS;
    PlainRecoupling profile = PlainRecoupled.recoupling(run, claimed, most);
    double tail = PlainPairs.splitNoise(run, argument.tail()).renyi(argument.tailOrder());
    return profile.renyi(profile.profile(), order, argument.tailOrder(), tail);
  }
}
