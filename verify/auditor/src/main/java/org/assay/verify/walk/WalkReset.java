package org.assay.verify.walk;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Steps in which all other records pull a walk to the left, and the record in question does not
 * pull. Two walks with the same noise then meet at the left end, whatever their starts. Afterwards
 * every walk has nearly the law of a walk from the left end, on both datasets. Proof: {@code
 * doc-files/walk-instances.md}.
 *
 * @param steps number of these steps
 * @param slope of each other record, below 0, in units of the standard deviation of one step's
 *     noise
 * @param missed bound of the probability that two walks do not meet
 */
record WalkReset(long steps, double slope, double missed) {
  /**
   * Longest reset, in steps; if a reset would take more, it is refused. Every step of a reset is
   * simulated.
   */
  private static final double MOST_STEPS = 40_000;

  /**
   * Determines the length of a reset: the pull of all its steps exceeds the width by this number of
   * standard deviations of their noise. For Poisson batches, half the square root of the mean
   * number of other records in all steps is at least this number too.
   */
  private static final double DEVIATIONS = 20;

  /**
   * Limits the pull of the other records in one step to this number plus twice the width, in
   * standard deviations of a step's noise. A stronger pull resets no better, and costs accuracy.
   */
  private static final double STRONG = 2 * DEVIATIONS;

  /**
   * The reset of a run's walks.
   *
   * @throws UnsupportedEventException if they contract, or others pull too weakly
   */
  static WalkReset of(NoisySgd settings) {
    WalkScale scale = WalkScale.of(settings);
    if (!(scale.contraction() == 1)) {
      throw refusal(settings, "steps that contract are not reset to one point");
    }
    boolean random =
        settings.sampling() == NoisySgdSampling.POISSON
            && settings.batchSize() < settings.records();
    double others = random ? meanOthers(settings) : Double.POSITIVE_INFINITY;
    double members = random ? others / 2 : settings.batchSize() - 1.0;
    if (!(members > 0)) {
      throw refusal(settings, "no other records pull in a batch");
    }
    double slope = Math.min(scale.slopeLimit(), (STRONG + 2 * scale.width()) / members);
    double pull = Rounding.multiplyDown(members, slope);
    double enough = Math.max(steps(scale.width(), pull), 4 * DEVIATIONS * DEVIATIONS / others);
    if (!(pull > 0 && enough <= MOST_STEPS)) {
      throw refusal(settings, "the other records of a batch are too few to reset a walk");
    }
    long steps = (long) Math.ceil(enough);
    double few = random ? fewOthers(others, steps) : 0;
    double apart = Rounding.addUp(missed(scale.width(), pull, steps), few);
    return new WalkReset(steps, -slope, Math.min(1, apart));
  }

  private static double meanOthers(NoisySgd settings) {
    return Rounding.multiplyDown(
        Rounding.divideDown((double) settings.batchSize(), (double) settings.records()),
        (double) (settings.records() - 1));
  }

  /**
   * Approximately the number of steps k at which {@code kp − W} is {@code DEVIATIONS} times {@code
   * √k}.
   */
  private static double steps(double width, double pull) {
    double root = (DEVIATIONS + Math.sqrt(DEVIATIONS * DEVIATIONS + 4 * pull * width)) / 2 / pull;
    return root * root;
  }

  /** {@code Φ(−(kp − W)/√k)}, rounded up; 1 where this probability is at least one half. */
  static double missed(double width, double pull, long steps) {
    double left = Rounding.subtractDown(Rounding.multiplyDown((double) steps, pull), width);
    if (!(left > 0)) {
      return 1;
    }
    double deviations = Rounding.divideDown(left, Rounding.sqrtUp((double) steps));
    return NormalTail.upperTail(Enclosure.exact(deviations)).upper();
  }

  /**
   * Chernoff's bound: a binomial number is below half its mean with probability at most
   * exp(−mean/8).
   */
  private static double fewOthers(double mean, long steps) {
    return Rounding.expUp(-Rounding.multiplyDown(mean, (double) steps) / 8);
  }

  private static UnsupportedEventException refusal(NoisySgd settings, String why) {
    return new UnsupportedEventException(settings.describe(), why);
  }
}
