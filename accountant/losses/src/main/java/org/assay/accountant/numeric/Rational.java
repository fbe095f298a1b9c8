package org.assay.accountant.numeric;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A fraction of whole numbers in lowest terms: sums, products and comparisons without rounding.
 * Every double is a fraction, so a sum of costs is compared with a limit exactly. Immutable.
 */
public final class Rational implements Comparable<Rational> {
  /** The number 0. */
  public static final Rational ZERO = new Rational(BigInteger.ZERO, BigInteger.ONE);

  /** The number 1. */
  public static final Rational ONE = new Rational(BigInteger.ONE, BigInteger.ONE);

  /**
   * Largest number of bits of a sum's denominator; longer sums are rounded up, so that no sum grows
   * without end.
   */
  private static final int MOST_BITS = 8192;

  /** Binary places of a sum that is rounded up: finer than the square of any double, 2^-2148. */
  private static final int PLACES = 4096;

  /** Precision of a guess that is at most a few steps from the right double. */
  private static final MathContext GUESS = new MathContext(20);

  /** Digits of a decimal for people. */
  private static final int DIGITS = 12;

  private static final Pattern FRACTION = Pattern.compile("-?[0-9]+(/0*[1-9][0-9]*)?");

  private final BigInteger numerator;
  private final BigInteger denominator;

  /** A fraction in lowest terms, its denominator above 0. */
  private Rational(BigInteger numerator, BigInteger denominator) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  private static Rational reduced(BigInteger numerator, BigInteger denominator) {
    BigInteger common = numerator.gcd(denominator);
    BigInteger divisor = denominator.signum() < 0 ? common.negate() : common;
    return new Rational(numerator.divide(divisor), denominator.divide(divisor));
  }

