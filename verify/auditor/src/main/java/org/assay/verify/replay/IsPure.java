package org.assay.verify.replay;

import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.SelfComposedEvent;

/**
 * Whether a declared event can be purely private. Gaussian noise and a coin with a delta are not,
 * at any epsilon.
 */
final class IsPure extends DefaultVisitor<Boolean> {
  private IsPure() {}

  static boolean of(DpEvent event) {
    return event.accept(new IsPure());
  }

  @Override
  public Boolean visitComposed(ComposedEvent sequence) {
    return sequence.events().stream().allMatch(part -> part.accept(this));
  }

  @Override
  public Boolean visitSelfComposed(SelfComposedEvent repeated) {
    return repeated.event().accept(this);
  }

  @Override
  public Boolean visitPoissonSampled(PoissonSampledEvent sampled) {
    return sampled.samplingProbability() == 0 || sampled.event().accept(this);
  }

  @Override
  public Boolean visitGaussian(GaussianEvent noise) {
    return false;
  }

  @Override
  public Boolean visitDiscreteGaussian(DiscreteGaussianEvent noise) {
    return false;
  }

  @Override
  public Boolean visitApproximate(ApproximateEvent coin) {
    return !(coin.delta() > 0);
  }

  @Override
  protected Boolean visitOther(DpEvent other) {
    return true;
  }
}
