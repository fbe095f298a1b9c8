package org.assay.ledger.internal.paperd;

import java.math.BigDecimal;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Precise;
import org.assay.ledger.internal.paperd.BinnedDivergence.Bounds;

/**
 * The release of one round of Algorithm 1 in the plane: a step of public length against the
 * measured gradient g, hence the direction of g. K = 1, and all slopes are L0 e1 except one, which
 * is ±L0 e2. In the unit of the noise, g is then N((n-1)√ρ, 1) along e1 and N(±√ρ, 1) along e2.
 *
 * <p>If g_1 is positive, the direction tells in which half plane {g_2 > τ g_1} it lies. The
 * probability of a half plane is a normal tail. The step is made unless g, or its update of noise
 * θ, is shorter than (7/8) θ in the unit of L0. With K = 1 and κ = 2, θ ≤ √2 e^{1/(2(1+y))}/(n√ρ).
 * This length is therefore below {@link #SHORT} in the unit of the noise, and θ is below 1.
 *
 * @param records n
 * @param rho ρ; n√ρ is at least 10 and y = 64γ²L1 at least 64
 */
record SpiderDirection(double records, double rho) {
  /** Bound of the length below which a step is not made, in the unit of the noise. */
  private static final double SHORT = 1.25;

  /** The intervals reach this many standard deviations beyond the means. */
  private static final double SPAN = 8;

  private Enclosure along() {
    return Enclosure.exact(records).minus(1).times(across());
  }

  private Enclosure across() {
    return Enclosure.exact(rho).sqrt();
  }

  /**
   * Probability that a step is not made. Both lengths are bounded by their part along e1, whose
   * variance is at most 2.
   */
  private double escape() {
    Enclosure reach = along().minus(SHORT).dividedBy(Enclosure.exact(2).sqrt());
    return NormalTail.upperTail(reach).times(2).upper();
  }

  private BinnedDivergence bins() {
    double mean = Math.sqrt(rho);
    return new BinnedDivergence(-mean - SPAN, 3 * mean + SPAN);
  }

  /** A lower bound on D_2 of the released point. */
  Enclosure order2() {
    return bins().order2(x -> beyond(x, across()), x -> beyond(x, across().negate()), escape());
  }

  /** {@code Pr[g_2 > τ g_1]} for τ = x/((n-1)√ρ). */
  private Enclosure beyond(double x, Enclosure mean) {
    Enclosure slope = Enclosure.exact(x).dividedBy(along());
    return NormalTail.upperTail(
        Enclosure.exact(x).minus(mean).dividedBy(slope.square().plus(1).sqrt()));
  }

  /** The bound {@link #order2} by arbitrary precision. */
  BigDecimal preciseOrder2() {
    BigDecimal across = Precise.sqrt(Precise.exactly(rho));
    BigDecimal along = Precise.multiply(Precise.exactly(records).subtract(BigDecimal.ONE), across);
    BigDecimal reach =
        Precise.divide(along.subtract(Precise.exactly(SHORT)), Precise.sqrt(Precise.exactly(2)));
    BigDecimal escape = Precise.upperTail(reach).multiply(Precise.exactly(2));
    return bins()
        .preciseOrder2(
            x -> preciseBeyond(x, across, along),
            x -> preciseBeyond(x, across.negate(), along),
            escape);
  }

  private static Bounds preciseBeyond(double x, BigDecimal mean, BigDecimal along) {
    BigDecimal slope = Precise.divide(Precise.exactly(x), along);
    BigDecimal length = Precise.sqrt(BigDecimal.ONE.add(slope.pow(2)));
    return Bounds.at(Precise.upperTail(Precise.divide(Precise.exactly(x).subtract(mean), length)));
  }
}
