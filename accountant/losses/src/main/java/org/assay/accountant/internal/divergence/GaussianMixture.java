package org.assay.accountant.internal.divergence;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
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
   * Largest product of order and largest shift that is integrated; above it the result is the
   * unmixed divergence of the largest shift. Not tuned.
   */
  private static final double LARGEST_PRODUCT = 1e4;

  /**
   * Smallest value of the largest shift that is integrated; below it the result is the unmixed
   * divergence.
   */
  private static final double SMALLEST_SHIFT = 1e-60;

  /**
   * First truncation of the integral beyond the outermost peaks, in standard deviations. Not tuned.
   */
  private static final double BEYOND = 12;

  /** Number of points at which the integrand's peak is estimated. Not tuned. */
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

  /**
   * The moment of {@code r = Σ p_k e^(s_k x - s_k²/2)} over the standard normal density, in x.
   * Suprema and tails: {@code doc-files/analytic-integrands.md}.
   */
  static final class GaussianMixtureIntegrand extends PairIntegrand {
    private final List<Enclosure> weights;
    private final List<Enclosure> shifts;
    private final boolean forward;
    private final double largestShift;

    GaussianMixtureIntegrand(
        List<Enclosure> weights, List<Enclosure> shifts, double order, boolean forward) {
      super(order);
      int[] present =
          IntStream.range(0, shifts.size()).filter(k -> weights.get(k).upper() > 0).toArray();
      this.weights = Arrays.stream(present).mapToObj(weights::get).toList();
      this.shifts = Arrays.stream(present).mapToObj(shifts::get).toList();
      this.forward = forward;
      this.largestShift = shifts.stream().mapToDouble(Enclosure::upper).max().orElseThrow();
    }

    @Override
    public Enclosure at(Enclosure x) {
      Enclosure ratio = logMixture(x);
      if (ratio.lower() == Double.NEGATIVE_INFINITY) {
        return Enclosure.of(0, Double.POSITIVE_INFINITY);
      }
      Enclosure scaled = SymmetricIntegrand.logNormal(x).minus(logScale);
      return forward
          ? MomentSum.term(b, scaled.plus(ratio), ratio)
          : MomentSum.term(b, scaled, ratio.negate());
    }

    /** {@code log r}, with a small relative error near 0. */
    private Enclosure logMixture(Enclosure x) {
      double top = Double.NEGATIVE_INFINITY;
      for (Enclosure shift : shifts) {
        top = Math.max(top, exponent(shift, x).upper());
      }
      if (top < 1) {
        Enclosure excess = Enclosure.ZERO;
        for (int k = 0; k < shifts.size(); k++) {
          excess = excess.plus(exponent(shifts.get(k), x).expm1().times(weights.get(k)));
        }
        if (excess.lower() > -0.5) {
          return excess.log1p();
        }
      }
      // The largest term is divided out because all terms may underflow far to the left.
      Enclosure scaled = Enclosure.ZERO;
      for (int k = 0; k < shifts.size(); k++) {
        scaled = scaled.plus(exponent(shifts.get(k), x).minus(top).exp().times(weights.get(k)));
      }
      return scaled.log().plus(top);
    }

    private static Enclosure exponent(Enclosure shift, Enclosure x) {
      return x.minus(shift.times(0.5)).times(shift);
    }

    /** {@code log r} in plain binary64, for suprema. */
    double logMixture(double x) {
      double log = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < shifts.size(); k++) {
        double shift = shifts.get(k).upper();
        log = logSum(log, Math.log(weights.get(k).upper()) + shift * (x - shift / 2));
      }
      return log;
    }

    @Override
    double logSupremum(double from, double to, double height) {
      double tau = largestShift * height;
      if (!(tau < 1.5)) {
        return Double.POSITIVE_INFINITY;
      }
      double largest = Math.max(0, logMixture(to));
      double smallest = Math.min(0, logMixture(from) + Math.log(Math.cos(tau)));
      double distance = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < shifts.size(); k++) {
        double s = shifts.get(k).upper();
        double apart = logExpm1(s * (from - s / 2), s * (to - s / 2), s * height);
        distance = logSum(distance, Math.log(weights.get(k).upper()) + apart);
      }
      double square = 2 * distance + Math.log((1 + b) * b / 2);
      double plain;
      if (forward) {
        square += (b - 1) * (b >= 1 ? largest : smallest);
        plain = Math.log(4 + 2 * b) + (1 + b) * largest;
      } else {
        square -= (2 + b) * smallest;
        plain = Math.log(2 + 2 * b) + largest - b * smallest;
      }
      return SymmetricIntegrand.logNormalSupremum(from, to, height) + Math.min(square, plain);
    }

    /** Logarithm of a bound of the integral beyond a point on its own side of 0. */
    double logTail(double cut) {
      double ratio = logMixture(cut);
      double steepest = forward ? (cut > 0 ? 1 + b : 0) : (cut > 0 ? 1 : b);
      double fall = (Math.abs(cut) - steepest * largestShift) * (1 - 0x1p-40);
      double kernel =
          forward
              ? Math.log(4 + 2 * b) + (1 + b) * Math.max(0, ratio)
              : Math.log(2 + 2 * b) + Math.max(0, ratio) - b * Math.min(0, ratio);
      return fall > 0.5
          ? -cut * cut / 2 - SymmetricIntegrand.LOG_SQRT_TWO_PI + kernel - Math.log(fall)
          : Double.POSITIVE_INFINITY;
    }
  }
}
