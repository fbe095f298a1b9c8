package org.assay.verify.walk;

/**
 * How small the absolute error of a probability has to be, so that the loss of two walks can be
 * seen. An event that shows a loss of epsilon has a probability of about exp(−epsilon) times delta
 * on one of the datasets.
 *
 * <p>Divergences of larger orders show at rarer events. If the datasets differ by mu like normal
 * laws, the events lie at order times mu. If the walks have mixed, their losses are at most about
 * twice the square root of the order times as large.
 *
 * <p>The estimate decides about the cost and the strength of a bound, not about its validity.
 */
final class SmallestProbability {
  /** Lower limit of the goal: an absolute error of a probability. */
  private static final double SMALLEST = 1e-90;

  /** The goal as a part of {@code e^(-loss)}, where loss is the largest loss to be seen. */
  private static final double SHARE = 1e-10;

  /**
   * Loss that is assumed of walks that have mixed, in units of the shift between them times the
   * width.
   */
  private static final double MIXED = 3;

  /**
   * Distance from the mean at which losses are looked at, in standard deviations of the loss of a
   * normal pair.
   */
  private static final double DEVIATIONS = 6;

  private SmallestProbability() {}

  /**
   * The goal for two walks that are compared: at most {@code most}.
   *
   * @param order of the divergence that is looked for; 1 for other parameters
   */
  static double of(WalkModel one, WalkModel other, double most, double order) {
    double shift =
        Math.abs(DiffusiveRescaling.meanShift(one) - DiffusiveRescaling.meanShift(other));
    double mu = shift * Math.sqrt((double) one.steps());
    double far = order * mu;
    double mixed = order > 1 ? 2 * MIXED * Math.sqrt(order) : MIXED;
    double loss = Math.min(mixed * shift * one.width(), far * far / 2 + DEVIATIONS * far);
    return Math.max(SMALLEST, Math.min(most, SHARE * Math.exp(-loss)));
  }
}
