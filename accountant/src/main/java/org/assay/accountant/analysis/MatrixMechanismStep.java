package org.assay.accountant.analysis;

import java.util.Optional;
import org.assay.accountant.divergence.StrategyMatrix;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;

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
  Optional<Rational> exactSquaredMu() {
    Enclosure moved = sensitivity.value();
    if (moved.lower() < moved.upper()) {
      return Optional.empty();
    }
    neighbours().requireOwnRelation(mechanism);
    Rational mu =
        Rational.of(moved.upper())
            .times(neighbours().replace() ? 2 : 1)
            .times(Rational.ofCount(neighbours().size()))
            .dividedBy(Rational.of(mechanism.noiseMultiplier()));
    return Optional.of(mu.square());
  }

  @Override
  public RunShape shape() {
    return sensitivity.attained() ? RunShape.GAUSSIAN : RunShape.DOMINATED_BY_GAUSSIAN;
  }
}
