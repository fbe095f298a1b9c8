package org.assay.accountant.internal.divergence;

import org.assay.accountant.internal.calculus.AnalyticIntegral;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergences of the pairs that dominate a sampled mechanism when one record is replaced. A
 * reflection swaps the two distributions of a pair, so both directions agree.
 *
 * <p>For samples of fixed size, drawn without replacement, the pair's trade-off is the convex hull
 * {@code C_q(f)} of [@DongRothSu2022], Theorem 4.2. f is the unsampled trade-off and q the sampled
 * share. For samples drawn independently, the pair is the antipodal pair {@code (1-q) N(0,1) + q
 * N(±mu,1)}: {@code doc-files/replaced-record.md}.
 *
 * <p>Relative width at most 1e-10 for mu (or t) from 1e-6 to 30, q from 1e-9 and orders up to 1e4
 * with {@code order · mu ≤ 1e4}; elsewhere possibly wider.
 */
public final class ReplacedRecord {
  /** Smallest share and distance that are computed; smaller ones get the bounds of this number. */
  private static final double SMALLEST = 1e-60;

  /** Largest distance that is computed; larger ones get the unsampled divergence as upper end. */
  private static final double LARGEST = 1e6;

  /** Largest product of order and mu; larger exponents have no digits after the point. */
  private static final double LARGEST_PRODUCT = 1e5;

  /** Result for parameters outside the computed range. */
  private static final Enclosure UNKNOWN = Enclosure.of(0, Double.POSITIVE_INFINITY);

  private ReplacedRecord() {}

  /**
   * Gaussian noise on a sample of fixed size: {@code log(1 + ∫_{x > mu/2} φ (r^a - 1)(1 -
   * r^(1-a)))/(a - 1)}, {@code r = 1 - q + q e^(mu x - mu²/2)}.
   *
   * @param share an enclosure of the sampled share q, in [0, 1]
   * @param mu an enclosure of the sensitivity under replace-one over the standard deviation
   * @param order Rényi order, above 1
   * @return an enclosure, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure fixedSizeGaussian(Enclosure share, Enclosure mu, double order) {
    requirePair(share, mu, order);
    Enclosure unsampled = GaussianMechanism.renyi(mu, order);
    return ends(share, mu, unsampled, (q, m) -> fixedSizeGaussian(q, m, order));
  }

  /**
   * Laplace noise on a sample of fixed size.
   *
   * @param share an enclosure of the sampled share, in [0, 1]
   * @param t an enclosure of the sensitivity under replace-one over the scale
   * @param order Rényi order, above 1
   * @return an enclosure, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure fixedSizeLaplace(Enclosure share, Enclosure t, double order) {
    requirePair(share, t, order);
    Enclosure unsampled = LaplaceMechanism.renyi(t, order);
    return ends(share, t, unsampled, (q, m) -> fixedSizeLaplace(q, m, order));
  }

  /**
   * Gaussian noise on a sample drawn independently.
   *
   * @param q sampling probability, in [0, 1]
   * @param mu an enclosure of the largest effect of one record's presence over the standard
   *     deviation
   * @param order Rényi order, above 1
   * @return an enclosure, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure poissonGaussian(double q, Enclosure mu, double order) {
    Enclosure share = Enclosure.exact(Parameters.requireProbability("samplingProbability", q));
    requirePair(share, mu, order);
    Enclosure unsampled = GaussianMechanism.renyi(mu.times(2), order);
    return ends(share, mu, unsampled, (p, m) -> poissonGaussian(p, m, order));
  }

  /** A divergence at exact parameters. */
  private interface PairDivergence {
    Enclosure at(double q, double distance);
  }

