package org.assay.algorithms.noise;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;

/**
 * Arithmetic of intervals that contain real numbers, in doubles or with more digits. If an interval
 * does not determine a result, {@link #finer} gives arithmetic with more digits.
 *
 * @param <T> the type of intervals
 */
interface RealNumbers<T> {
  /** Arithmetic in doubles, which is fast and nearly always precise enough. */
  static RealNumbers<Enclosure> doubles() {
    return new Doubles();
  }

  /** The number {@code whole + fraction}, above 0. */
  T of(long whole, UniformDigits fraction);

  T exact(double number);

  T of(BigDecimal number);

  T plus(T first, T second);

  T times(T first, double number);

  T square(T number);

  /** The quotient by a number above 0. */
  T dividedBy(T number, double divisor);

  T exp(T number);

  /** The natural logarithm of a number above 0. */
  T log(T number);

  BigDecimal lower(T number);

  BigDecimal upper(T number);

  RealNumbers<?> finer();

  /** The whole part, if both ends have the same whole part. */
  default Optional<BigInteger> floor(T number) {
    BigInteger below = lower(number).setScale(0, RoundingMode.FLOOR).toBigInteger();
    BigInteger above = upper(number).setScale(0, RoundingMode.FLOOR).toBigInteger();
    return below.equals(above) ? Optional.of(below) : Optional.empty();
  }

  /** Number of leading chunks of digits until one is not 0, at least {@code least}. */
  static int chunks(int least, long whole, UniformDigits fraction) {
    int chunks = least;
    while (whole == 0 && fraction.leading(chunks).signum() == 0) {
      chunks++;
    }
    return chunks;
  }

  /** Arithmetic of enclosures in doubles. */
  final class Doubles implements RealNumbers<Enclosure> {
    @Override
    public Enclosure of(long whole, UniformDigits fraction) {
      int chunks = chunks(1, whole, fraction);
      BigInteger leading = fraction.leading(chunks);
      int bits = -chunks * UniformDigits.CHUNK_BITS;
      double below = Math.nextDown(Math.scalb(leading.doubleValue(), bits));
      double above = Math.nextUp(Math.scalb(leading.add(BigInteger.ONE).doubleValue(), bits));
      Enclosure rest = Enclosure.of(Math.max(0, below), above);
      return whole == 0 ? rest : rest.plus(Enclosure.ofCount(whole));
    }

    @Override
    public Enclosure exact(double number) {
      return Enclosure.exact(number);
    }

    @Override
    public Enclosure of(BigDecimal number) {
      double near = number.doubleValue();
      return new BigDecimal(near).compareTo(number) == 0
          ? Enclosure.exact(near)
          : Enclosure.of(Math.nextDown(near), Math.nextUp(near));
    }

    @Override
    public Enclosure plus(Enclosure first, Enclosure second) {
      return first.plus(second);
    }

    @Override
    public Enclosure times(Enclosure first, double number) {
      return first.times(number);
    }

    @Override
    public Enclosure square(Enclosure number) {
      return number.square();
    }

    @Override
    public Enclosure dividedBy(Enclosure number, double divisor) {
      return number.dividedBy(divisor);
    }

    @Override
    public Enclosure exp(Enclosure number) {
      return number.exp();
    }

    @Override
    public Enclosure log(Enclosure number) {
      return number.log();
    }

    @Override
    public BigDecimal lower(Enclosure number) {
      return new BigDecimal(number.lower());
    }

    @Override
    public BigDecimal upper(Enclosure number) {
      return new BigDecimal(number.upper());
    }

    @Override
    public Optional<BigInteger> floor(Enclosure number) {
      double below = Math.floor(number.lower());
      return below == Math.floor(number.upper())
          ? Optional.of(new BigDecimal(below).toBigInteger())
          : Optional.empty();
    }

    @Override
    public RealNumbers<?> finer() {
      return new Decimals(60);
    }
  }

  /** The ends of an interval. */
  record Ends(BigDecimal lower, BigDecimal upper) {}

