package org.assay.accountant.analysis;

import org.assay.accountant.divergence.StrategyMatrix;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.numeric.Enclosure;

/** One Gaussian of the matrix's sensitivity: {@code divergence/doc-files/matrix-sensitivity.md}. */
final class MatrixMechanismStep extends MuStep {
  private final MatrixMechanismEvent mechanism;
  private final StrategyMatrix.Bound sensitivity;

  MatrixMechanismStep(MatrixMechanismEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.mechanism = event;
    this.sensitivity = event.matrix().sensitivity(event.participations(), event.separation());
  }

  @Override
  Enclosure mu() {
    neighbours().requireOwnRelation(mechanism);
    return sensitivity
        .value()
        .times(neighbours().replace() ? 2 : 1)
        .times(Enclosure.ofCount(neighbours().size()))
        .dividedBy(mechanism.noiseMultiplier());
  }

  @Override
  public RunShape shape() {
    return sensitivity.attained() ? RunShape.GAUSSIAN : RunShape.DOMINATED_BY_GAUSSIAN;
  }
}