  /**
   * The divergences rise with share and distance, so the ends of both give the ends of the value.
   */
  private static Enclosure ends(
      Enclosure share, Enclosure distance, Enclosure unsampled, PairDivergence divergence) {
    if (share.upper() == 0 || distance.upper() == 0) {
      return Enclosure.ZERO;
    }
    if (share.lower() == 1) {
      return unsampled;
    }
    double q = Math.min(Math.max(share.upper(), SMALLEST), 1 - 0x1p-53);
    double m = Math.max(distance.upper(), SMALLEST);
    if (share.upper() == 1 || m > LARGEST) {
      return Enclosure.of(0, unsampled.upper());
    }
    Enclosure high = divergence.at(q, m);
    boolean exact = q == share.lower() && m == distance.lower();
    boolean tooSmall = share.lower() < SMALLEST || distance.lower() < SMALLEST;
    double low =
        exact
            ? high.lower()
            : tooSmall ? 0 : divergence.at(share.lower(), distance.lower()).lower();
    double upper = Math.min(high.upper(), unsampled.upper());
    return Enclosure.of(Math.min(low, upper), upper);
  }

  private static Enclosure fixedSizeGaussian(double q, double mu, double order) {
    return order * mu > LARGEST_PRODUCT
        ? UNKNOWN
        : new FixedSizeGaussianIntegrand(Enclosure.exact(q), Enclosure.exact(mu), order)
            .renyi(order * mu);
  }

  private static Enclosure poissonGaussian(double q, double mu, double order) {
    return order * mu > LARGEST_PRODUCT
        ? UNKNOWN
        : new AntipodalGaussianIntegrand(q, mu, order).renyi(2 * order * mu);
  }

  private static Enclosure fixedSizeLaplace(double q, double t, double order) {
    Enclosure exact = Enclosure.exact(t);
    Enclosure atom = exact.negate().minus(Enclosure.exact(2).log());
    if (order * t > SampledLaplace.LARGEST_EXPONENT) {
      Enclosure largest = PairIntegrand.logMixture(q, exact);
      return SampledLaplace.nearLimit(largest, atom.plus(largest), order);
    }
    FixedSizeLaplaceIntegrand integrand = new FixedSizeLaplaceIntegrand(q, exact, order);
    MomentSum sum = new MomentSum(order, (order - 1) * PairIntegrand.logMixture(q, t));
    integrand.logScale = sum.logScale();
    sum.addScaled(integrand.term(atom, integrand.logRatio(exact)));
    sum.addScaled(AnalyticIntegral.of(integrand, 0, t));
    return sum.renyi();
  }

  private static void requirePair(Enclosure share, Enclosure distance, double order) {
    if (!(share.lower() >= 0 && share.lower() <= 1)) {
      throw new IllegalArgumentException("share was " + share + ": it must be in [0, 1]");
    }
    Parameters.requireOrder(order);
    Orders.require(distance, order);
  }

  /** Laplace noise on a sample of fixed size, between midpoint and centre, in the log ratio u. */
  static final class FixedSizeLaplaceIntegrand extends SymmetricIntegrand {
    private static final Enclosure LOG_FOUR = Enclosure.exact(4).log();

    private final double q;
    private final Enclosure t;

    FixedSizeLaplaceIntegrand(double q, Enclosure t, double order) {
      super(order);
      this.q = q;
      this.t = t;
    }

    @Override
    Enclosure logWeight(Enclosure u) {
      return u.plus(t).times(-0.5).minus(LOG_FOUR);
    }

    @Override
    Enclosure logRatio(Enclosure u) {
      return logMixture(q, u);
    }

    @Override
    double logSupremum(double from, double to, double height) {
      if (!(height < 3.1)) {
        return Double.POSITIVE_INFINITY;
      }
      double largest = Math.max(0, logMixture(q, to));
      double smallest = Math.min(0, logMixture(q, from)) + Math.log(Math.cos(height / 2));
      double distance = Math.log(q) + logExpm1(from, to, height);
      double a = 1 + b;
      double rise = Math.min(Math.log(a) + distance + b * largest, logSum(a * largest, 0));
      double fall = Math.min(Math.log(b) + distance - a * smallest, logSum(-b * smallest, 0));
      return rise + fall - (from + t.lower()) / 2 - Math.log(4);
    }
  }

