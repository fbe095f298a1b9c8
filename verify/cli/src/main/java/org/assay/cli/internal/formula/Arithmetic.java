package org.assay.cli.internal.formula;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Functions with far more digits than a double has, so that rounding to one is the only error. */
final class Arithmetic {
  static final MathContext DIGITS = new MathContext(50);

  /** Beyond the exponents of doubles by far; larger ones would only take long. */
  private static final double LARGEST_EXPONENT = 1e5;

  private Arithmetic() {}

  /** A number that is not so large or so small that its digits alone would take long to write. */
  static BigDecimal moderate(BigDecimal value) {
    long exponent = (long) value.precision() - value.scale();
    if (!(Math.abs(exponent) <= LARGEST_EXPONENT)) {
      throw new ArithmeticException("a number near 10^" + exponent + " is out of range");
    }
    return value;
  }

  static BigDecimal floor(BigDecimal value) {
    return value.setScale(0, RoundingMode.FLOOR);
  }

  static BigDecimal ceiling(BigDecimal value) {
    return value.setScale(0, RoundingMode.CEILING);
  }

  static BigDecimal log(BigDecimal value) {
    if (value.signum() <= 0) {
      throw new ArithmeticException("the logarithm of " + shown(value) + " does not exist");
    }
    return BigDecimalMath.log(value, DIGITS);
  }

  static BigDecimal sqrt(BigDecimal value) {
    if (value.signum() < 0) {
      throw new ArithmeticException("the square root of " + shown(value) + " does not exist");
    }
    return BigDecimalMath.sqrt(value, DIGITS);
  }

  static BigDecimal exp(BigDecimal value) {
    if (!(Math.abs(value.doubleValue()) <= LARGEST_EXPONENT)) {
      throw new ArithmeticException("e to the power " + shown(value) + " is out of range");
    }
    return BigDecimalMath.exp(value, DIGITS);
  }

  static BigDecimal power(BigDecimal base, BigDecimal exponent) {
    moderate(base);
    moderate(exponent);
    double size = base.signum() == 0 ? 0 : Math.log(Math.abs(base.doubleValue()));
    if (!(Math.abs(size * exponent.doubleValue()) <= LARGEST_EXPONENT)
        || (base.signum() == 0 && exponent.signum() < 0)) {
      throw new ArithmeticException(
          shown(base) + " to the power " + shown(exponent) + " is out of range");
    }
    return BigDecimalMath.pow(base, exponent, DIGITS);
  }

  private static String shown(BigDecimal value) {
    return Double.toString(value.doubleValue());
  }
}
