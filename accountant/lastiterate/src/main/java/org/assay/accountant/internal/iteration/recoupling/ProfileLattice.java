package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * Losses {@code i · spacing} for whole i, on which privacy profiles are kept. The index i runs from
 * 0 to {@code points}. Profiles of sums reach to twice as far on one side and as far on the other.
 */
final class ProfileLattice {
  /** Largest loss of a lattice. Spacings are rounded, so searches must stay a little below. */
  private static final double LARGEST_LOSS = 9000;

  /** Largest number of points: bounds the time. */
  static final int MOST_POINTS = 1700;

  private final double spacing;
  private final int points;

  /** {@code log(1 − e^(−i spacing))}, rounded down and up. */
  private final double[] logGapDown;

  private final double[] logGapUp;

  /**
   * A lattice.
   *
   * @param spacing a double that needs at most 24 bits, so that its multiples are exact
   * @param points the index of the largest loss
   */
  ProfileLattice(double spacing, int points) {
    Parameters.requirePositive("spacing", spacing);
    Parameters.requireAtLeastOne("points", points);
    if (!(spacing == (float) spacing
        && points <= MOST_POINTS
        && spacing * points <= LARGEST_LOSS)) {
      throw new IllegalArgumentException(
          "spacing was "
              + spacing
              + " with "
              + points
              + " points: the spacing must have at most 24 bits, the points be at most "
              + MOST_POINTS
              + " and their product at most "
              + LARGEST_LOSS);
    }
    this.spacing = spacing;
    this.points = points;
    this.logGapDown = new double[2 * points + 1];
    this.logGapUp = new double[2 * points + 1];
    for (int i = 0; i <= 2 * points; i++) {
      logGapDown[i] = Rounding.logDown(-Rounding.expm1Up(-loss(i)));
      logGapUp[i] = Math.min(0, Rounding.logUp(-Rounding.expm1Down(-loss(i))));
    }
  }

  double spacing() {
    return spacing;
  }

  int points() {
    return points;
  }

  /** The loss of an index, exact. */
  double loss(int index) {
    return index * spacing;
  }

  /** The losses from index 0 to a last one. */
  double[] losses(int last) {
    double[] losses = new double[last + 1];
    Arrays.setAll(losses, this::loss);
    return losses;
  }

  /** Lower bound of {@code log(1 − e^(−i spacing))}, i from 0 to twice the points. */
  double logGapDown(int index) {
    return logGapDown[index];
  }

  /** Upper bound of {@code log(1 − e^(−i spacing))}, i from 0 to twice the points. */
  double logGapUp(int index) {
    return logGapUp[index];
  }
}
