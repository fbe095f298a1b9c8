package org.assay.accountant.internal.contour;

import java.util.Optional;

/**
 * Equal steps of a {@link ClosedMoment} along a vertical contour. If no decay is known, the value
 * on the real axis bounds the modulus.
 *
 * @param logMoment upper bound of {@code log M(c)} of one step
 */
public record ClosedTransform(ClosedMoment moment, double count, double logMoment)
    implements LossTransform {
  /** Cost of one value, in evaluations of an integrand. Not tuned. */
  private static final double COST = 10;

  @Override
  public double cost() {
    return logMoment < Double.POSITIVE_INFINITY ? COST : Double.POSITIVE_INFINITY;
  }

  @Override
  public Optional<LossTransform> reaching(double reach) {
    return Optional.of(this);
  }

  @Override
  public void addTo(ContourNodes nodes) {
    for (int k = 0; k < nodes.wanted(); k++) {
      moment.evaluate(k * nodes.step);
      nodes.add(k, count * moment.logScale, 0, 0);
      nodes.addPower(k, count, moment.real, moment.imaginary, moment.error);
    }
  }

  @Override
  public double logDecayBound(double t) {
    double log = count * Math.min(logMoment, moment.logDecayBound(t));
    return log + 0x1p-50 * Math.abs(log);
  }
}
