package org.assay.accountant.internal.divergence;

import org.assay.accountant.internal.calculus.AnalyticIntegral;
import org.assay.accountant.numeric.Enclosure;

/**
 * The integrand {@code w (e^(aL) - 1)(1 - e^(-bL))}, L ≥ 0, a = 1 + b, of a pair that a reflection
 * swaps. Both halves of the moment minus one are folded onto the half with log ratio {@code L ≥ 0}.
 */
public abstract class SymmetricIntegrand extends PairIntegrand {
  static final double LOG_SQRT_TWO_PI = 0.9189385332046727;

  private static final Enclosure LOG_SQRT_TWO_PI_ENCLOSED = Enclosure.PI.times(2).log().times(0.5);

  SymmetricIntegrand(double order) {
    super(order);
  }

  abstract Enclosure logWeight(Enclosure x);

  abstract Enclosure logRatio(Enclosure x);

  @Override
  public Enclosure at(Enclosure x) {
    return term(logWeight(x), logRatio(x));
  }

  /** Estimate of the logarithm of the integrand before scaling; no bound depends on this number. */
  double roughLog(double x) {
    return roughLog(
        logWeight(Enclosure.exact(x)).midpoint(), logRatio(Enclosure.exact(x)).midpoint());
  }

  final double roughLog(double logWeight, double ratio) {
    double exponent = (1 + b) * ratio;
    double rise = exponent > 30 ? exponent : Math.log(Math.expm1(exponent));
    return logWeight + rise + Math.log(-Math.expm1(-b * ratio));
  }

  @Override
  public final double roughly(double x) {
    return Math.exp(roughLog(x) - logScale);
  }

  /** The integrand for a weight and a log ratio. */
  final Enclosure term(Enclosure logWeight, Enclosure ratio) {
    return kernel(b, logWeight.minus(logScale), ratio);
  }

  /** {@code e^logWeight (e^(aL) - 1)(1 - e^(-bL))} for a log ratio L of at least 0. */
  static Enclosure kernel(double b, Enclosure scaled, Enclosure ratio) {
    Enclosure fall = ratio.times(-b).expm1().negate();
    Enclosure exponent = ratio.times(Enclosure.exact(b).plus(1));
    Enclosure rise =
        exponent.lower() > 30
            ? scaled.plus(exponent).exp().times(exponent.negate().expm1().negate())
            : scaled.exp().times(exponent.expm1());
    return rise.times(fall).max(Enclosure.ZERO);
  }

  /** Logarithm of the standard normal density. */
  public static Enclosure logNormal(Enclosure x) {
    return x.square().times(-0.5).minus(LOG_SQRT_TWO_PI_ENCLOSED);
  }

  /** Logarithm of the largest modulus of the standard normal density on a rectangle. */
  public static double logNormalSupremum(double from, double to, double height) {
    double nearest = from > 0 ? from : to < 0 ? to : 0;
    return (height * height - nearest * nearest) / 2 - LOG_SQRT_TWO_PI;
  }

  /** Estimate of the largest logarithm of the integrand, for the choice of scale and truncation. */
  final double roughPeak(double to) {
    double best = Double.NEGATIVE_INFINITY;
    for (int i = 1; i <= 512; i++) {
      best = Math.max(best, roughLog(to * i / 512));
    }
    return best;
  }

  /**
   * The divergence from the integral over {@code [0, ∞)} of a density that falls beyond some point.
   *
   * @param start a point beyond which {@link #logTail} is finite
   */
  final Enclosure renyi(double start) {
    double peak = roughPeak(start + 8);
    double cut = start + 4;
    while (logTail(cut) > peak - 46 && cut - start < 1e4) {
      cut += 2;
    }
    MomentSum sum = new MomentSum(1 + b, peak);
    logScale = sum.logScale();
    sum.addScaled(AnalyticIntegral.of(this, 0, cut));
    sum.addScaled(Enclosure.of(0, Math.exp(logTail(cut) - logScale + slack)));
    return sum.renyi();
  }

  /** Logarithm of a bound of the integral beyond a point. */
  double logTail(double cut) {
    return Double.POSITIVE_INFINITY;
  }
}
