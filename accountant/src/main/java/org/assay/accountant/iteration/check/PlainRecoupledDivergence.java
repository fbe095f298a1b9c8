package org.assay.accountant.iteration.check;

import org.assay.accountant.iteration.certificate.NoisySgdArgument;

/** Divergences from a profile and, beyond it, from the divergence of a larger order. */
final class PlainRecoupledDivergence extends PlainDivergence {
  private final PlainRun run;
  private final NoisySgdArgument.RecoupledDivergence argument;

  PlainRecoupledDivergence(PlainRun run, NoisySgdArgument.RecoupledDivergence argument) {
    this.run = run;
    this.argument = argument;
  }

  @Override
  double renyi(double order) {
    PlainRecoupling profile = PlainRecoupled.recoupling(run, argument.profile());
    double tail = PlainPairs.splitNoise(run, argument.tail()).renyi(argument.tailOrder());
    return profile.renyi(profile.profile(), order, argument.tailOrder(), tail);
  }
}
