package org.assay.accountant.internal.precision;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Tails of the standard normal distribution to any precision.
 *
 * <p>For x ≥ 0 either a series of positive terms is used or a continued fraction with positive
 * elements. The fraction's convergents lie alternately on either side of the value:
 *
 * <pre>
 *   erf(x) = (2/√π) e^(-x²) Σ_{n≥0} 2^n x^(2n+1) / (1·3·…·(2n+1))
 *   erfc(x) = (e^(-x²)/√π) · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …))))
 * </pre>
 *
 * <p>The series is truncated once terms at least halve and the next term is below the working
 * precision. The fraction is truncated once two successive convergents agree to the working
 * precision.
 */
final class NormalDistribution {
  private static final double LN_10 = Math.log(10);

  private NormalDistribution() {}

  /** {@code Pr[N(0,1) > t]}, with a relative error of about {@code 10^-digits}. */
  static BigDecimal upperTail(BigDecimal t, int digits) {
    double square = Math.pow(t.doubleValue(), 2);
    MathContext context = Elementary.context(digits + 8 + Elementary.digitsOf(square));
    BigDecimal x = t.abs().divide(Elementary.sqrt(Elementary.TWO, context), context);
    boolean far = square / 2 > digits * LN_10 / 4;
    BigDecimal tail =
        Elementary.half(
            far ? byFraction(x, context) : bySeries(x, digits + 8 + (int) (square / 4)));
    return t.signum() >= 0 ? tail : BigDecimal.ONE.subtract(tail, context);
  }

  /** {@code φ(t) = e^(-t²/2)/√(2π)}, with a relative error of about {@code 10^-digits}. */
  static BigDecimal density(BigDecimal t, int digits) {
    double square = Math.pow(t.doubleValue(), 2);
    MathContext context = Elementary.context(digits + 6 + Elementary.digitsOf(square));
    BigDecimal exponent = Elementary.half(t.multiply(t, context)).negate();
    BigDecimal scale = Elementary.sqrt(Elementary.pi(context).multiply(Elementary.TWO), context);
    return Elementary.exp(exponent, context).divide(scale, context);
  }

  /** The digits must include those lost in subtracting from 1, about {@code x²/log 10}. */
  private static BigDecimal bySeries(BigDecimal x, int digits) {
    MathContext context = Elementary.context(digits);
    BigDecimal twiceSquare = x.multiply(x, context).multiply(Elementary.TWO);
    BigDecimal term = x;
    BigDecimal sum = BigDecimal.ZERO;
    double ratio = Double.POSITIVE_INFINITY;
    for (int n = 0; ratio > 0.5 || isSeen(term, sum, digits); n++) {
      sum = sum.add(term, context);
      ratio = twiceSquare.doubleValue() / (2 * n + 3);
      term = term.multiply(twiceSquare).divide(BigDecimal.valueOf(2L * n + 3), context);
    }
    BigDecimal erf = sum.multiply(gauss(x, context)).multiply(Elementary.TWO, context);
    return BigDecimal.ONE.subtract(erf, context);
  }

  private static BigDecimal byFraction(BigDecimal x, MathContext context) {
    BigDecimal lastTop = BigDecimal.ZERO;
    BigDecimal top = BigDecimal.ONE;
    BigDecimal lastBottom = BigDecimal.ONE;
    BigDecimal bottom = x;
    BigDecimal previous = BigDecimal.ZERO;
    BigDecimal convergent = top.divide(bottom, context);
    for (int k = 1;
        isSeen(convergent.subtract(previous), convergent, context.getPrecision());
        k++) {
      BigDecimal weight = BigDecimal.valueOf(5L * k, 1);
      BigDecimal nextTop = x.multiply(top).add(weight.multiply(lastTop), context);
      BigDecimal nextBottom = x.multiply(bottom).add(weight.multiply(lastBottom), context);
      lastTop = top;
      top = nextTop;
      lastBottom = bottom;
      bottom = nextBottom;
      previous = convergent;
      convergent = top.divide(bottom, context);
    }
    return convergent.multiply(gauss(x, context), context);
  }

  /** {@code e^(-x²)/√π}. */
  private static BigDecimal gauss(BigDecimal x, MathContext context) {
    BigDecimal root = Elementary.sqrt(Elementary.pi(context), context);
    return Elementary.exp(x.multiply(x, context).negate(), context).divide(root, context);
  }

  private static boolean isSeen(BigDecimal change, BigDecimal value, int digits) {
    return change.signum() != 0
        && (value.signum() == 0
            || Elementary.magnitude(change) >= Elementary.magnitude(value) - digits);
  }
}
