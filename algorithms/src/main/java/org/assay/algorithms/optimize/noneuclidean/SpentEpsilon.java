package org.assay.algorithms.optimize.noneuclidean;

import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.SampledWithReplacementEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * The cheaper bound of repeated steps: convolution where a step has a dominating pair, Rényi
 * divergences otherwise.
 */
final class SpentEpsilon {
  private SpentEpsilon() {}

  static double of(DpEvent event, double delta) {
    return event.accept(new Drawn())
        ? Steps.of(event, AdjacencyRelation.REPLACE_ONE)
            .losses()
            .epsilon(delta, Accuracy.of(Cost.CALIBRATION_ACCURACY))
            .upper()
        : Accountant.rdp(AdjacencyRelation.REPLACE_ONE).compose(event).epsilonAt(delta).upper();
  }

  /** Whether an event is steps on draws with replacement. */
  private static final class Drawn extends DefaultVisitor<Boolean> {
    @Override
    public Boolean visitSelfComposed(SelfComposedEvent event) {
      return event.event().accept(this);
    }

    @Override
    public Boolean visitSampledWithReplacement(SampledWithReplacementEvent event) {
      return true;
    }

    @Override
    protected Boolean visitOther(DpEvent event) {
      return false;
    }
  }
}
