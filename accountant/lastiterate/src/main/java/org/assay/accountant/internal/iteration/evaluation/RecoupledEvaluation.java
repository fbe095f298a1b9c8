package org.assay.accountant.internal.iteration.evaluation;

import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.recoupling.RecoupledProfiles;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;

/** A profile by clipped re-coupling, which bounds no divergence. */
final class RecoupledEvaluation extends NoisySgdEvaluation {
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