  /**
   * The exact value of a double.
   *
   * @param value a finite double; 0.1 is a little more than a tenth
   * @return the number
   * @throws IllegalArgumentException if the value is not finite
   */
  public static Rational of(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("value was " + value + ": it must be finite");
    }
    if (value == 0) {
      return ZERO;
    }
    int exponent = Math.max(Math.getExponent(value), Double.MIN_EXPONENT);
    long scaled = (long) Math.scalb(value, 52 - exponent);
    int zeros = Long.numberOfTrailingZeros(scaled);
    BigInteger odd = BigInteger.valueOf(scaled >> zeros);
    int power = exponent - 52 + zeros;
    return power >= 0
        ? new Rational(odd.shiftLeft(power), BigInteger.ONE)
        : new Rational(odd, BigInteger.ONE.shiftLeft(-power));
  }

  /**
   * The number that the shortest text of a double shows: 1/10 for the double 0.1, which itself is a
   * little more. It differs from {@link #of} by at most half a unit in the last place. For
   * parameters that somebody states, not for noise that a program draws.
   *
   * @param stated a finite double, read as {@link Double#toString(double)} writes it
   * @return the number
   * @throws IllegalArgumentException if the value is not finite
   */
  public static Rational ofDecimal(double stated) {
    if (!Double.isFinite(stated)) {
      throw new IllegalArgumentException("value was " + stated + ": it must be finite");
    }
    BigDecimal decimal = new BigDecimal(Double.toString(stated)).stripTrailingZeros();
    return decimal.scale() <= 0
        ? new Rational(decimal.toBigIntegerExact(), BigInteger.ONE)
        : reduced(decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale()));
  }

  /**
   * A whole number.
   *
   * @param count any whole number
   * @return the number
   */
  public static Rational ofCount(long count) {
    return new Rational(BigInteger.valueOf(count), BigInteger.ONE);
  }

  /**
   * Reads the text of {@link #toString}.
   *
   * @param text a numerator and, unless it is 1, a slash and a denominator, in decimal
   * @return the number
   * @throws IllegalArgumentException if the text is no fraction
   */
  public static Rational parse(String text) {
    if (!FRACTION.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "fraction was '" + text + "': it must be a whole number, or two with a slash between");
    }
    int slash = text.indexOf('/');
    return slash < 0
        ? new Rational(new BigInteger(text), BigInteger.ONE)
        : reduced(
            new BigInteger(text.substring(0, slash)), new BigInteger(text.substring(slash + 1)));
  }

  /**
   * Sum.
   *
   * @param other the other summand
   * @return the exact sum
   */
  public Rational plus(Rational other) {
    return denominator.equals(other.denominator)
        ? reduced(numerator.add(other.numerator), denominator)
        : reduced(
            numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
            denominator.multiply(other.denominator));
  }

  /**
   * Sum of any number of costs. The sum is exact while its denominator has at most 8192 bits, which
   * suffices for some seventy costs without common factors. A longer sum is rounded up to a
   * multiple of 2^-4096.
   *
   * @param other the other summand
   * @return the sum, or a little more
   */
  public Rational plusUp(Rational other) {
    Rational sum = plus(other);
    if (sum.denominator.bitLength() <= MOST_BITS) {
      return sum;
    }
    BigInteger[] whole = sum.numerator.shiftLeft(PLACES).divideAndRemainder(sum.denominator);
    BigInteger up = whole[1].signum() > 0 ? whole[0].add(BigInteger.ONE) : whole[0];
    return reduced(up, BigInteger.ONE.shiftLeft(PLACES));
  }

  /**
   * Difference.
   *
   * @param other the subtrahend
   * @return the exact difference
   */
  public Rational minus(Rational other) {
    return plus(new Rational(other.numerator.negate(), other.denominator));
  }

  /**
   * Product.
   *
   * @param other the other factor
   * @return the exact product
   */
  public Rational times(Rational other) {
    return reduced(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
  }

  /**
   * Product with the exact value of a double.
   *
   * @param factor finite
   * @return the exact product
   */
  public Rational times(double factor) {
    return times(of(factor));
  }

  /**
   * Quotient.
   *
   * @param divisor not 0
   * @return the exact quotient
   * @throws ArithmeticException if the divisor is 0
   */
  public Rational dividedBy(Rational divisor) {
    if (divisor.signum() == 0) {
      throw new ArithmeticException("divisor was 0: it must be another number");
    }
    return reduced(
        numerator.multiply(divisor.denominator), denominator.multiply(divisor.numerator));
  }

  /**
   * Square.
   *
   * @return the exact square
   */
  public Rational square() {
    return new Rational(numerator.pow(2), denominator.pow(2));
  }

  /**
   * The smaller number.
   *
   * @param other another number
   * @return one of both
   */
  public Rational min(Rational other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /**
   * The larger number.
   *
   * @param other another number
   * @return one of both
   */
  public Rational max(Rational other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /**
   * The sign.
   *
   * @return -1, 0 or 1
   */
  public int signum() {
    return numerator.signum();
  }

  @Override
  public int compareTo(Rational other) {
    return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
  }

  /**
   * The largest whole number that is at most this number.
   *
   * @return the floor
   */
  public BigInteger floor() {
    BigInteger[] parts = numerator.divideAndRemainder(denominator);
    return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }

  /**
   * Rounds up.
   *
   * @return the smallest double that is at least this number; infinite above all of them
   */
  public double up() {
    return smallest(guess().doubleValue(), Function.identity());
  }

  /**
   * Rounds down.
   *
   * @return the largest double that is at most this number; negatively infinite below all of them
   */
  public double down() {
    return 0.0 - new Rational(numerator.negate(), denominator).up();
  }

  /**
   * The square root, rounded up.
   *
   * @return the smallest double whose square is at least this number
   * @throws ArithmeticException if this number is below 0
   */
  public double sqrtUp() {
    return signum() == 0 ? 0 : smallest(guess().sqrt(GUESS).doubleValue(), Rational::square);
  }

  private BigDecimal guess() {
    return new BigDecimal(numerator).divide(new BigDecimal(denominator), GUESS);
  }

  /** The smallest double, near a guess, whose image under a rising function reaches this number. */
  private double smallest(double near, Function<Rational, Rational> rising) {
    double value = Math.max(-Double.MAX_VALUE, near);
    while (value < Double.POSITIVE_INFINITY && !reaches(value, rising)) {
      value = Math.nextUp(value);
    }
    while (value > -Double.MAX_VALUE && reaches(Math.nextDown(value), rising)) {
      value = Math.nextDown(value);
    }
    return value + 0.0;
  }

  private boolean reaches(double value, Function<Rational, Rational> rising) {
    return rising.apply(of(value)).compareTo(this) >= 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Rational that
        && numerator.equals(that.numerator)
        && denominator.equals(that.denominator);
  }

  @Override
  public int hashCode() {
    return 31 * numerator.hashCode() + denominator.hashCode();
  }

  /**
   * The number with its sign changed.
   *
   * @return minus this number
   */
  public Rational negate() {
    return new Rational(numerator.negate(), denominator);
  }

  /**
   * A short decimal for people, rounded up to twelve significant digits.
   *
   * @return at least this number
   */
  public String upperDecimal() {
    return decimal(RoundingMode.CEILING);
  }

  /**
   * A short decimal for people, rounded down to twelve significant digits.
   *
   * @return at most this number
   */
  public String lowerDecimal() {
    return decimal(RoundingMode.FLOOR);
  }

  private String decimal(RoundingMode mode) {
    BigDecimal rounded =
        new BigDecimal(numerator)
            .divide(new BigDecimal(denominator), new MathContext(DIGITS, mode))
            .stripTrailingZeros();
    return Math.abs(rounded.precision() - rounded.scale()) <= DIGITS
        ? rounded.toPlainString()
        : rounded.toString();
  }

  /** The fraction in decimal digits, for example {@code 1/50}; a whole number has no slash. */
  @Override
  public String toString() {
    return denominator.equals(BigInteger.ONE) ? "" + numerator : numerator + "/" + denominator;
  }
}
