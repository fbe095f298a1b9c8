package org.assay.accountant.internal.precision;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.IntFunction;
import org.assay.accountant.privacy.Parameters;

/**
 * Divergences and conversions to any number of correct significant digits. A double argument means
 * the exact value of the double.
 *
 * <p>Discretization and truncation errors are bounded by proof; rounding and cancellation are
 * controlled a posteriori. A value is computed at growing precision, with changing mesh and
 * truncation, until two computations in a row agree to two digits more than asked for. Times grow
 * about with the cube of the digits. At 30 digits they range from less than a millisecond (closed
 * forms) to tenths of a second (minima over orders of sampled mechanisms).
 *
 * <p>Every method throws {@link IllegalArgumentException} if an argument is out of range, and
 * {@link ArithmeticException} if the value cannot be computed to the digits asked for. If a
 * divergence or epsilon is 0 by definition, the result is exactly 0.
 */
public final class PreciseFunctions {
  /** Largest number of digits that may be asked for. */
  private static final int MAXIMUM_DIGITS = 1000;

  private PreciseFunctions() {}

  /**
   * Rényi divergence of the sampled Gaussian, {@code D_alpha((1-q)N(0,σ²) + qN(1,σ²) ‖ N(0,σ²))} =
   * {@code log E[r^alpha]/(alpha-1)} ([@MironovTalwarZhang2019], Theorem 4), by the binomial
   * theorem at integer orders and by the trapezoid rule elsewhere ({@code
   * doc-files/precise-sampled-gaussian.md}).
   *
   * @param q sampling probability, in [0, 1]
   * @param sigma noise multiplier, finite and above 0
   * @param alpha Rényi order, finite and above 1; at most a million times sigma
   * @param digits significant digits, from 1 to 1000
   * @return the divergence in nats
   */
  public static PreciseValue sgmRdpFwd(double q, double sigma, double alpha, int digits) {
    return sampledGaussian(q, sigma, alpha, digits, true);
  }

  /**
   * Rényi divergence of the sampled Gaussian in the other direction, {@code D_alpha(N(0,σ²) ‖
   * (1-q)N(0,σ²) + qN(1,σ²))} = {@code log E[r^(1-alpha)]/(alpha-1)}, by the trapezoid rule.
   *
   * @param q sampling probability, in [0, 1]
   * @param sigma noise multiplier, finite and above 0
   * @param alpha Rényi order, finite and above 1; at most a million times sigma
   * @param digits significant digits, from 1 to 1000
   * @return the divergence in nats
   */
  public static PreciseValue sgmRdpRev(double q, double sigma, double alpha, int digits) {
    return sampledGaussian(q, sigma, alpha, digits, false);
  }

  /**
   * Rényi divergence {@code alpha/(2σ²)} of the Gaussian mechanism ([@Mironov2017], Proposition 7).
   *
   * @param sigma noise multiplier, finite and above 0
   * @param alpha Rényi order, finite and at least 1
   * @param digits significant digits, from 1 to 1000
   * @return the divergence in nats
   */
  public static PreciseValue gaussianRdp(double sigma, double alpha, int digits) {
    Parameters.requirePositive("noiseMultiplier", sigma);
    requireOrderFromOne(alpha);
    return evaluate(digits, working -> plainGaussian(sigma, alpha, working));
  }

  /**
   * Rényi divergence of the Laplace mechanism of sensitivity 1 ([@Mironov2017], Proposition 6),
   * {@code log(alpha/(2 alpha-1) e^((alpha-1)/b) + (alpha-1)/(2 alpha-1) e^(-alpha/b))/(alpha-1)},
   * and at order 1 its limit {@code 1/b + e^(-1/b) - 1}.
   *
   * @param b scale, finite and above 0
   * @param alpha Rényi order, finite and at least 1
   * @param digits significant digits, from 1 to 1000
   * @return the divergence in nats
   */
  public static PreciseValue laplaceRdp(double b, double alpha, int digits) {
    Parameters.requirePositive("scale", b);
    requireOrderFromOne(alpha);
    BigDecimal scale = new BigDecimal(b);
    BigDecimal order = new BigDecimal(alpha);
    return evaluate(digits, working -> ClosedForms.laplace(scale, order, working));
  }

  /**
   * Rényi divergence of randomized response ([@Mironov2017], Proposition 5), {@code log(p^alpha
   * (1-p)^(1-alpha) + (1-p)^alpha p^(1-alpha))/(alpha-1)}, and at order 1 its limit {@code (2p-1)
   * log(p/(1-p))}.
   *
   * @param p probability of the truth, strictly between 0 and 1
   * @param alpha Rényi order, finite and at least 1
   * @param digits significant digits, from 1 to 1000
   * @return the divergence in nats
   */
  public static PreciseValue rrRdp(double p, double alpha, int digits) {
    Parameters.requireOpenProbability("truthProbability", p);
    requireOrderFromOne(alpha);
    if (p == 0.5) {
      return zero(digits);
    }
    BigDecimal truth = new BigDecimal(p);
    BigDecimal order = new BigDecimal(alpha);
    return evaluate(digits, working -> ClosedForms.randomizedResponse(truth, order, working));
  }