  /**
   * The mixtures {@code (1-q) N(0,1) + q N(±mu,1)}, whose densities over φ are {@code r± = 1 - q +
   * q e^(±mu x - mu²/2)}: weight {@code φ r₋}, {@code L = log(r₊/r₋)}.
   */
  static final class AntipodalGaussianIntegrand extends SymmetricIntegrand {
    private final double q;
    private final double mu;
    private final Enclosure halfSquare;

    AntipodalGaussianIntegrand(double q, double mu, double order) {
      super(order);
      this.q = q;
      this.mu = mu;
      this.halfSquare = Enclosure.exact(mu).square().times(0.5);
    }

    @Override
    Enclosure logWeight(Enclosure x) {
      return logNormal(x).plus(lower(x));
    }

    private Enclosure lower(Enclosure x) {
      return logMixture(q, x.times(-mu).minus(halfSquare));
    }

    @Override
    Enclosure logRatio(Enclosure x) {
      Enclosure v = x.times(mu);
      Enclosure upper = v.minus(halfSquare);
      Enclosure lower = lower(x);
      Enclosure difference = logMixture(q, upper).minus(lower);
      if (difference.lower() > 1) {
        return difference;
      }
      Enclosure gap = upper.exp().times(v.times(-2).expm1().negate()).times(q);
      return gap.times(lower.negate().exp()).log1p();
    }

    @Override
    double roughLog(double x) {
      double v = x * mu;
      double half = mu * mu / 2;
      double lower = preciseLogMixture(q, -v - half);
      double gap = q * Math.exp(v - half - lower) * -Math.expm1(-2 * v);
      double ratio = gap < 1e300 ? Math.log1p(gap) : preciseLogMixture(q, v - half) - lower;
      return roughLog(-x * x / 2 - LOG_SQRT_TWO_PI + lower, ratio);
    }

    @Override
    double logSupremum(double from, double to, double height) {
      double tau = mu * height;
      if (!(tau <= 1.2)) {
        return Double.POSITIVE_INFINITY;
      }
      double a = 1 + b;
      double half = mu * mu / 2;
      double far = mu * Math.max(Math.abs(from), Math.abs(to));
      double cosine = Math.log(Math.cos(tau / 2));
      double plusHigh = logMixture(q, mu * to - half);
      double plusLow = logMixture(q, mu * from - half) + cosine;
      double minusHigh = logMixture(q, -mu * from - half);
      double minusLow = logMixture(q, -mu * to - half) + cosine;
      double highest = logMixture(q, far - half);
      double lowest = Math.log((1 - q) + q * Math.exp(-far - half) * Math.cos(tau));
      double sine = far > 300 ? far : Math.log(Math.hypot(Math.sinh(far), Math.sin(tau)));
      double distance = Math.log(2 * q) - half + sine;
      double close =
          -b * (minusLow + plusLow)
              + Math.log(a * b)
              + 2 * distance
              + b * highest
              + (b - 1) * (b >= 1 ? highest : lowest);
      double apart =
          Math.log(4)
              + Math.max(
                  Math.max(plusHigh, minusHigh),
                  Math.max(a * plusHigh - b * minusLow, a * minusHigh - b * plusLow));
      return logNormalSupremum(from, to, height) + Math.min(close, apart);
    }

    /**
     * The integrand is at most {@code φ r₊^a r₋^(-b)}, whose logarithm falls at rate {@code x - a
     * mu - b mu p}, p the share of the far component in r₋, which falls itself.
     */
    @Override
    double logTail(double cut) {
      double a = 1 + b;
      double low = -mu * cut - mu * mu / 2;
      double share = q * Math.exp(low) / ((1 - q) + q * Math.exp(low)) * (1 + 0x1p-40);
      double fall = cut - (a * mu + b * mu * share) * (1 + 0x1p-40);
      return fall > 0.5
          ? -cut * cut / 2
              - LOG_SQRT_TWO_PI
              + a * logMixture(q, mu * cut - mu * mu / 2)
              - b * logMixture(q, low)
              - Math.log(fall)
          : Double.POSITIVE_INFINITY;
    }
  }
}
