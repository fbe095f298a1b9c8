package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergences between {@code N(0, σ²)} and the mixture {@code (1-q) N(0, σ²) + q N(1, σ²)}:
 * the dominating pair of the Poisson-sampled Gaussian mechanism of noise multiplier σ under
 * add-or-remove adjacency ([@MironovTalwarZhang2019], Theorem 4).
 *
 * <p>Every real order above 1 is supported. The integrand has no cancellation, and the trapezoid
 * rule has a proven error bound: {@code doc-files/sampled-gaussian-quadrature.md}. The relative
 * width is below 1e-10 for {@code 1e-3 ≤ σ ≤ 1e20} and {@code q ≥ 1e-100}. Elsewhere, or if more
 * than a million nodes would be needed, enclosures are wider.
 */
public final class SampledGaussian {
  /** Smallest noise multiplier for the trapezoid rule; smaller ones would need too many nodes. */
  private static final double SMALLEST_SIGMA = 1e-3;

  /** Noise multiplier at which the reverse divergence has reached its limit in binary64. */
  private static final double REVERSE_LIMIT_SIGMA = 0.02;

  /** Largest noise multiplier; for larger ones the integrand would leave the normal range. */
  public static final double LARGEST_SIGMA = 1e20;

  /** Smallest sampling probability; for smaller ones the integrand would leave the normal range. */
  public static final double SMALLEST_PROBABILITY = 1e-100;

  private SampledGaussian() {}

  /**
   * Divergence of the mixture from the base, {@code D_order((1-q)N(0,σ²) + qN(1,σ²) ‖ N(0,σ²))}.
   *
   * @param q sampling probability, in [0, 1]
   * @param sigma noise multiplier: standard deviation over sensitivity, finite and above 0
   * @param order Rényi order, finite and above 1
   * @return an enclosure, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyiForward(double q, double sigma, double order) {
    check(q, sigma, order);
    if (q == 0) {
      return Enclosure.ZERO;
    }
    if (q == 1) {
      return GaussianMechanism.renyi(Enclosure.ONE.dividedBy(sigma), order);
    }
    // The divergence grows with q and falls with σ, by data processing.
    if (q < SMALLEST_PROBABILITY || sigma > LARGEST_SIGMA) {
      double larger = Math.max(q, SMALLEST_PROBABILITY);
      double smaller = Math.min(sigma, LARGEST_SIGMA);
      double unsampled = GaussianMechanism.renyi(Enclosure.ONE.dividedBy(sigma), order).upper();
      return Enclosure.of(0, Math.min(unsampled, renyiForward(larger, smaller, order).upper()));
    }
    Enclosure coarse = coarseForward(q, sigma, order);
    if (sigma < SMALLEST_SIGMA) {
      return coarse;
    }
    return moment(q, sigma, order, true).intersect(coarse);
  }

  /**
   * Divergence of the base from the mixture, {@code D_order(N(0,σ²) ‖ (1-q)N(0,σ²) + qN(1,σ²))}.
   *
   * @param q sampling probability, in [0, 1]
   * @param sigma noise multiplier: standard deviation over sensitivity, finite and above 0
   * @param order Rényi order, finite and above 1
   * @return an enclosure, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyiReverse(double q, double sigma, double order) {
    check(q, sigma, order);
    if (q == 0) {
      return Enclosure.ZERO;
    }
    if (q == 1) {
      return GaussianMechanism.renyi(Enclosure.ONE.dividedBy(sigma), order);
    }
    if (q < SMALLEST_PROBABILITY || sigma > LARGEST_SIGMA) {
      double larger = Math.max(q, SMALLEST_PROBABILITY);
      double smaller = Math.min(sigma, LARGEST_SIGMA);
      double unsampled = GaussianMechanism.renyi(Enclosure.ONE.dividedBy(sigma), order).upper();
      return Enclosure.of(0, Math.min(unsampled, renyiReverse(larger, smaller, order).upper()));
    }
    // The mixture is at least (1-q) times the base, so the density ratio never exceeds 1/(1-q).
    Enclosure ceiling =
        Enclosure.of(0, Enclosure.exact(-q).log1p().negate().upper())
            .min(GaussianMechanism.renyi(Enclosure.ONE.dividedBy(sigma), order));
    if (sigma < REVERSE_LIMIT_SIGMA) {
      double floor = renyiReverse(q, REVERSE_LIMIT_SIGMA, order).lower();
      return Enclosure.of(Math.min(floor, ceiling.upper()), ceiling.upper());
    }
    return moment(q, sigma, order, false).intersect(Enclosure.of(0, ceiling.upper()));
  }

  private static Enclosure moment(double q, double sigma, double order, boolean forward) {
    Enclosure logMoment = SampledGaussianMoment.logMoment(q, sigma, order, forward);
    return logMoment.dividedBy(Enclosure.exact(order).minus(1));
  }

  /**
   * Bounds within log 2: with {@code S = (1-q)^order + q^order e^(order(order-1)/2σ²)},
   * superadditivity of the power gives {@code E[r^order] ≥ S} and convexity {@code E[r^order] ≤
   * 2^(order-1) S}; sampling never makes the Gaussian mechanism worse.
   */
  private static Enclosure coarseForward(double q, double sigma, double order) {
    Enclosure plain = GaussianMechanism.renyi(Enclosure.ONE.dividedBy(sigma), order);
    Enclosure b = Enclosure.exact(order).minus(1);
    Enclosure unsampled = Enclosure.exact(-q).log1p().times(order);
    Enclosure sampled = Enclosure.exact(q).log().times(order).plus(plain.times(b));
    Enclosure larger = unsampled.max(sampled);
    Enclosure smaller = unsampled.min(sampled);
    Enclosure logSum = smaller.minus(larger).exp().log1p().plus(larger);
    Enclosure lower = logSum.dividedBy(b);
    double upper = lower.plus(Enclosure.exact(2).log()).upper();
    double floor = Math.max(0, Math.min(lower.lower(), plain.upper()));
    return Enclosure.of(floor, Math.max(floor, Math.min(plain.upper(), upper)));
  }

  private static void check(double q, double sigma, double order) {
    Parameters.requireProbability("samplingProbability", q);
    Parameters.requirePositive("noiseMultiplier", sigma);
    Parameters.requireOrder(order);
  }
}
