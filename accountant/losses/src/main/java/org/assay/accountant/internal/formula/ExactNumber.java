package org.assay.accountant.internal.formula;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * A fraction, without rounding. What functions such as {@link #exp} return is no fraction, and has
 * 50 digits.
 *
 * @param numerator any number
 * @param denominator above 0, without a common factor
 */
public record ExactNumber(BigInteger numerator, BigInteger denominator)
    implements Comparable<ExactNumber> {
  /** Far more digits than a double has, so that rounding to one is the only error. */
  private static final MathContext DIGITS = new MathContext(50);

  /** What an exact formula may grow to; larger fractions would only take long. */
  private static final int MOST_BITS = 1 << 13;

  /** What any number may have: those of 50 digits and of an exponent far beyond doubles. */
  private static final int MOST_BITS_EVER = 1 << 17;

  /** The largest power of e, and of any other number as one of e, within those bits. */
  private static final double MOST_NATS = 4e4;

  /** The digits of a decimal that people write; with them a decimal means its nearest double. */
  private static final int WRITTEN_DIGITS = 17;

  private static final int MOST_DIGITS = 400;

  /** No double has a decimal exponent beyond these. */
  private static final int LEAST_EXPONENT = -330;

  private static final int MOST_EXPONENT = 310;

  /** Bits of an exponent of an exact power. */
  private static final int EXPONENT_BITS = 10;

  private static final ExactNumber ONE = new ExactNumber(BigInteger.ONE, BigInteger.ONE);
  private static final BigDecimal LEAST = new BigDecimal(Double.MIN_VALUE);
  private static final BigDecimal MOST = new BigDecimal(Double.MAX_VALUE);

  /**
   * Reduces the fraction.
   *
   * @throws ArithmeticException if the denominator is 0, or a number has too many bits
   */
  public ExactNumber {
    if (denominator.signum() == 0) {
      throw new ArithmeticException("divides by 0");
    }
    BigInteger common = numerator.gcd(denominator);
    BigInteger sign = BigInteger.valueOf(denominator.signum());
    numerator = numerator.divide(common).multiply(sign);
    denominator = denominator.divide(common).multiply(sign);
    requireBits(numerator, denominator, MOST_BITS_EVER);
  }

  private static void requireBits(BigInteger numerator, BigInteger denominator, int most) {
    if (!(numerator.bitLength() <= most && denominator.bitLength() <= most)) {
      throw new ArithmeticException("has more than " + most + " bits");
    }
  }

  /**
   * A decimal as it is written.
   *
   * @param decimal the decimal, perhaps with an exponent
   * @return the number
   * @throws ArithmeticException if no double is as large or as small, or it has too many digits
   */
  public static ExactNumber of(String decimal) {
    BigDecimal value = new BigDecimal(decimal);
    if (value.signum() == 0) {
      return new ExactNumber(BigInteger.ZERO, BigInteger.ONE);
    }
    long exponent = (long) value.precision() - value.scale() - 1;
    if (!(exponent >= LEAST_EXPONENT)) {
      throw tooSmall();
    }
    if (!(exponent <= MOST_EXPONENT)) {
      throw tooLarge();
    }
    if (!(value.precision() <= MOST_DIGITS)) {
      throw new ArithmeticException("has more than " + MOST_DIGITS + " digits");
    }
    return exact(value);
  }

  private static ArithmeticException tooSmall() {
    return new ArithmeticException("is below the smallest double, " + Double.MIN_VALUE);
  }

  private static ArithmeticException tooLarge() {
    return new ArithmeticException("is above the largest double, " + Double.MAX_VALUE);
  }

  private static ExactNumber exact(BigDecimal value) {
    return value.scale() > 0
        ? new ExactNumber(value.unscaledValue(), BigInteger.TEN.pow(value.scale()))
        : new ExactNumber(value.toBigIntegerExact(), BigInteger.ONE);
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

  ExactNumber abs() {
    return new ExactNumber(numerator.abs(), denominator);
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
  public int compareTo(ExactNumber other) {
    return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
  }

  /** A power without rounding. */
  ExactNumber power(ExactNumber exponent) {
    if (!(exponent.isWhole() && exponent.numerator.abs().bitLength() <= EXPONENT_BITS)) {
      throw new ArithmeticException("has an exponent that is not whole, or too large");
    }
    int times = exponent.numerator.intValue();
    if (!hasShort(times)) {
      throw new ArithmeticException("has more than " + MOST_BITS + " bits");
    }
    return times >= 0
        ? new ExactNumber(numerator.pow(times), denominator.pow(times))
        : new ExactNumber(denominator.pow(-times), numerator.pow(-times));
  }

  private boolean hasShort(int times) {
    int size = Math.max(numerator.bitLength(), denominator.bitLength());
    return (long) size * Math.abs(times) <= MOST_BITS;
  }

  /** A power, exact where it is short. */
  ExactNumber real(ExactNumber exponent) {
    boolean exact =
        exponent.isWhole()
            && exponent.numerator.abs().bitLength() <= EXPONENT_BITS
            && hasShort(exponent.numerator.intValue());
    if (exact) {
      return power(exponent);
    }
    if (!(signum() > 0 || (exponent.isWhole() && signum() != 0))) {
      throw new ArithmeticException("has the power " + exponent + " of " + this);
    }
    ExactNumber beside = abs().plus(ONE.negated());
    double nats = Math.log1p(beside.toDouble()) * exponent.toDouble();
    if (!(Math.abs(nats) <= MOST_NATS)) {
      throw new ArithmeticException("has the power " + exponent + " of " + this);
    }
    return exact(BigDecimalMath.pow(digits(), exponent.digits(), DIGITS));
  }

  ExactNumber exp() {
    if (!(Math.abs(toDouble()) <= MOST_NATS)) {
      throw new ArithmeticException("has the power " + this + " of e");
    }
    return exact(BigDecimalMath.exp(digits(), DIGITS));
  }

  ExactNumber log() {
    if (!(signum() > 0)) {
      throw new ArithmeticException("has the logarithm of " + this);
    }
    BigDecimal digits = digits();
    int exponent = digits.precision() - digits.scale() - 1;
    if (Math.abs(exponent) <= 1) {
      return exact(BigDecimalMath.log(digits, DIGITS));
    }
    // The library takes time in proportion to the exponent. Here both summands have one sign or
    // differ much in size, so that at most one digit is lost.
    MathContext more = new MathContext(DIGITS.getPrecision() + 10);
    BigDecimal mantissa = BigDecimalMath.log(digits.scaleByPowerOfTen(-exponent), more);
    BigDecimal power = BigDecimalMath.log(BigDecimal.TEN, more).multiply(new BigDecimal(exponent));
    return exact(power.add(mantissa).round(DIGITS));
  }

  ExactNumber sqrt() {
    if (!(signum() >= 0)) {
      throw new ArithmeticException("has the square root of " + this);
    }
    return exact(BigDecimalMath.sqrt(digits(), DIGITS));
  }

  static ExactNumber pi() {
    return exact(BigDecimalMath.pi(DIGITS));
  }

  private BigDecimal digits() {
    return new BigDecimal(numerator).divide(new BigDecimal(denominator), DIGITS);
  }

  /** This number if it is short, and otherwise its 50 digits. */
  ExactNumber brief() {
    return isBrief() ? this : exact(digits());
  }

  /** This number, which must be short. */
  ExactNumber requireBrief() {
    requireBits(numerator, denominator, MOST_BITS);
    return this;
  }

  private boolean isBrief() {
    return numerator.bitLength() <= MOST_BITS && denominator.bitLength() <= MOST_BITS;
  }

  /**
   * Whether this is a whole number.
   *
   * @return whether the denominator is 1
   */
  public boolean isWhole() {
    return denominator.equals(BigInteger.ONE);
  }

  /**
   * The nearest whole number above or below.
   *
   * @param up whether above
   * @return the whole number
   */
  public BigInteger whole(boolean up) {
    BigInteger[] parts = numerator.divideAndRemainder(denominator);
    int toward = numerator.signum();
    return parts[1].signum() == 0 || (toward > 0) != up
        ? parts[0]
        : parts[0].add(BigInteger.valueOf(toward));
  }

  /**
   * As a decimal that somebody would write.
   *
   * @return at most 17 digits; empty where it has none so short
   */
  public Optional<String> decimal() {
    BigDecimal rounded =
        new BigDecimal(numerator)
            .divide(new BigDecimal(denominator), new MathContext(WRITTEN_DIGITS));
    boolean same =
        rounded.multiply(new BigDecimal(denominator)).compareTo(new BigDecimal(numerator)) == 0;
    return same ? Optional.of(rounded.stripTrailingZeros().toString()) : Optional.empty();
  }

  /**
   * The nearest double.
   *
   * @return a double, 0 only for 0
   * @throws ArithmeticException if no double but 0 is as small, or none is as large
   */
  public double nearest() {
    requireDouble();
    double low = rounded(false);
    double high = rounded(true);
    BigDecimal twice = new BigDecimal(low).add(new BigDecimal(high));
    int order =
        new BigDecimal(numerator.shiftLeft(1))
            .compareTo(twice.multiply(new BigDecimal(denominator)));
    boolean even = (Double.doubleToRawLongBits(low) & 1) == 0;
    return order < 0 || (order == 0 && even) ? low : high;
  }

  private double toDouble() {
    return digits().doubleValue();
  }

  /**
   * Requires that the doubles have a range in which this number lies.
   *
   * @return this
   * @throws ArithmeticException if no double but 0 is as small, or none is as large
   */
  public ExactNumber requireDouble() {
    BigDecimal size = new BigDecimal(numerator.abs());
    BigDecimal unit = new BigDecimal(denominator);
    if (signum() != 0 && size.compareTo(LEAST.multiply(unit)) < 0) {
      throw tooSmall();
    }
    if (size.compareTo(MOST.multiply(unit)) > 0) {
      throw tooLarge();
    }
    return this;
  }

  /**
   * The nearest double that is not below, or not above.
   *
   * @param up whether it must not be below
   * @return the double
   * @throws ArithmeticException if no double is as large
   */
  public double rounded(boolean up) {
    MathContext more =
        new MathContext(WRITTEN_DIGITS * 2, up ? RoundingMode.CEILING : RoundingMode.FLOOR);
    double near = new BigDecimal(numerator).divide(new BigDecimal(denominator), more).doubleValue();
    if (!Double.isFinite(near)) {
      throw tooLarge();
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

  @Override
  public String toString() {
    return Double.toString(toDouble());
  }
}
