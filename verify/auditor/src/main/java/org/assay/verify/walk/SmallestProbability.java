package org.assay.verify.walk;

/**
 * How small the absolute error of a probability has to be for what two walks lose to be seen: an
 * event that shows a loss of epsilon has a probability of about exp(−epsilon) times delta on one of
 * the datasets. Divergences of larger orders show at rarer events: if both data differ by mu like
 * normal laws, at order times mu, and if the walks have mixed, where their loss is at most about
 * twice the square root of the order times as large. It decides about the cost and the strength of
 * a bound and not about its validity.
 */
final class SmallestProbability {
  private static final double SMALLEST = 1e-90;
  private static final double SHARE = 1e-10;

  /** What walks that have mixed lose, in units of the shift between them times the width. */
  private static final double MIXED = 3;

  /** Standard deviations of the loss that may be looked at. */
  private static final double DEVIATIONS = 6;

  private SmallestProbability() {}

  /**
   * The goal for two walks that are compared, at most a given one.
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
