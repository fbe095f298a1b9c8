package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;

/**
 * The largest Rényi divergence of a mechanism of bounded range: the log density ratios of any two
 * neighbours lie in some interval of length epsilon. An example is the exponential mechanism
 * ([@DongDurfeeRogers2020], Section 2).
 *
 * <p>For the interval {@code [t - ε, t]} the convex moment is largest when the ratio takes the two
 * ends only. The maximum over t is at {@code t* = ε + log(b/a) + log((1 - e^(-aε))/(1 - e^(-bε)))},
 * a = order, b = a - 1: {@code doc-files/bounded-range.md}. The value is at most {@code a ε²/8}
 * ([@CesarRogers2021]) and at most ε.
 */
public final class BoundedRange {
  private BoundedRange() {}

  /**
   * Divergence of an order, the supremum over all mechanisms of that range.
   *
   * @param epsilon an enclosure of the range, at least 0
   * @param order Rényi order, above 1
   * @return an enclosure, in nats, of relative width below 1e-10 for exact epsilon
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyi(Enclosure epsilon, double order) {
    Orders.require(epsilon, order);
    if (!(order > 1)) {
      throw new IllegalArgumentException("order was " + order + ": it must be above 1");
    }
    if (epsilon.lower() == epsilon.upper()) {
      return exactly(epsilon.upper(), order);
    }
    // The divergence rises with the range.
    return Enclosure.of(
        exactly(epsilon.lower(), order).lower(), exactly(epsilon.upper(), order).upper());
  }

  /**
   * A bound on the divergence over its order: the smaller of {@code ε²/8} ([@CesarRogers2021]) and
   * what pure privacy implies.
   *
   * @param epsilon an enclosure of the range, at least 0
   * @return an enclosure of a rho such that every such mechanism is rho-zCDP
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public static Enclosure zeroConcentration(Enclosure epsilon) {
    return epsilon.square().dividedBy(8).min(PureMechanism.zeroConcentration(epsilon));
  }

  private static Enclosure exactly(double range, double order) {
    if (range == 0) {
      return Enclosure.ZERO;
    }
    Enclosure epsilon = Enclosure.exact(range);
    double ceiling = epsilon.square().times(order).dividedBy(8).min(epsilon).upper();
    double b = order - 1;
    Enclosure whole = lostShare(epsilon);
    Enclosure atOrder = lostShare(epsilon.times(order));
    Enclosure peak =
        epsilon
            .plus(Enclosure.exact(b).dividedBy(order).log())
            .plus(atOrder.dividedBy(lostShare(epsilon.times(b))).log())
            .max(Enclosure.ZERO)
            .min(epsilon);
    Enclosure logMoment = peak.times(b).plus(atOrder.dividedBy(whole.times(order)).log());
    Enclosure value =
        logMoment.lower() >= 1 ? logMoment.dividedBy(b) : nearPeak(epsilon, peak, order);
    double upper = Math.min(value.upper(), ceiling);
    return Enclosure.of(Math.min(Math.max(0, value.lower()), upper), upper);
  }

  /**
   * The two-point pair at a computed t, plus the most that the exact maximum may add: {@code M (t*
   * - t)²/2}.
   */
  private static Enclosure nearPeak(Enclosure epsilon, Enclosure peak, double order) {
    double b = order - 1;
    double t = peak.midpoint();
    Enclosure whole = lostShare(epsilon);
    Enclosure high = Enclosure.exact(t);
    Enclosure low = high.minus(epsilon);
    MomentSum sum = new MomentSum(order, 0);
    if (t > 0) {
      sum.add(low.plus(lostShare(high).dividedBy(whole).log()), low);
    }
    if (low.upper() < 0) {
      sum.add(lostShare(low.negate()).dividedBy(whole).log(), high);
    }
    Enclosure growth = peak.times(b).exp();
    Enclosure first = growth.times(lostShare(epsilon.times(order))).times(b).times(b);
    Enclosure second =
        growth
            .times(peak.minus(epsilon).exp())
            .times(lostShare(epsilon.times(b)))
            .times(order)
            .times(order);
    double curvature = first.plus(second).dividedBy(whole).upper();
    Enclosure reach = Enclosure.exact(peak.width());
    sum.addScaled(Enclosure.of(0, reach.square().times(0.5).times(curvature).upper()));
    return sum.renyi();
  }

  /** {@code 1 - e^-x}. */
  private static Enclosure lostShare(Enclosure x) {
    return x.negate().expm1().negate();
  }
}
