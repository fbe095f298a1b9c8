package org.assay.accountant.internal.analysis;

import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.iteration.LastIterateBound;
import org.assay.accountant.numeric.Enclosure;

/** The last iterate of one pass, dominated by one Gaussian: {@link LastIterateBound}. */
final class LastIterateStep extends MuStep {
  private final LastIterateEvent run;

  LastIterateStep(LastIterateEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.run = event;
  }

  @Override
  Enclosure mu() {
    neighbours().requireOwnRelation(run);
    return LastIterateBound.gaussianMu(run).times(Enclosure.ofCount(neighbours().size()));
  }
}
