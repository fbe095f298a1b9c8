package org.assay.verify.walk;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.NormalTail;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Steps in which all other records pull a walk to the left end, from wherever it is, and the record
 * in question does not: they forget the past, alike on both datasets. Proof: {@code
 * doc-files/walk-instances.md}.
 *
 * @param steps how many of them there are
 * @param missed bound of the probability that the walk is not exactly at the left end after them
 */
record WalkReset(long steps, double missed) {
  private static final double MOST_STEPS = 1e9;

  /**
   * The reset of a run's walks.
   *
   * @throws UnsupportedEventException if they contract, or nobody pulls
   */
  static WalkReset of(NoisySgd settings) {
    WalkScale scale = WalkScale.of(settings);
    if (!(scale.contraction() == 1)) {
      throw refusal(settings, "steps that contract are not reset to one point");
    }
    boolean poisson = settings.sampling() == NoisySgdSampling.POISSON;
    double members = poisson ? Math.floor(meanOthers(settings) / 2) : settings.batchSize() - 1.0;
    double pull = Rounding.multiplyDown(members, scale.slopeLimit());
    if (!(pull > 0 && scale.width() / pull <= MOST_STEPS)) {
      throw refusal(settings, "the other records of a batch are too few to reset a walk");
    }
    double steps = Math.ceil(Rounding.divideUp(2 * scale.width(), pull));
    double missed = missed(scale.width(), pull, steps);
    double small = poisson ? smallBatch(settings, steps) : 0;
    return new WalkReset((long) steps, Math.min(1, Rounding.addUp(missed, small)));
  }

  private static double meanOthers(NoisySgd settings) {
    return Rounding.multiplyDown(
        Rounding.divideDown((double) settings.batchSize(), (double) settings.records()),
        (double) (settings.records() - 1));
  }

  /** {@code (k − 1) Φ(−p) + Φ(−(kp − W)/√k)}, rounded up. */
  private static double missed(double width, double pull, double steps) {
    double last = NormalTail.upperTail(Enclosure.exact(pull)).upper();
    double left = Rounding.subtractDown(Rounding.multiplyDown(steps, pull), width);
    double all =
        NormalTail.upperTail(Enclosure.exact(Rounding.divideDown(left, Rounding.sqrtUp(steps))))
            .upper();
    return Rounding.addUp(Rounding.multiplyUp(steps - 1, last), all);
  }

  /** Chernoff: a binomial number is below half its mean with probability at most exp(−mean/8). */
  private static double smallBatch(NoisySgd settings, double steps) {
    return Rounding.multiplyUp(steps, Rounding.expUp(-meanOthers(settings) / 8));
  }

  private static UnsupportedEventException refusal(NoisySgd settings, String why) {
    return new UnsupportedEventException(settings.describe(), why);
  }
}
