package org.assay.accountant.internal.iteration.evaluation;

import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.recoupling.LatticeProfile;
import org.assay.accountant.internal.iteration.recoupling.ProfileMoment;
import org.assay.accountant.internal.iteration.recoupling.RecoupledProfiles;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/** Divergences from a profile and, beyond it, from the divergence of a larger order. */
final class RecoupledDivergenceEvaluation extends NoisySgdEvaluation {
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

  /** In a block without too large a sample. */
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
