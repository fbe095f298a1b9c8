package org.assay.verify.walk;

/**
 * How small the absolute error of a probability has to be for what two walks lose to be seen: an
 * event that shows a loss of epsilon has a probability of about exp(−epsilon) times delta on one of
 * the datasets. It decides about the cost and the strength of a bound and not about its validity.
 */
final class SmallestProbability {
  private static final double SMALLEST = 1e-90;
  private static final double SHARE = 1e-10;

  /** What walks that have mixed lose, in units of the shift between them times the width. */
  private static final double MIXED = 3;

  /** Standard deviations of the loss that may be looked at. */
  private static final double DEVIATIONS = 6;

  private SmallestProbability() {}

  /** The goal for two walks that are compared, at most a given one. */
  static double of(WalkModel one, WalkModel other, double most) {
    double shift =
        Math.abs(DiffusiveRescaling.meanShift(one) - DiffusiveRescaling.meanShift(other));
    double mu = shift * Math.sqrt((double) one.steps());
    double loss = Math.min(MIXED * shift * one.width(), mu * mu / 2 + DEVIATIONS * mu);
    return Math.max(SMALLEST, Math.min(most, SHARE * Math.exp(-loss)));
  }
}
