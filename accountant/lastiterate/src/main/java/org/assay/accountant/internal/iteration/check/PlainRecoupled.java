package org.assay.accountant.internal.iteration.check;

import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;

/** A profile by clipped re-coupling, which bounds no divergence. */
final class PlainRecoupled extends PlainEvaluation {
  /** Largest number of lattice points. Not tuned: bounds the time. */
  static final int MOST_POINTS = 160;

  private final PlainRun run;
  private final NoisySgdArgument.Recoupled argument;

  PlainRecoupled(PlainRun run, NoisySgdArgument.Recoupled argument) {
    this.run = run;
    this.argument = argument;
  }

  @Override
  double renyi(double order) {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  double epsilon(double delta) {
    double rest = delta - failure();
    if (!(rest > 0)) {
      return Double.POSITIVE_INFINITY;
    }
    PlainRecoupling recoupling = recoupling(run, argument);
    return recoupling.epsilon(recoupling.profile(), rest);
  }

  @Override
  double delta(double epsilon) {
    PlainRecoupling recoupling = recoupling(run, argument);
    return recoupling.delta(recoupling.profile(), epsilon) + failure();
  }

  /** The probability of a sample that is too large for its step. */
  private double failure() {
    return Math.exp(run.logLarge((double) argument.horizon()));
  }

  static PlainRecoupling recoupling(PlainRun run, NoisySgdArgument.Recoupled profile) {
    return recoupling(run, profile, MOST_POINTS);
  }

  static PlainRecoupling recoupling(PlainRun run, NoisySgdArgument.Recoupled profile, int most) {
    return new PlainRecoupling(run, thinned(profile, most));
  }

  /** The argument on a lattice with fewer points over the same range of losses. */
  private static NoisySgdArgument.Recoupled thinned(NoisySgdArgument.Recoupled profile, int most) {
    int part = (profile.points() + most - 1) / most;
    int points = profile.points() / part;
    return new NoisySgdArgument.Recoupled(
        (double) profile.points() / points * profile.spacing(),
        points,
        profile.composed(),
        profile.starts(),
        profile.stages());
  }
}
