package org.assay.ledger.range;

import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Events whose dominating pair of distributions two neighbours produce themselves: one record that
 * moves every query by its whole sensitivity, along one coordinate, or changes every answer. Their
 * bounds are the truth, and their lower ends refute.
 */
final class Attained {
  private Attained() {}

  /** Whether an event consists of Gaussians and nothing else. */
  static boolean byGaussians(DpEvent event) {
    return event.accept(new Gaussians());
  }

  /** Whether an event consists of such mechanisms, all about one relation. */
  static boolean isIn(DpEvent event, AdjacencyRelation adjacency) {
    return event.adjacency() == adjacency && event.accept(new Additive());
  }

  private static class Gaussians extends DefaultVisitor<Boolean> {
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

  private static final class Additive extends Gaussians {
    @Override
    public Boolean visitLaplace(LaplaceEvent event) {
      return true;
    }

    @Override
    public Boolean visitRandomizedResponse(RandomizedResponseEvent event) {
      return true;
    }
  }
}
