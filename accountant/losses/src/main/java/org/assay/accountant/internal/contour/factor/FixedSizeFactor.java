package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.numeric.Enclosure;

/** Gaussian steps on samples of fixed size, one record replaced. */
public record FixedSizeFactor(Enclosure share, double sigma, double count) implements LossFactor {
  @Override
  public Enclosure logMoment(double c) {
    return logMomentOfOne(c).times(count);
  }

  /** {@code log M(c)} of one step. */
  public Enclosure logMomentOfOne(double c) {
    double order = 1 + c;
    Enclosure b = Enclosure.exact(order).minus(1);
    return ReplacedRecord.fixedSizeGaussian(share, mu(), order).times(b);
  }

  public Enclosure mu() {
    return Enclosure.ONE.dividedBy(sigma);
  }

  @Override
  public double roughLogMoment(double c) {
    return count * RoughMoment.fixedSize(share.midpoint(), 1 / sigma, c);
  }

  @Override
  public double largestLoss() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public LossTransform along(double c, double reach) {
    return new FixedSizeTransform(this, c, reach);
  }
}
