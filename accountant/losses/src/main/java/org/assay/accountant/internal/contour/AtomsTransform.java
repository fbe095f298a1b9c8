package org.assay.accountant.internal.contour;

import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;

/**
 * Equal steps with isolated losses along a vertical contour. The transform need not decay, so its
 * modulus is bounded by the value on the real axis.
 *
 * @param moment the moment of {@code M(s) e^(-L)}
 * @param logScale L, which keeps large moments within the doubles
 * @param logMoment {@code log M(c)} of one step
 * @param known whether {@code log M(c)} is finite
 */
public record AtomsTransform(LineMoment moment, double logScale, Enclosure logMoment, boolean known)
    implements LossTransform {
  /** Least logarithm of a moment that is scaled. Not tuned. */
  private static final double LARGE_EXPONENT = 20;

  /** The logarithm L by which a moment is scaled, or 0. */
  public static double logScale(Enclosure logMoment) {
    double middle = logMoment.midpoint();
    return middle > LARGE_EXPONENT && middle < Double.POSITIVE_INFINITY ? middle : 0;
  }

  @Override
  public double cost() {
    return known ? moment.line().size : Double.POSITIVE_INFINITY;
  }

  @Override
  public Optional<LossTransform> reaching(double reach) {
    return Optional.of(this);
  }

  @Override
  public void addTo(ContourNodes nodes) {
    moment.addTo(nodes);
    for (int k = 0; k < nodes.wanted() && logScale != 0; k++) {
      nodes.add(k, moment.count() * logScale, 0, 0);
    }
  }

  @Override
  public double logDecayBound(double t) {
    return logMoment.times(moment.count()).upper();
  }
}
