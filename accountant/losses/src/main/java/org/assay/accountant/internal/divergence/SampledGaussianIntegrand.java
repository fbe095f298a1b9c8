package org.assay.accountant.internal.divergence;

import org.assay.accountant.internal.calculus.ExpRemainder;

/**
 * The integrand of a Rényi moment of the sampled Gaussian, minus one, in the centred coordinate
 * {@code y = z - 1/(2σ)}; names are those of {@code doc-files/sampled-gaussian-quadrature.md}. With
 * {@code u = y/σ}, {@code r = 1 - q + q e^u}, {@code L = log r}, {@code b = order - 1} and {@code
 * g(w) = e^w - 1 - w}:
 *
 * <pre>
 *   forward: φ(z) r [ g(bL) + b g(-L) ]     reverse: φ(z) [ g(-bL) + b g(L) ]
 * </pre>
 *
 * <p>Both terms are non-negative, so nothing cancels. {@link #evaluate} leaves the value, divided
 * by {@code e^logScale}, in {@link #value} and a bound on its relative error in {@link #error}. The
 * object holds intermediate results of one thread.
 */
final class SampledGaussianIntegrand {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  private static final double LOG_SQRT_TWO_PI = 0.9189385332046727;

  /** Largest u whose exponential is a double; for larger u the logarithm is a sum of terms. */
  private static final double LARGE_EXPONENT = 700;

  final double q;
  final double sigma;
  final double order;
  final double b;
  final boolean forward;

  /** The centre {@code 1/(2σ)}, rounded. */
  final double center;

  /** Values are divided by {@code e^logScale}. */
  double logScale;

  /** The integrand over {@code e^logScale}, after {@link #evaluate}. */
  double value;

  /** Bound on the relative error of {@link #value}, as {@code |log(computed/exact)|}. */
  double error;

  private final double logQ;
  private double logRatio;
  private double logRatioError;

  SampledGaussianIntegrand(double q, double sigma, double order, boolean forward) {
    this.q = q;
    this.sigma = sigma;
    this.order = order;
    this.b = order - 1;
    this.forward = forward;
    this.center = 1 / (2 * sigma);
    this.logQ = Math.log(q);
  }

  /** The integrand at node y. */
  void evaluate(double y) {
    evaluate(center + y, y);
  }

  /** Normal density at z times the kernel at y. */
  void evaluate(double z, double y) {
    computeLogRatio(y / sigma);
    finish(z);
  }

  /** Normal density at z times the limit of the kernel for y to minus infinity, r = 1 - q. */
  void evaluateLeftLimit(double z) {
    logRatio = Math.log1p(-q);
    logRatioError = 2 * U * Math.abs(logRatio);
    finish(z);
  }

  /** {@code |L|} at the last evaluated node. */
  double absoluteLogRatio() {
    return Math.abs(logRatio);
  }

  /** Share {@code q e^u / r} of the shifted component in the mixture's density at node y. */
  double posterior(double y) {
    double u = y / sigma;
    if (u > LARGE_EXPONENT) {
      return 1;
    }
    double weight = q * Math.exp(u);
    return weight / (1 - q + weight);
  }

  private void finish(double z) {
    double ell = logRatio;
    if (ell == 0) {
      value = 0;
      error = 0;
      return;
    }
    double w = forward ? b * ell : -b * ell;
    double v = forward ? -ell : ell;
    double halfSquare = 0.5 * z * z;
    double base = (forward ? ell : 0) - halfSquare - LOG_SQRT_TWO_PI - logScale;
    double first = Math.exp(base + exponent(w));
    double second = exponent(w) == exponent(v) ? first : Math.exp(base + exponent(v));
    first *= mantissa(w);
    second *= mantissa(v) * b;
    value = first + second;
    error = errorBound(z, w, v, halfSquare);
  }

  private double errorBound(double z, double w, double v, double halfSquare) {
    double ell = Math.abs(logRatio);
    double firstArgument = sensitivity(w) * (b * logRatioError + U * Math.abs(w));
    double secondArgument = sensitivity(v) * logRatioError;
    double exponents =
        U * (Math.abs(z) * center + 3 * z * z)
            + (forward ? logRatioError : 0)
            + 4 * U * (halfSquare + 2 * ell + exponent(w) + exponent(v) + Math.abs(logScale) + 1);
    return 1.01
        * (Math.max(firstArgument, secondArgument)
            + exponents
            + ExpRemainder.RELATIVE_ERROR
            + 8 * U);
  }

  /** Bound on {@code |g'(w)/g(w)|}. */
  private static double sensitivity(double w) {
    return w > 0 ? 2 / w + 1 : -2 / w;
  }

  /** {@code L = log(1 - q + q e^u)} and a bound on its absolute error, given u within U·|u|. */
  private void computeLogRatio(double u) {
    if (u > LARGE_EXPONENT) {
      logRatio = u + logQ + Math.log1p((1 - q) / q * Math.exp(-u));
      logRatioError = U * (4 * u + 5 * Math.abs(logQ) + 8);
      return;
    }
    double x = q * Math.expm1(u);
    if (x >= -0.5) {
      logRatio = Math.log1p(x);
      double ell = Math.abs(logRatio);
      logRatioError = x > 0 ? U * (2 * ell + (4 + u) * Math.min(ell, 1)) : 8 * U * ell;
      return;
    }
    double weight = q * Math.exp(u);
    double ratio = (1 - q) + weight;
    logRatio = Math.log(ratio);
    logRatioError = U * (7 + Math.abs(u) * (weight / ratio) + 2 * Math.abs(logRatio));
  }

  private static double exponent(double w) {
    return w >= ExpRemainder.SCALED_FROM ? w : 0;
  }

  private static double mantissa(double w) {
    return w >= ExpRemainder.SCALED_FROM ? ExpRemainder.scaled(w) : ExpRemainder.of(w);
  }
}
