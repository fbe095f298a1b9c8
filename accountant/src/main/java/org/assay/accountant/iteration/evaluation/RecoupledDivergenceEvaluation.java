package org.assay.accountant.iteration.evaluation;

import org.assay.accountant.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.iteration.recoupling.ProfileMoment;
import org.assay.accountant.iteration.recoupling.RecoupledProfiles;
import org.assay.accountant.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;

/** Divergences from a profile and, beyond it, from the divergence of a larger order. */
final class RecoupledDivergenceEvaluation extends DivergenceEvaluation {
  private final NoisySgdArgument.RecoupledDivergence argument;
  private final PairsEvaluation tail;
  private final RecoupledProfiles profiles;

  RecoupledDivergenceEvaluation(
      NoisySgdStep step,
      NoisySgdArgument.RecoupledDivergence argument,
      PairsEvaluation tail,
      RecoupledProfiles profiles) {
    super(step.excess((double) argument.profile().horizon()));
    this.argument = argument;
    this.tail = tail;
    this.profiles = profiles;
  }

  @Override
  public Enclosure renyi(double order) {
    return Enclosure.of(0, upperRenyi(order));
  }

  /** Infinite where too large a sample, however unlikely, has no bound. */
  private double upperRenyi(double order) {
    if (!(failure() == 0 && order < argument.tailOrder())) {
      return Double.POSITIVE_INFINITY;
    }
    double beyond = tail.renyi(argument.tailOrder()).upper();
    return beyond < Double.POSITIVE_INFINITY
        ? new ProfileMoment(profiles.of(argument.profile()), argument.tailOrder(), beyond)
            .renyi(order)
        : Double.POSITIVE_INFINITY;
  }
}
