package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergences between a discrete Gaussian N_Z(0, σ²) and {@code (1-q) N_Z(0, σ²) + q
 * N_Z(shift, σ²)}: the dominating pair of the Poisson-sampled mechanism for one record present or
 * absent ([@ZhuDongWang2022], Theorem 11, applied to {@code doc-files/log-concave-noise.md}).
 *
 * <p>Moments are summed over the integers with a bound of the truncation error. For wide noise the
 * sum is the trapezoid rule of the continuous mechanism, whose divergence is used with the rule's
 * proven error. Proofs: {@code doc-files/discrete-gaussian.md}.
 */
public final class SampledDiscreteGaussian {
  /** Largest number of terms of the sum. Not tuned: bounds the time. */
  private static final int LARGEST_SUM = 200_000;

  private SampledDiscreteGaussian() {}

  /**
   * Divergence of the mixture from the base.
   *
   * @param q sampling probability, in [0, 1]
   * @param sigma the noise's parameter, finite and above 0
   * @param shift distance of the centres, from 1 to 2^53
   * @param order Rényi order, above 1
   * @return an enclosure, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyiForward(double q, double sigma, long shift, double order) {
    return renyi(q, sigma, shift, order, true);
  }

  /**
   * Divergence of the base from the mixture.
   *
   * @param q sampling probability, in [0, 1]
   * @param sigma the noise's parameter, finite and above 0
   * @param shift distance of the centres, from 1 to 2^53
   * @param order Rényi order, above 1
   * @return an enclosure, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyiReverse(double q, double sigma, long shift, double order) {
    return renyi(q, sigma, shift, order, false);
  }

  private static Enclosure renyi(
      double q, double sigma, long shift, double order, boolean forward) {
    Parameters.requireProbability("samplingProbability", q);
    Parameters.requireOrder(order);
    Enclosure unsampled = DiscreteGaussian.renyi(sigma, shift, order);
    if (q == 0) {
      return Enclosure.ZERO;
    }
    if (q == 1) {
      return unsampled;
    }
    Enclosure wide = likeContinuous(q, sigma, shift, order, forward);
    Enclosure value =
        wide.relativeWidth() <= 1e-10
            ? wide
            : new LatticeSum(q, sigma, shift, order, forward).renyi(LARGEST_SUM);
    double upper = Math.min(Math.min(value.upper(), wide.upper()), unsampled.upper());
    return Enclosure.of(Math.min(value.lower(), upper), upper);
  }

  /**
   * The continuous divergence at noise multiplier σ/shift, widened by the trapezoid rule's relative
   * error of moment and normalizer at step 1/σ.
   */
  private static Enclosure likeContinuous(
      double q, double sigma, long shift, double order, boolean forward) {
    double ratio = sigma / shift;
    double b = order - 1;
    double logError = Double.POSITIVE_INFINITY;
    for (int i = 1; i < 32; i++) {
      double y = Math.PI * i / 32 * ratio;
      double growth = forward ? 0 : -b * Math.log(Math.cos(y / ratio / 2));
      double log = y * y / 2 + growth + Math.log(4 + 4 * order) - 2 * Math.PI * y * sigma;
      logError =
          Math.min(
              logError, log * (1 - 1e-12) + 1e-6 * (1 + Math.abs(growth)) + 1e-12 * order + 0.1);
    }
    if (!(logError < -2) || !(ratio > 1e-3 && ratio < 1e15)) {
      return Enclosure.of(0, Double.POSITIVE_INFINITY);
    }
    // The noise multiplier is rounded; the divergence falls with it.
    Enclosure multiplier = Enclosure.exact(sigma).dividedBy((double) shift);
    Enclosure low = continuous(q, multiplier.upper(), order, forward);
    Enclosure high =
        multiplier.width() == 0 ? low : continuous(q, multiplier.lower(), order, forward);
    double slack = 2 * Math.exp(logError);
    Enclosure change = Enclosure.of(-slack, slack).log1p().times(2).dividedBy(b);
    Enclosure value = Enclosure.of(low.lower(), high.upper()).plus(change);
    return value.max(Enclosure.ZERO);
  }

