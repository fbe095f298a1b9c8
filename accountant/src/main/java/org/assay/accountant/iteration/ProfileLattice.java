package org.assay.accountant.iteration;

import java.util.Arrays;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * Losses {@code i · spacing} for whole i, on which privacy profiles are kept: from 0 to {@code
 * points} and, where profiles of sums are taken, to twice as far on one side and as far on the
 * other.
 */
final class ProfileLattice {
  /** The exponentials of twice the largest loss stay within the range of doubles. */
  private static final double LARGEST_LOSS = 300;

  static final int MOST_POINTS = 1000;

  private final double spacing;
  private final int points;

  /** {@code e^(i spacing)} and {@code 1 − e^(−i spacing)}, rounded down and up. */
  private final double[] powerDown;

  private final double[] powerUp;
  private final double[] gapDown;
  private final double[] gapUp;

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
    this.powerDown = new double[4 * points + 1];
    this.powerUp = new double[4 * points + 1];
    this.gapDown = new double[2 * points + 1];
    this.gapUp = new double[2 * points + 1];
    for (int i = -2 * points; i <= 2 * points; i++) {
      powerDown[i + 2 * points] = i == 0 ? 1 : Math.max(0, Rounding.expDown(loss(i)));
      powerUp[i + 2 * points] = i == 0 ? 1 : Rounding.expUp(loss(i));
    }
    for (int i = 1; i <= 2 * points; i++) {
      gapDown[i] = -Rounding.expm1Up(-loss(i));
      gapUp[i] = -Rounding.expm1Down(-loss(i));
    }
  }

  double spacing() {
    return spacing;
  }

  int points() {
    return points;
  }

  /** Exact. */
  double loss(int index) {
    return index * spacing;
  }

  /** The losses from index 0 to a last one. */
  double[] losses(int last) {
    double[] losses = new double[last + 1];
    Arrays.setAll(losses, this::loss);
    return losses;
  }

  /** Lower bound of {@code e^(i spacing)}, |i| at most twice the points. */
  double powerDown(int index) {
    return powerDown[index + 2 * points];
  }

  /** Upper bound of {@code e^(i spacing)}. */
  double powerUp(int index) {
    return powerUp[index + 2 * points];
  }

  /** Lower bound of {@code 1 − e^(−i spacing)}, i from 0 to twice the points. */
  double gapDown(int index) {
    return gapDown[index];
  }

  /** Upper bound of {@code 1 − e^(−i spacing)}. */
  double gapUp(int index) {
    return gapUp[index];
  }
}
