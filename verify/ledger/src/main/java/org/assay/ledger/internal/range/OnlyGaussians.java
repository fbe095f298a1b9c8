package org.assay.ledger.internal.range;

import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.SelfComposedEvent;

/** Whether an event consists of Gaussians only, which together are one Gaussian. */
final class OnlyGaussians extends DefaultVisitor<Boolean> {
  static boolean in(DpEvent event) {
    return event.accept(new OnlyGaussians());
  }

  @Override
  public Boolean visitSelfComposed(SelfComposedEvent event) {
    return event.event().accept(this);
  }

  @Override
  public Boolean visitComposed(ComposedEvent event) {
    return event.events().stream().allMatch(part -> part.accept(this));
  }

  @Override
  public Boolean visitGaussian(GaussianEvent event) {
    return true;
  }

  @Override
  protected Boolean visitOther(DpEvent event) {
    return false;
  }
}
