package org.assay.accountant.internal.precision;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Elementary functions of decimal numbers, with a relative error of a few units of the last. */
final class Elementary {
  static final BigDecimal TWO = BigDecimal.valueOf(2);

  private static final double LN_10 = Math.log(10);

  /** Largest exponent of e whose exponential is a decimal number. */
  private static final BigDecimal LARGEST_EXPONENT = BigDecimal.valueOf(4_000_000_000L);

  private Elementary() {}

  static MathContext context(int digits) {
    return new MathContext(digits, RoundingMode.HALF_EVEN);
  }

  /** The largest e with {@code 10^e <= |x|}. */
  static int magnitude(BigDecimal x) {
    return x.precision() - x.scale() - 1;
  }

  /** Decimal digits before the point of a size, for the choice of precision. */
  static int digitsOf(double size) {
    return (int) Math.ceil(Math.log10(1 + size));
  }

  static BigDecimal half(BigDecimal x) {
    return x.multiply(BigDecimal.valueOf(5, 1));
  }

  static BigDecimal exp(BigDecimal x, MathContext context) {
    if (x.abs().compareTo(LARGEST_EXPONENT) > 0) {
      throw new ArithmeticException(
          "exp of " + x.doubleValue() + " leaves the range of decimal numbers");
    }
    return BigDecimalMath.exp(x, context);
  }

  static BigDecimal sqrt(BigDecimal x, MathContext context) {
    return x.sqrt(context);
  }

  static BigDecimal pi(MathContext context) {
    return BigDecimalMath.pi(context);
  }

  /**
   * Natural logarithm, with an absolute error of a few {@code 10^-digits} times {@code max(1, |log
   * x|)}. The value is an approximation l in binary64, plus {@code 2 artanh((m-1)/(m+1))} of the
   * rest {@code m = x e^-l}, whose series needs few terms.
   */
  static BigDecimal log(BigDecimal x, MathContext context) {
    if (x.signum() <= 0) {
      throw new ArithmeticException("log of " + x + ": the argument must be above 0");
    }
    BigDecimal approximate = new BigDecimal(roughLog(x));
    BigDecimal rest = x.multiply(exp(approximate.negate(), context), context);
    BigDecimal s = rest.subtract(BigDecimal.ONE).divide(rest.add(BigDecimal.ONE), context);
    BigDecimal square = s.multiply(s, context);
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal power = s;
    for (int n = 1;
        power.signum() != 0 && magnitude(power) >= -context.getPrecision() - 1;
        n += 2) {
      sum = sum.add(power.divide(BigDecimal.valueOf(n), context));
      power = power.multiply(square, context);
    }
    return approximate.add(sum.multiply(TWO), context);
  }

  /** A double near the logarithm, whatever the exponent of x. */
  static double roughLog(BigDecimal x) {
    int exponent = magnitude(x);
    double mantissa = x.movePointLeft(exponent).doubleValue();
    return exponent == -1 ? Math.log(mantissa / 10) : Math.log(mantissa) + exponent * LN_10;
  }
}
