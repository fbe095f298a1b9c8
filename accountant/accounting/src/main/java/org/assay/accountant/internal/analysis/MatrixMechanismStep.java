package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;

/** One Gaussian of the matrix's sensitivity: {@code event/doc-files/matrix-sensitivity.md}. */
final class MatrixMechanismStep extends MuStep {
  /**
   * Largest relative width of a sensitivity that counts as found; wider ones are only bounded. Not
   * tuned.
   */
  private static final double FOUND = 1e-9;

  private final MatrixMechanismEvent mechanism;
  private final Enclosure sensitivity;

  MatrixMechanismStep(MatrixMechanismEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.mechanism = event;
    this.sensitivity = event.matrix().sensitivity(event.participations(), event.separation());
  }

  private boolean isFound() {
    return sensitivity.relativeWidth() <= FOUND;
  }

  /** The mu of the found sensitivity, or of its upper bound. */
  @Override
  Enclosure mu() {
    return muOf(isFound() ? sensitivity : Enclosure.exact(sensitivity.upper()));
  }

  /** An enclosure from both ends, also if the sensitivity is only bounded. */
  @Override
  public Enclosure squaredMu() {
    return muOf(sensitivity).square();
  }

  private Enclosure muOf(Enclosure distance) {
    neighbours().requireOwnRelation(mechanism);
    return distance
        .times(neighbours().replace() ? 2 : 1)
        .times(Enclosure.ofCount(neighbours().size()))
        .dividedBy(mechanism.noiseMultiplier());
  }

  @Override
  Optional<Rational> exactSquaredMu() {
    Enclosure moved = sensitivity;
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
    return isFound() ? RunShape.GAUSSIAN : RunShape.DOMINATED_BY_GAUSSIAN;
  }
}