  /**
   * Smallest delta of the Gaussian mechanism, {@code Φ(mu/2 - ε/mu) - e^ε Φ(-mu/2 - ε/mu)}
   * ([@BalleWang2018], Theorem 8).
   *
   * @param mu sensitivity over standard deviation, finite and at least 0
   * @param eps epsilon, finite and at least 0
   * @param digits significant digits, from 1 to 1000
   * @return delta
   */
  public static PreciseValue gaussianDelta(double mu, double eps, int digits) {
    Parameters.requireNonNegative("mu", mu);
    Parameters.requireNonNegative("epsilon", eps);
    if (mu == 0) {
      return zero(digits);
    }
    return evaluate(
        digits, working -> GaussianPair.delta(new BigDecimal(mu), new BigDecimal(eps), working));
  }

  /**
   * Smallest epsilon of the Gaussian mechanism at a delta, the inverse of {@link #gaussianDelta}.
   *
   * @param mu sensitivity over standard deviation, finite and above 0
   * @param delta strictly between 0 and 1
   * @param digits significant digits, from 1 to 1000
   * @return epsilon, 0 where (0, delta) already holds
   */
  public static PreciseValue gaussianEps(double mu, double delta, int digits) {
    Parameters.requirePositive("mu", mu);
    Parameters.requireOpenProbability("delta", delta);
    return gaussianEpsilon(working -> new BigDecimal(mu), delta, digits);
  }

  /**
   * Largest mu of a Gaussian mechanism that is (epsilon, delta)-differentially private, the inverse
   * of {@link #gaussianDelta} in mu.
   *
   * @param eps epsilon, finite and at least 0
   * @param delta strictly between 0 and 1
   * @param digits significant digits, from 1 to 1000
   * @return mu
   */
  public static PreciseValue gaussianMu(double eps, double delta, int digits) {
    Parameters.requireNonNegative("epsilon", eps);
    Parameters.requireOpenProbability("delta", delta);
    return evaluate(
        digits, working -> GaussianPair.mu(new BigDecimal(eps), new BigDecimal(delta), working));
  }

  /**
   * Epsilon from one Rényi order ([@CanonneKamathSteinke2020], Proposition 12), {@code rdp +
   * log(1-1/alpha) - (log delta + log alpha)/(alpha-1)}, or 0 if negative.
   *
   * @param alpha Rényi order, finite and above 1
   * @param rdp divergence at that order, finite and at least 0
   * @param delta strictly between 0 and 1
   * @param digits significant digits, from 1 to 1000
   * @return epsilon, 0 where (0, delta) already holds
   */
  public static PreciseValue rdpToEpsCks(double alpha, double rdp, double delta, int digits) {
    BigDecimal b = excessOrder(alpha);
    BigDecimal moment = b.multiply(new BigDecimal(Parameters.requireNonNegative("rdp", rdp)));
    BigDecimal wanted = new BigDecimal(Parameters.requireOpenProbability("delta", delta));
    return notNegative(evaluate(digits, working -> Conversion.epsilon(b, moment, wanted, working)));
  }

  /**
   * Logarithm of delta from one Rényi order ([@CanonneKamathSteinke2020], Proposition 12), {@code
   * (alpha-1)(rdp-eps) + alpha log(1-1/alpha) - log(alpha-1)}, not clipped at 0.
   *
   * @param alpha Rényi order, finite and above 1
   * @param rdp divergence at that order, finite and at least 0
   * @param eps epsilon, finite and at least 0
   * @param digits significant digits, from 1 to 1000
   * @return the logarithm of delta
   */
  public static PreciseValue rdpToLogdeltaCks(double alpha, double rdp, double eps, int digits) {
    BigDecimal b = excessOrder(alpha);
    BigDecimal moment = b.multiply(new BigDecimal(Parameters.requireNonNegative("rdp", rdp)));
    BigDecimal wanted = new BigDecimal(Parameters.requireNonNegative("epsilon", eps));
    return evaluate(digits, working -> Conversion.logDelta(b, moment, wanted, working));
  }

