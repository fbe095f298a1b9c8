package org.assay.algorithms.optimize.noneuclidean;

import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.analysis.PldAnalysis;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.event.WithReplacementSampledEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * The cheaper bound of repeated steps: convolution where a step has a dominating pair, Rényi
 * divergences otherwise.
 */
final class SpentEpsilon {
  private static final double ACCURACY = 1e-3;

  private SpentEpsilon() {}

  static double of(DpEvent event, double delta) {
    boolean drawn =
        event instanceof SelfComposedEvent repeated
            && repeated.event() instanceof WithReplacementSampledEvent;
    return drawn
        ? new PldAnalysis(AdjacencyRelation.REPLACE_ONE)
            .analyze(event)
            .epsilon(delta, ACCURACY)
            .upper()
        : Accountant.rdp(AdjacencyRelation.REPLACE_ONE).compose(event).epsilonAt(delta).upper();
  }
}