  /**
   * Decimal numbers of a given number of digits, both ends rounded outward. Logarithms and
   * exponentials are computed with ten digits more, a margin of ten billion for their error.
   */
  final class Decimals implements RealNumbers<Ends> {
    /** Number of additional digits for logarithms and exponentials. Not tuned. */
    private static final int SPARE = 10;

    /** Exponent below which an exponential is enclosed between 0 and {@link #TINY}. */
    private static final BigDecimal LEAST = BigDecimal.valueOf(-1_000_000);

    /** Upper bound of exponentials of exponents below {@link #LEAST}. */
    private static final BigDecimal TINY = new BigDecimal("1e-400000");

    private final int digits;
    private final MathContext down;
    private final MathContext up;
    private final MathContext near;

    Decimals(int digits) {
      this.digits = digits;
      this.down = new MathContext(digits, RoundingMode.FLOOR);
      this.up = new MathContext(digits, RoundingMode.CEILING);
      this.near = new MathContext(digits + SPARE, RoundingMode.HALF_EVEN);
    }

    @Override
    public Ends of(long whole, UniformDigits fraction) {
      int chunks = chunks(1 + digits / 18, whole, fraction);
      BigDecimal unit =
          BigDecimal.ONE.divide(
              new BigDecimal(BigInteger.ONE.shiftLeft(chunks * UniformDigits.CHUNK_BITS)));
      BigInteger leading = fraction.leading(chunks);
      BigDecimal start = BigDecimal.valueOf(whole).add(new BigDecimal(leading).multiply(unit));
      return new Ends(start, start.add(unit));
    }

    @Override
    public Ends exact(double number) {
      BigDecimal exact = new BigDecimal(number);
      return new Ends(exact, exact);
    }

    @Override
    public Ends of(BigDecimal number) {
      return new Ends(number, number);
    }

    @Override
    public Ends plus(Ends first, Ends second) {
      return new Ends(first.lower.add(second.lower, down), first.upper.add(second.upper, up));
    }

    @Override
    public Ends times(Ends first, double number) {
      BigDecimal factor = new BigDecimal(number);
      BigDecimal low = number >= 0 ? first.lower : first.upper;
      BigDecimal high = number >= 0 ? first.upper : first.lower;
      return new Ends(low.multiply(factor, down), high.multiply(factor, up));
    }

    /** The square of a number that is not negative. */
    @Override
    public Ends square(Ends number) {
      return new Ends(
          number.lower.multiply(number.lower, down), number.upper.multiply(number.upper, up));
    }

    @Override
    public Ends dividedBy(Ends number, double divisor) {
      BigDecimal exact = new BigDecimal(divisor);
      return new Ends(number.lower.divide(exact, down), number.upper.divide(exact, up));
    }

    @Override
    public Ends exp(Ends number) {
      BigDecimal low =
          number.lower.compareTo(LEAST) < 0
              ? BigDecimal.ZERO
              : BigDecimalMath.exp(number.lower, near);
      BigDecimal high =
          number.upper.compareTo(LEAST) < 0 ? TINY : BigDecimalMath.exp(number.upper, near);
      BigDecimal error = BigDecimal.ONE.movePointLeft(digits);
      return new Ends(low.subtract(low.multiply(error), down), high.add(high.multiply(error), up));
    }

    @Override
    public Ends log(Ends number) {
      BigDecimal low = BigDecimalMath.log(number.lower, near);
      BigDecimal high = BigDecimalMath.log(number.upper, near);
      BigDecimal error = BigDecimal.ONE.movePointLeft(digits);
      return new Ends(
          low.subtract(low.abs().add(BigDecimal.ONE).multiply(error), down),
          high.add(high.abs().add(BigDecimal.ONE).multiply(error), up));
    }

    @Override
    public BigDecimal lower(Ends number) {
      return number.lower;
    }

    @Override
    public BigDecimal upper(Ends number) {
      return number.upper;
    }

    @Override
    public RealNumbers<?> finer() {
      return new Decimals(2 * digits);
    }
  }
}
