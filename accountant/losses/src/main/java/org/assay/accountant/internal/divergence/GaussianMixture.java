package org.assay.accountant.internal.divergence;

import java.util.List;
import java.util.function.Supplier;
import org.assay.accountant.internal.calculus.AnalyticIntegral;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergences between {@code Σ p_k N(s_k, 1)}, s_k ≥ 0, and {@code N(0, 1)}: Gaussian noise
 * under a random sensitivity ([@ChoquetteChooEtAl2024]). Integrated with certified error; relative
 * width at most 1e-10 for shifts up to 20 and {@code order · largest shift} up to 1,000.
 */
public final class GaussianMixture {
  /**
   * Above this product of order and largest shift the unmixed divergence of the largest shift is
   * given instead.
   */
  private static final double LARGEST_PRODUCT = 1e4;

  /**
   * Smallest value of the largest shift that is integrated; for smaller ones the unmixed divergence
   * is given.
   */
  private static final double SMALLEST_SHIFT = 1e-60;

  /** First truncation of the integral beyond the outermost peaks, in standard deviations. */
  private static final double BEYOND = 12;

  /** Points at which the integrand's peak is estimated. */
  private static final int SAMPLES = 512;

  private GaussianMixture() {}

  /**
   * The larger divergence of both directions.
   *
   * @param weights enclosures of the p_k, which sum to 1
   * @param shifts enclosures of the s_k, as many, finite and at least 0
   * @param order Rényi order, above 1
   * @return an enclosure, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyi(List<Enclosure> weights, List<Enclosure> shifts, double order) {
    return renyi(
        weights,
        shifts,
        order,
        () -> directed(weights, shifts, order, true).max(directed(weights, shifts, order, false)));
  }

  /**
   * The divergence of the mixture from the noise around 0.
   *
   * @param weights enclosures of the p_k, which sum to 1
   * @param shifts enclosures of the s_k, as many, finite and at least 0
   * @param order Rényi order, above 1
   * @return an enclosure, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyiForward(
      List<Enclosure> weights, List<Enclosure> shifts, double order) {
    return renyi(weights, shifts, order, () -> directed(weights, shifts, order, true));
  }

  private static Enclosure renyi(
      List<Enclosure> weights, List<Enclosure> shifts, double order, Supplier<Enclosure> integral) {
    Parameters.requireOrder(order);
    if (weights.size() != shifts.size() || weights.isEmpty()) {
      throw new IllegalArgumentException(
          "there were " + weights.size() + " weights and " + shifts.size() + " shifts");
    }
    shifts.forEach(shift -> Orders.require(shift, order));
    Enclosure largest = shifts.stream().reduce(Enclosure.ZERO, Enclosure::max);
    if (largest.upper() == 0) {
      return Enclosure.ZERO;
    }
    Enclosure unmixed = GaussianMechanism.renyi(largest, order);
    double product = order * largest.upper();
    if (!(product <= LARGEST_PRODUCT && largest.lower() >= SMALLEST_SHIFT)) {
      return Enclosure.of(0, unmixed.upper());
    }
    Enclosure integrated = integral.get();
    double upper = Math.min(integrated.upper(), unmixed.upper());
    return Enclosure.of(Math.min(integrated.lower(), upper), upper);
  }

  private static Enclosure directed(
      List<Enclosure> weights, List<Enclosure> shifts, double order, boolean forward) {
    GaussianMixtureIntegrand integrand =
        new GaussianMixtureIntegrand(weights, shifts, order, forward);
    double largest = shifts.stream().mapToDouble(Enclosure::upper).max().orElseThrow();
    double right = (forward ? order : 1) * largest + BEYOND;
    double left = -(forward ? 0 : (order - 1) * largest) - BEYOND;
    double rise = Double.NEGATIVE_INFINITY;
    for (int i = 0; i <= SAMPLES; i++) {
      double x = left + (right - left) * i / SAMPLES;
      double moment = (forward ? order : 1 - order) * integrand.logMixture(x);
      rise = Math.max(rise, moment - x * x / 2);
    }
    MomentSum sum = new MomentSum(order, rise);
    integrand.logScale = sum.logScale();
    double peak = Double.MIN_NORMAL;
    for (int i = 0; i <= SAMPLES; i++) {
      double x = left + (right - left) * i / SAMPLES;
      peak = Math.max(peak, integrand.at(Enclosure.exact(x)).midpoint());
    }
    double negligible = Math.log(peak) + integrand.logScale - 46;
    right = cut(integrand, right, negligible);
    left = cut(integrand, left, negligible);
    sum.addScaled(AnalyticIntegral.of(integrand, left, right));
    sum.addScaled(tail(integrand, left).plus(tail(integrand, right)));
    return sum.renyi();
  }

  private static double cut(GaussianMixtureIntegrand integrand, double start, double negligible) {
    double cut = start;
    while (integrand.logTail(cut) > negligible && Math.abs(cut - start) < 1e4) {
      cut += Math.signum(start) * 2;
    }
    return cut;
  }

  private static Enclosure tail(GaussianMixtureIntegrand integrand, double cut) {
    double log = integrand.logTail(cut) - integrand.logScale + integrand.slack;
    return Enclosure.of(0, Math.exp(log));
  }
}