  private static Enclosure continuous(double q, double sigma, double order, boolean forward) {
    return forward
        ? SampledGaussian.renyiForward(q, sigma, order)
        : SampledGaussian.renyiReverse(q, sigma, order);
  }

  /** The moment of a sampled discrete Gaussian, term by term. */
  static final class LatticeSum {
    private final double q;
    private final double sigma;
    private final long shift;
    private final double order;
    private final boolean forward;
    private final Enclosure logNormalizer;

    LatticeSum(double q, double sigma, long shift, double order, boolean forward) {
      this.q = q;
      this.sigma = sigma;
      this.shift = shift;
      this.order = order;
      this.forward = forward;
      this.logNormalizer = DiscreteGaussian.logNormalizer(sigma);
    }

    /**
     * The divergence, or {@code [0, infinity]} if it needs more terms than allowed.
     *
     * <p>Let r be the density ratio of the mixture. The forward kernel of the moment is at most
     * {@code (2 + 2a) r^a} for r ≥ 1, and at most {@code a} for smaller r. The reverse kernel is at
     * most {@code (2 + b) max(r, (1-q)^-b)}. Beyond some point the bound's logarithm falls at the
     * computed rate, so a geometric series bounds the remaining terms.
     */
    Enclosure renyi(long largestSum) {
      double a = order;
      double b = a - 1;
      double reach =
          Math.ceil(
                  sigma
                      * Math.sqrt(
                          2
                              * (80
                                  + Math.abs(Math.log(q)) * 2
                                  + Math.abs(Math.log(b))
                                  + (forward ? 0 : -b * Math.log1p(-q)))))
              + 3;
      double right = (forward ? a : 1) * shift + reach;
      double terms = right + reach;
      if (!(terms <= largestSum)) {
        return Enclosure.of(0, Double.POSITIVE_INFINITY);
      }
      long last = (long) right;
      long first = -(long) reach;
      double peak = Double.NEGATIVE_INFINITY;
      for (long x = first; x <= last; x++) {
        double mixture = PairIntegrand.logMixture(q, logRatio(x).midpoint());
        peak = Math.max(peak, logMass(x).midpoint() + (forward ? a : -b) * mixture);
      }
      MomentSum sum = new MomentSum(order, peak);
      for (long x = first; x <= last; x++) {
        Enclosure mixture = PairIntegrand.logMixture(q, logRatio(x));
        sum.add(
            forward ? logMass(x).plus(mixture) : logMass(x), forward ? mixture : mixture.negate());
      }
      double beyond = tail(first - 1, -1, sum.logScale()) + tail(last + 1, 1, sum.logScale());
      sum.addScaled(Enclosure.of(0, beyond * (1 + 1e-9)));
      return sum.renyi();
    }

    private Enclosure logMass(long x) {
      return Enclosure.exact((double) x).dividedBy(sigma).square().times(-0.5).minus(logNormalizer);
    }

    /** {@code (2 x shift - shift²)/2σ²}. */
    private Enclosure logRatio(long x) {
      return Enclosure.ofCount(2 * x)
          .minus((double) shift)
          .times((double) shift)
          .times(0.5)
          .dividedBy(sigma)
          .dividedBy(sigma);
    }

    /** An upper bound of the terms from x on, in the given direction, over {@code e^logScale}. */
    double tail(long x, int direction, double logScale) {
      double b = order - 1;
      double exponent = forward && direction > 0 ? order : 1;
      // A bound of the logarithm of the kernel that grows at most by exponent · shift/σ² each step.
      double mixture = Math.max(0, PairIntegrand.logMixture(q, logRatio(x).upper()));
      double kernel = exponent * (direction > 0 ? mixture : 0) + Math.log(2 + 2 * order);
      if (!forward) {
        kernel -= b * Math.log1p(-q);
      }
      double log = logMass(x).upper() + kernel + 1e-6 * (1 + Math.abs(kernel)) + 1e-12 * order;
      double growth = direction > 0 ? exponent * shift / (sigma * sigma) : 0;
      double fall = (Math.abs((double) x) / (sigma * sigma) - growth) * (1 - 1e-9);
      return fall > 0 ? Math.exp(log - logScale) / -Math.expm1(-fall) : Double.POSITIVE_INFINITY;
    }
  }
}
