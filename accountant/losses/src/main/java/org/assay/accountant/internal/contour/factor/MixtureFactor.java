package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.numeric.Enclosure;

/** Poisson-sampled Gaussian steps of one kind, in one direction. */
public record MixtureFactor(MixturePair pair, double count) implements LossFactor {
  /** Steps where a record is removed. */
  public static MixtureFactor removing(double q, double sigma, long count) {
    return new MixtureFactor(new MixturePair(q, sigma, true, false), count);
  }

  /** Steps where a record is added. */
  public static MixtureFactor adding(double q, double sigma, long count) {
    return new MixtureFactor(new MixturePair(q, sigma, false, true), count);
  }

  /**
   * Steps where a record is replaced: the antipodal pair, whose two distributions a reflection
   * swaps.
   */
  public static MixtureFactor replacing(double q, double sigma, long count) {
    return new MixtureFactor(new MixturePair(q, sigma, true, true), count);
  }

  @Override
  public Enclosure logMoment(double c) {
    return pair.logMoment(c).times(count);
  }

  @Override
  public double roughLogMoment(double c) {
    boolean folded = pair.upper && pair.lower;
    return folded
        ? count * RoughMoment.antipodal(pair.q, 1 / pair.sigma, c)
        : logMoment(c).midpoint();
  }

  @Override
  public double largestLoss() {
    return Enclosure.exact(pair.largestLoss()).times(count).upper();
  }

  @Override
  public LossTransform along(double c, double reach) {
    return new MixtureTransform(pair, count, c, reach);
  }
}
