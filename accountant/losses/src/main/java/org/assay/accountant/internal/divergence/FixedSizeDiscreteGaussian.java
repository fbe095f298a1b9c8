package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergence of discrete Gaussian noise on a sample of fixed size when one record is
 * replaced: {@code log(1 + Σ Q(x) (ρ^a - 1)(1 - ρ^(1-a)))/(a - 1)} over {@code x > shift/2}. Q is
 * the noise at 0, {@code ρ = 1 - q + q r}, and r is the density ratio of the shifted noise to Q
 * ({@code doc-files/replaced-record.md}).
 */
public final class FixedSizeDiscreteGaussian {
  /** Largest number of terms of the sum. Not tuned: bounds the time. */
  private static final int LARGEST_SUM = 200_000;

  private final double q;
  private final double sigma;
  private final long shift;
  private final double order;

  FixedSizeDiscreteGaussian(double q, double sigma, long shift, double order) {
    this.q = q;
    this.sigma = sigma;
    this.shift = shift;
    this.order = order;
  }

  /**
   * Divergence of an order.
   *
   * @param share an enclosure of the sampled share, in [0, 1]
   * @param sigma the noise's parameter, finite and above 0
   * @param shift the sensitivity under replace-one, from 1 to 2^53
   * @param order Rényi order, above 1
   * @return an enclosure, in nats; wide, from 0 to a bound from the unsampled divergence, where the
   *     sum would have more than 200 000 terms
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyi(Enclosure share, double sigma, long shift, double order) {
    Parameters.requireProbability("share", share.lower());
    Parameters.requireOrder(order);
    Enclosure unsampled = DiscreteGaussian.renyi(sigma, shift, order);
    if (share.upper() == 0) {
      return Enclosure.ZERO;
    }
    double q = Math.min(1, share.upper());
    Enclosure high = new FixedSizeDiscreteGaussian(q, sigma, shift, order).sum();
    boolean exact = q == share.lower();
    Enclosure low =
        exact || share.lower() == 0
            ? high
            : new FixedSizeDiscreteGaussian(share.lower(), sigma, shift, order).sum();
    double upper = Math.min(high.upper(), amplified(q, unsampled, order));
    return Enclosure.of(share.lower() == 0 ? 0 : Math.min(low.lower(), upper), upper);
  }

  /**
   * The moment minus one is convex in the share and 0 at share 0, so it is at most q times its
   * value at 1.
   */
  private static double amplified(double q, Enclosure unsampled, double order) {
    double b = order - 1;
    double whole = Rounding.multiplyUp(unsampled.upper(), b);
    double bound =
        whole < 700
            ? Enclosure.exact(whole).expm1().times(q).log1p().dividedBy(b).upper()
            : unsampled.upper();
    return Math.min(unsampled.upper(), bound);
  }

  private Enclosure sum() {
    double b = order - 1;
    double first = Math.floor(shift / 2.0) + 1;
    double logs = 80 + 2 * Math.abs(Math.log(q)) + Math.abs(Math.log(b));
    double last = Math.ceil(Math.max(order * shift, first) + sigma * Math.sqrt(2 * logs)) + 3;
    if (!(last - first <= LARGEST_SUM && last < 0x1p53)) {
      return Enclosure.of(0, Double.POSITIVE_INFINITY);
    }
    Enclosure logNormalizer = DiscreteGaussian.logNormalizer(sigma);
    double peak = Double.NEGATIVE_INFINITY;
    for (double x = first; x <= last; x++) {
      double mixture = PairIntegrand.logMixture(q, logRatio(x).midpoint());
      peak = Math.max(peak, logMass(x, logNormalizer).midpoint() + order * mixture);
    }
    MomentSum sum = new MomentSum(order, peak);
    for (double x = first; x <= last; x++) {
      Enclosure logWeight = logMass(x, logNormalizer).minus(sum.logScale());
      Enclosure mixture = PairIntegrand.logMixture(q, logRatio(x)).max(Enclosure.ZERO);
      sum.addScaled(SymmetricIntegrand.kernel(b, logWeight, mixture).max(Enclosure.ZERO));
    }
    sum.addScaled(Enclosure.of(0, tail(last + 1, logNormalizer, sum.logScale())));
    return sum.renyi();
  }

  /**
   * Bound of the terms from x on. A term is at most {@code Q(x) ρ^a}, whose logarithm falls by at
   * least {@code (x - a shift)/σ²} a step. The reason is that {@code log ρ} rises by at most the
   * step of {@code log r}.
   */
  double tail(double x, Enclosure logNormalizer, double logScale) {
    Enclosure mixture = PairIntegrand.logMixture(q, logRatio(x)).max(Enclosure.ZERO);
    Enclosure log = logMass(x, logNormalizer).plus(mixture.times(order)).minus(logScale);
    Enclosure beyond = Enclosure.exact(x).minus(Enclosure.exact(order).times((double) shift));
    Enclosure fall = beyond.dividedBy(sigma).dividedBy(sigma);
    return fall.lower() > 0
        ? log.exp().dividedBy(fall.negate().expm1().negate()).upper()
        : Double.POSITIVE_INFINITY;
  }

  private Enclosure logMass(double x, Enclosure logNormalizer) {
    return Enclosure.exact(x).dividedBy(sigma).square().times(-0.5).minus(logNormalizer);
  }

  /** {@code (2 x shift - shift²)/2σ²}. */
  private Enclosure logRatio(double x) {
    return Enclosure.exact(2 * x)
        .minus((double) shift)
        .times((double) shift)
        .times(0.5)
        .dividedBy(sigma)
        .dividedBy(sigma);
  }
}
