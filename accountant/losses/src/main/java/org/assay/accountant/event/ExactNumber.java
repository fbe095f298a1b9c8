package org.assay.accountant.event;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * A fraction, without rounding.
 *
 * @param numerator any number
 * @param denominator above 0, without a common factor
 */
record ExactNumber(BigInteger numerator, BigInteger denominator) {
  /** Far more digits than a double has; larger fractions would only take long. */
  private static final int MOST_BITS = 1 << 13;

  /** The digits of a decimal that people write; with them a decimal means its nearest double. */
  private static final int WRITTEN_DIGITS = 17;

  private static final int MOST_EXPONENT = 400;

  ExactNumber {
    if (denominator.signum() == 0) {
      throw new ArithmeticException("divides by 0");
    }
    BigInteger common = numerator.gcd(denominator);
    BigInteger sign = BigInteger.valueOf(denominator.signum());
    numerator = numerator.divide(common).multiply(sign);
    denominator = denominator.divide(common).multiply(sign);
    if (!(numerator.bitLength() <= MOST_BITS && denominator.bitLength() <= MOST_BITS)) {
      throw new ArithmeticException("has more than " + MOST_BITS + " bits");
    }
  }

  /** A decimal as it is written. */
  static ExactNumber of(String decimal) {
    BigDecimal value = new BigDecimal(decimal);
    if (!(Math.abs((long) value.scale()) <= MOST_EXPONENT && value.precision() <= MOST_EXPONENT)) {
      throw new ArithmeticException("is too large or has too many digits");
    }
    return value.scale() > 0
        ? new ExactNumber(value.unscaledValue(), BigInteger.TEN.pow(value.scale()))
        : new ExactNumber(value.toBigInteger(), BigInteger.ONE);
  }

  ExactNumber plus(ExactNumber other) {
    return new ExactNumber(
        numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
        denominator.multiply(other.denominator));
  }

  ExactNumber times(ExactNumber other) {
    return new ExactNumber(
        numerator.multiply(other.numerator), denominator.multiply(other.denominator));
  }

  ExactNumber over(ExactNumber other) {
    return new ExactNumber(
        numerator.multiply(other.denominator), denominator.multiply(other.numerator));
  }

  ExactNumber negated() {
    return new ExactNumber(numerator.negate(), denominator);
  }

  ExactNumber power(ExactNumber exponent) {
    if (!(exponent.isWhole() && exponent.numerator.abs().bitLength() <= 10)) {
      throw new ArithmeticException("has an exponent that is not whole, or too large");
    }
    int times = exponent.numerator.intValue();
    int size = Math.max(numerator.bitLength(), denominator.bitLength());
    if (!((long) size * Math.abs(times) <= MOST_BITS)) {
      throw new ArithmeticException("has more than " + MOST_BITS + " bits");
    }
    return times >= 0
        ? new ExactNumber(numerator.pow(times), denominator.pow(times))
        : new ExactNumber(denominator.pow(-times), numerator.pow(-times));
  }

  boolean isWhole() {
    return denominator.equals(BigInteger.ONE);
  }

  /** The nearest whole number above or below. */
  BigInteger whole(boolean up) {
    BigInteger[] parts = numerator.divideAndRemainder(denominator);
    int toward = numerator.signum();
    return parts[1].signum() == 0 || (toward > 0) != up
        ? parts[0]
        : parts[0].add(BigInteger.valueOf(toward));
  }

  /** As a decimal that somebody would write; empty where it has none so short. */
  Optional<String> decimal() {
    BigDecimal rounded =
        new BigDecimal(numerator)
            .divide(new BigDecimal(denominator), new MathContext(WRITTEN_DIGITS));
    boolean same =
        rounded.multiply(new BigDecimal(denominator)).compareTo(new BigDecimal(numerator)) == 0;
    return same ? Optional.of(rounded.stripTrailingZeros().toString()) : Optional.empty();
  }

  /** The nearest double that is not below, or not above. */
  double rounded(boolean up) {
    MathContext more =
        new MathContext(WRITTEN_DIGITS * 2, up ? RoundingMode.CEILING : RoundingMode.FLOOR);
    double near = new BigDecimal(numerator).divide(new BigDecimal(denominator), more).doubleValue();
    if (!Double.isFinite(near)) {
      throw new ArithmeticException("is out of the range of numbers");
    }
    int order =
        new BigDecimal(near)
            .multiply(new BigDecimal(denominator))
            .compareTo(new BigDecimal(numerator));
    if (up) {
      return order < 0 ? Math.nextUp(near) : near;
    }
    return order > 0 ? Math.nextDown(near) : near;
  }
}