  /**
   * Epsilon from zero-concentrated differential privacy: {@link #rdpToEpsCks} of {@code rho alpha},
   * minimised over all real orders above 1.
   *
   * @param rho finite and above 0
   * @param delta strictly between 0 and 1
   * @param digits significant digits, from 1 to 1000
   * @return epsilon, 0 where (0, delta) already holds
   */
  public static PreciseValue zcdpToEpsCks(double rho, double delta, int digits) {
    LogMoment moment = ClosedForms.zeroConcentrated(positive("rho", rho));
    BigDecimal wanted = new BigDecimal(Parameters.requireOpenProbability("delta", delta));
    return notNegative(
        evaluate(digits, working -> Conversion.leastEpsilon(moment, wanted, working)));
  }

  /**
   * Logarithm of delta from zero-concentrated differential privacy: {@link #rdpToLogdeltaCks} of
   * {@code rho alpha}, minimised over all real orders above 1.
   *
   * @param rho finite and above 0
   * @param eps epsilon, finite and at least 0
   * @param digits significant digits, from 1 to 1000
   * @return the logarithm of delta
   */
  public static PreciseValue zcdpToLogdeltaCks(double rho, double eps, int digits) {
    LogMoment moment = ClosedForms.zeroConcentrated(positive("rho", rho));
    BigDecimal wanted = new BigDecimal(Parameters.requireNonNegative("epsilon", eps));
    return evaluate(digits, working -> Conversion.leastLogDelta(moment, wanted, working));
  }

  /**
   * Exact epsilon of the Gaussian mechanism that just satisfies rho-zero-concentrated differential
   * privacy, {@link #gaussianEps} of {@code mu = √(2 rho)}.
   *
   * @param rho finite and above 0
   * @param delta strictly between 0 and 1
   * @param digits significant digits, from 1 to 1000
   * @return epsilon, 0 where (0, delta) already holds
   */
  public static PreciseValue zcdpGaussianEpsExact(double rho, double delta, int digits) {
    BigDecimal twice = positive("rho", rho).multiply(Elementary.TWO);
    Parameters.requireOpenProbability("delta", delta);
    // A relative error of mu weighs up to mu²/2 times as much in delta.
    int more = 10 + Elementary.digitsOf(rho);
    return gaussianEpsilon(
        working -> Elementary.sqrt(twice, new MathContext(working + more)), delta, digits);
  }

  /**
   * Epsilon of a number of sampled Gaussian steps: {@link #rdpToEpsCks} of {@code steps ·
   * sgmRdpFwd}, minimised over all real orders above 1.
   *
   * @param q sampling probability, in [0, 1]
   * @param sigma noise multiplier, finite and above 0
   * @param steps how many, at least 1
   * @param delta strictly between 0 and 1
   * @param digits significant digits, from 1 to 1000
   * @return epsilon, 0 where (0, delta) already holds
   */
  public static PreciseValue sgmComposeEpsCks(
      double q, double sigma, long steps, double delta, int digits) {
    Parameters.requireProbability("samplingProbability", q);
    Parameters.requirePositive("noiseMultiplier", sigma);
    BigDecimal count = BigDecimal.valueOf(Parameters.requireAtLeastOne("steps", steps));
    BigDecimal wanted = new BigDecimal(Parameters.requireOpenProbability("delta", delta));
    LogMoment one = ClosedForms.sampledGaussian(q, sigma);
    int more = count.precision();
    LogMoment all = (b, working) -> one.at(b, working + more).times(count);
    return notNegative(evaluate(digits, working -> Conversion.leastEpsilon(all, wanted, working)));
  }

  private static PreciseValue sampledGaussian(
      double q, double sigma, double alpha, int digits, boolean forward) {
    Parameters.requireProbability("samplingProbability", q);
    Parameters.requirePositive("noiseMultiplier", sigma);
    Parameters.requireOrder(alpha);
    if (q == 0) {
      return zero(digits);
    }
    if (q == 1) {
      return evaluate(digits, working -> plainGaussian(sigma, alpha, working));
    }
    SampledGaussianMoment moment =
        new SampledGaussianMoment(new BigDecimal(q), new BigDecimal(sigma));
    BigDecimal order = new BigDecimal(alpha);
    BigDecimal b = excessOrder(alpha);
    return evaluate(
        digits,
        working -> {
          BigDecimal log =
              forward ? moment.logForward(order, working) : moment.logReverse(order, working);
          return log.divide(b, Elementary.context(working + 5));
        });
  }

  private static PreciseValue gaussianEpsilon(
      IntFunction<BigDecimal> mu, double delta, int digits) {
    BigDecimal wanted = new BigDecimal(delta);
    if (!GaussianPair.spendsMoreThan(mu.apply(digits), wanted, digits)) {
      return zero(digits);
    }
    return evaluate(digits, working -> GaussianPair.epsilon(mu.apply(working), wanted, working));
  }

