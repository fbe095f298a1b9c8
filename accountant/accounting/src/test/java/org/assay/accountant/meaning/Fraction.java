package org.assay.accountant.meaning;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * An exact fraction in lowest terms.
 *
 * @param numerator any whole number
 * @param denominator above 0
 */
record Fraction(BigInteger numerator, BigInteger denominator) implements Comparable<Fraction> {
  static final Fraction ZERO = of(0);
  static final Fraction ONE = of(1);

  Fraction {
    if (denominator.signum() == 0) {
      throw new ArithmeticException("denominator was 0: " + numerator + " cannot be divided by it");
    }
    BigInteger common = numerator.gcd(denominator);
    BigInteger divisor = denominator.signum() < 0 ? common.negate() : common;
    numerator = numerator.divide(divisor);
    denominator = denominator.divide(divisor);
  }

  static Fraction of(long whole) {
    return of(whole, 1);
  }

  static Fraction of(long numerator, long denominator) {
    return new Fraction(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
  }

  /** The very number that the double is. */
  static Fraction exactly(double value) {
    BigDecimal decimal = new BigDecimal(value);
    return decimal.scale() > 0
        ? new Fraction(decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale()))
        : new Fraction(decimal.toBigIntegerExact(), BigInteger.ONE);
  }

  Fraction plus(Fraction other) {
    return new Fraction(
        numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
        denominator.multiply(other.denominator));
  }

  Fraction minus(Fraction other) {
    return plus(new Fraction(other.numerator.negate(), other.denominator));
  }

  Fraction times(Fraction other) {
    return new Fraction(
        numerator.multiply(other.numerator), denominator.multiply(other.denominator));
  }

  Fraction dividedBy(Fraction other) {
    return new Fraction(
        numerator.multiply(other.denominator), denominator.multiply(other.numerator));
  }

  /** A whole power, negative ones included. */
  Fraction power(int exponent) {
    return exponent >= 0
        ? new Fraction(numerator.pow(exponent), denominator.pow(exponent))
        : new Fraction(denominator.pow(-exponent), numerator.pow(-exponent));
  }

  Fraction min(Fraction other) {
    return compareTo(other) <= 0 ? this : other;
  }

  Fraction max(Fraction other) {
    return compareTo(other) >= 0 ? this : other;
  }

  @Override
  public int compareTo(Fraction other) {
    return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
  }

  /** Not rounded to a particular side. */
  double approximately() {
    return new BigDecimal(numerator)
        .divide(new BigDecimal(denominator), MathContext.DECIMAL128)
        .doubleValue();
  }

  @Override
  public String toString() {
    return numerator + "/" + denominator + " (" + approximately() + ")";
  }
}
