package org.assay.accountant.internal.contour.rare;

import org.assay.accountant.internal.calculus.AnalyticIntegral;
import org.assay.accountant.internal.calculus.ExpRemainder;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.internal.divergence.PairIntegrand;
import org.assay.accountant.internal.divergence.SymmetricIntegrand;
import org.assay.accountant.numeric.Enclosure;

/**
 * One Poisson-sampled Gaussian step with a record removed, truncated to outputs up to a cut. The
 * truncated measure has mass below 1 and small losses, so its moments exist for large orders.
 * Outputs beyond the cut are accounted for separately. Names are those of {@code
 * doc-files/rare-sampling.md}.
 *
 * @param q sampling probability
 * @param sigma standard deviation over the largest effect of one record's presence
 * @param cut the largest output, above 0
 */
record CutPair(double q, double sigma, double cut) {
  /** Left end of the integrals; the normal distribution has less than 1e-23 to its left. */
  static final double LEFT_END = -10;

  /** Bound of the error of the logarithms by which suprema are bounded. */
  private static final double SLACK = 1e-3;

  private static final double LOG_SQRT_TWO_PI = 0.9189385332046727;

  /** Number of nodes of the rough moments. Not tuned. */
  private static final int ROUGH_NODES = 600;

  /**
   * The exponent of r in the moment at {@code s = c}: {@code 1 + c}, which is rounded for huge c.
   */
  Enclosure power(double c) {
    return Enclosure.ONE.plus(c);
  }

  /** Probability of an output beyond the cut without the record. */
  Enclosure beyond() {
    return NormalTail.upperTail(Enclosure.exact(cut));
  }

  /** Additional probability of an output beyond the cut if the record is sampled. */
  Enclosure excess() {
    Enclosure shifted = Enclosure.exact(cut).minus(Enclosure.ONE.dividedBy(sigma));
    return NormalTail.upperTail(shifted).minus(beyond()).times(q);
  }

  /** {@code log r} at an output, with a relative error except near 0. */
  Enclosure logRatio(Enclosure z) {
    return PairIntegrand.logMixture(q, exponent(z));
  }

  Enclosure exponent(Enclosure z) {
    Enclosure half = Enclosure.ONE.dividedBy(sigma).times(0.5);
    return z.minus(half).dividedBy(sigma);
  }

  /** {@code φ}, without its constant, as a logarithm. */
  static Enclosure logNormal(Enclosure z) {
    return SymmetricIntegrand.logNormal(z);
  }

  /** {@code M(c) - 1}, from the integral of the second-order remainder up to the cut. */
  Enclosure momentMinusOne(double c, Enclosure integral) {
    return integral.plus(leftTail(c, c)).minus(beyond()).minus(excess().times(power(c)));
  }

  /** Bound of the remainder's integral left of {@link #LEFT_END} at c + it, for t up to a reach. */
  Enclosure leftTail(double c, double modulus) {
    double square = 0.5 * modulus * (1 + modulus) * q * q;
    double growth = Math.exp(-(c + 2) * Math.log1p(-q));
    double mass = NormalTail.upperTail(Enclosure.exact(-LEFT_END)).upper();
    return Enclosure.of(0, square * growth * mass * (1 + 1e-9) + Double.MIN_NORMAL);
  }

  /** {@code log M(c)}, infinitely wide if no bound is known. */
  Enclosure logMoment(double c) {
    Enclosure integral = AnalyticIntegral.of(new Remainder(c, 0), LEFT_END, cut);
    Enclosure moment = momentMinusOne(c, integral);
    return moment.lower() > -1 && moment.upper() < Double.POSITIVE_INFINITY
        ? moment.log1p()
        : Enclosure.of(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  /** {@code log E_Q r^a} up to the cut by plain midpoint sums; no bound depends on it. */
  final class Rough {
    private final double[] weight = new double[ROUGH_NODES];
    private final double[] log = new double[ROUGH_NODES];
    private final double first;
    private final double lost;

    Rough() {
      double step = (cut - LEFT_END) / ROUGH_NODES;
      for (int i = 0; i < ROUGH_NODES; i++) {
        double z = LEFT_END + (i + 0.5) * step;
        weight[i] = step * Math.exp(-0.5 * z * z - LOG_SQRT_TWO_PI);
        log[i] = PairIntegrand.logMixture(q, Enclosure.exact((z - 0.5 / sigma) / sigma)).midpoint();
      }
      this.first = excess().midpoint();
      this.lost = beyond().midpoint();
    }

    double logMoment(double a) {
      double sum = -lost - a * first;
      for (int i = 0; i < ROUGH_NODES; i++) {
        double remainder = ExpRemainder.of(a * log[i]) - a * ExpRemainder.of(log[i]);
        sum += weight[i] * remainder;
      }
      return Double.isNaN(sum) ? Double.POSITIVE_INFINITY : Math.log1p(sum);
    }
  }

  /**
   * {@code φ (r^a - 1 - a(r - 1))} at {@code s = c}, with suprema that hold at {@code s = c + it}
   * for every t up to a reach.
   */
  final class Remainder implements AnalyticIntegral.Integrand {
    private final Enclosure power;
    private final double a;
    private final double reach;
    private final double modulus;

    Remainder(double c, double reach) {
      this.power = power(c);
      this.a = power.midpoint();
      this.reach = reach;
      this.modulus = Math.hypot(c, reach);
    }

    @Override
    public Enclosure at(Enclosure z) {
      return remainder(logRatio(z)).times(logNormal(z).exp());
    }

    private Enclosure remainder(Enclosure log) {
      Enclosure whole = ExpRemainder.enclose(log.times(power));
      Enclosure part = ExpRemainder.enclose(log).times(power);
      return whole.minus(part).max(Enclosure.ZERO);
    }

    @Override
    public double supremum(double from, double to, double height) {
      double tau = height / sigma;
      double start = (from - 0.5 / sigma) / sigma;
      double end = (to - 0.5 / sigma) / sigma;
      if (!(tau <= 1.5 && end < 600)) {
        return Double.POSITIVE_INFINITY;
      }
      double weight = q * Math.exp(end);
      double argument =
          Math.atan2(weight * Math.sin(tau), (1 - q) + weight * Math.cos(tau)) * (1 + 1e-9);
      double most = Math.max(0, PairIntegrand.logMixture(q, end));
      // The modulus is at least the real part, and that of 1 + v(r - 1), v in [0, 1], lies between
      // 1 and this.
      double real = Math.log((1 - q) + q * Math.exp(start) * Math.cos(tau));
      double least = Math.min(0, real);
      double logChange = Math.log(q) + PairIntegrand.logExpm1(start, end, tau);
      double turning = reach * argument;
      double bySquare =
          Math.log(0.5 * modulus * (1 + modulus)) + 2 * logChange + grown(a - 2, most, least);
      double byTerms = grown(a, PairIntegrand.logMixture(q, end), real);
      double linear = PairIntegrand.logSum(0, Math.log(1 + modulus) + logChange);
      double log =
          SymmetricIntegrand.logNormalSupremum(from, to, height)
              + Math.min(turning + bySquare, PairIntegrand.logSum(turning + byTerms, linear));
      double slack = SLACK + 1e-12 * Math.abs(a) + 1e-12 * turning;
      return log < 600 ? Math.exp(log + slack) : Double.POSITIVE_INFINITY;
    }

    /**
     * Logarithm of a bound of {@code |b|^power}, the logarithm of |b| being between {@code least}
     * and {@code most}.
     */
    private double grown(double power, double most, double least) {
      return power * (power >= 0 ? most : least);
    }
  }
}