  private static BigDecimal plainGaussian(double sigma, double alpha, int digits) {
    BigDecimal variance = new BigDecimal(sigma).pow(2);
    return Elementary.half(new BigDecimal(alpha)).divide(variance, Elementary.context(digits));
  }

  private static BigDecimal positive(String name, double value) {
    return new BigDecimal(Parameters.requirePositive(name, value));
  }

  private static BigDecimal excessOrder(double alpha) {
    return new BigDecimal(Parameters.requireOrder(alpha)).subtract(BigDecimal.ONE);
  }

  private static void requireOrderFromOne(double alpha) {
    if (!(alpha >= 1 && alpha < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "order was " + alpha + ": it must be finite and at least 1");
    }
  }

  private static PreciseValue zero(int digits) {
    return new PreciseValue(BigDecimal.ZERO, requireDigits(digits));
  }

  /** The value, or 0 if negative: a negative epsilon implies no more than 0 does. */
  private static PreciseValue notNegative(PreciseValue epsilon) {
    return epsilon.value().signum() < 0 ? zero(epsilon.digits()) : epsilon;
  }

  private static PreciseValue evaluate(int digits, IntFunction<BigDecimal> formula) {
    return Agreement.of(requireDigits(digits), formula);
  }

  private static int requireDigits(int digits) {
    if (!(digits >= 1 && digits <= MAXIMUM_DIGITS)) {
      throw new IllegalArgumentException(
          "digits was " + digits + ": it must be from 1 to " + MAXIMUM_DIGITS);
    }
    return digits;
  }

  /** Rényi divergences and log moments that need no integral. */
  private static final class ClosedForms {
    private ClosedForms() {}

    /** Rényi divergence of the Laplace mechanism, with the absolute error {@code 10^-digits}. */
    static BigDecimal laplace(BigDecimal scale, BigDecimal order, int digits) {
      MathContext context = context(order, order.doubleValue() / scale.doubleValue(), digits);
      BigDecimal excess = order.subtract(BigDecimal.ONE);
      if (excess.signum() == 0) {
        BigDecimal rate = BigDecimal.ONE.divide(scale, context);
        BigDecimal decay = Elementary.exp(rate.negate(), context);
        return rate.add(decay).subtract(BigDecimal.ONE);
      }
      BigDecimal rise = Elementary.exp(excess.divide(scale, context), context);
      BigDecimal fall = Elementary.exp(order.negate().divide(scale, context), context);
      BigDecimal mean = order.multiply(rise).add(excess.multiply(fall));
      BigDecimal ratio = mean.divide(order.add(excess), context);
      return Elementary.log(ratio, context).divide(excess, context);
    }

    /**
     * Rényi divergence of binary randomized response, with the absolute error {@code 10^-digits}.
     */
    static BigDecimal randomizedResponse(BigDecimal truth, BigDecimal order, int digits) {
      BigDecimal lie = BigDecimal.ONE.subtract(truth);
      double odds = truth.doubleValue() / lie.doubleValue();
      MathContext context = context(order, order.doubleValue() * Math.abs(Math.log(odds)), digits);
      BigDecimal excess = order.subtract(BigDecimal.ONE);
      BigDecimal logOdds = Elementary.log(truth.divide(lie, context), context);
      if (excess.signum() == 0) {
        return truth.subtract(lie).multiply(logOdds, context);
      }
      BigDecimal tilt = Elementary.exp(excess.multiply(logOdds), context);
      BigDecimal mean = truth.multiply(tilt).add(lie.divide(tilt, context), context);
      return Elementary.log(mean, context).divide(excess, context);
    }

    /** {@code K(b) = rho b (1 + b)}. */
    static LogMoment zeroConcentrated(BigDecimal rho) {
      return (b, digits) -> {
        BigDecimal next = b.add(BigDecimal.ONE);
        return new LogMoment.Derivatives(
            rho.multiply(b).multiply(next),
            rho.multiply(b.add(next)),
            rho.multiply(Elementary.TWO));
      };
    }

    /** Log moment of one sampled Gaussian step, for every sampling probability. */
    static LogMoment sampledGaussian(double q, double sigma) {
      BigDecimal deviation = new BigDecimal(sigma);
      if (q == 0) {
        return zeroConcentrated(BigDecimal.ZERO);
      }
      if (q == 1) {
        BigDecimal twice = deviation.pow(2).multiply(Elementary.TWO);
        return (b, digits) ->
            zeroConcentrated(BigDecimal.ONE.divide(twice, context(b, b.doubleValue(), digits)))
                .at(b, digits);
      }
      return new SampledGaussianMoment(new BigDecimal(q), deviation);
    }

    private static MathContext context(BigDecimal order, double exponent, int digits) {
      return Elementary.context(
          digits + 10 + Elementary.digitsOf(exponent) + Elementary.digitsOf(order.doubleValue()));
    }
  }
}
