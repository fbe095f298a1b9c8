package org.assay.accountant.numeric;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * A closed interval {@code [lower, upper]} of extended real numbers that provably contains one
 * exact mathematical value.
 *
 * <p>Arithmetic rounds outward: if {@code x} lies in {@code a} and {@code y} in {@code b}, the
 * exact {@code x op y} lies in {@code a.op(b)}. Results that are exactly representable keep their
 * width; see {@link Rounding} for how. Infinite ends are allowed (the value is unbounded on that
 * side, or infinite); NaN never is.
 *
 * @param lower a number at most the exact value
 * @param upper a number at least the exact value
 */
public record Enclosure(double lower, double upper) {
  /** The exact number 0. */
  public static final Enclosure ZERO = new Enclosure(0, 0);

  /** The exact number 1. */
  public static final Enclosure ONE = new Enclosure(1, 1);

  /** The ratio of a circle's circumference to its diameter. */
  public static final Enclosure PI = new Enclosure(Math.PI, Math.nextUp(Math.PI));

  /** Digits of decimal strings that must be rounded outward. */
  private static final int DECIMAL_DIGITS = 17;

  /**
   * Checks the order of the ends.
   *
   * @throws IllegalArgumentException if an end is NaN or {@code lower > upper}
   */
  public Enclosure {
    if (!(lower <= upper)) {
      throw new IllegalArgumentException(
          "enclosure ends were ["
              + lower
              + ", "
              + upper
              + "]: lower must not exceed upper and neither may be NaN");
    }
    // -0.0 becomes 0.0, so that equal enclosures are equal records.
    lower += 0.0;
    upper += 0.0;
  }

  /**
   * The enclosure of a number that a double represents exactly.
   *
   * @param value the number, not NaN
   * @return {@code [value, value]}
   */
  public static Enclosure exact(double value) {
    return new Enclosure(value, value);
  }

  /**
   * The enclosure of a count; above 2^53 not every count is a double.
   *
   * @param count any whole number
   * @return an enclosure of the count
   */
  public static Enclosure ofCount(long count) {
    double rounded = count;
    boolean exact = rounded < 0x1p63 && (long) rounded == count;
    return exact
        ? new Enclosure(rounded, rounded)
        : new Enclosure(Math.nextDown(rounded), Math.nextUp(rounded));
  }

  /**
   * An enclosure with the given ends.
   *
   * @param lower the lower end
   * @param upper the upper end, at least {@code lower}
   * @return {@code [lower, upper]}
   */
  public static Enclosure of(double lower, double upper) {
    return new Enclosure(lower, upper);
  }

  /**
   * Sum.
   *
   * @param other the other summand
   * @return an enclosure of the sum
   */
  public Enclosure plus(Enclosure other) {
    return new Enclosure(Rounding.addDown(lower, other.lower), Rounding.addUp(upper, other.upper));
  }

  /**
   * Sum with an exact number.
   *
   * @param number the other summand
   * @return an enclosure of the sum
   */
  public Enclosure plus(double number) {
    return new Enclosure(Rounding.addDown(lower, number), Rounding.addUp(upper, number));
  }

  /**
   * Difference.
   *
   * @param other the subtrahend
   * @return an enclosure of the difference
   */
  public Enclosure minus(Enclosure other) {
    return plus(other.negate());
  }

  /**
   * Difference with an exact number.
   *
   * @param number the subtrahend
   * @return an enclosure of the difference
   */
  public Enclosure minus(double number) {
    return plus(-number);
  }

  /**
   * Change of sign.
   *
   * @return the enclosure of the negated value, exact
   */
  public Enclosure negate() {
    return new Enclosure(-upper, -lower);
  }

  /**
   * Product.
   *
   * @param other the other factor
   * @return an enclosure of the product
   */
  public Enclosure times(Enclosure other) {
    if (lower >= 0 && other.lower >= 0) {
      return new Enclosure(
          Rounding.multiplyDown(lower, other.lower), Rounding.multiplyUp(upper, other.upper));
    }
    double low =
        min4(
            Rounding.multiplyDown(lower, other.lower),
            Rounding.multiplyDown(lower, other.upper),
            Rounding.multiplyDown(upper, other.lower),
            Rounding.multiplyDown(upper, other.upper));
    double high =
        -min4(
            -Rounding.multiplyUp(lower, other.lower),
            -Rounding.multiplyUp(lower, other.upper),
            -Rounding.multiplyUp(upper, other.lower),
            -Rounding.multiplyUp(upper, other.upper));
    return new Enclosure(low, high);
  }

  /**
   * Product with an exact number.
   *
   * @param number the other factor
   * @return an enclosure of the product
   */
  public Enclosure times(double number) {
    return times(exact(number));
  }

  /**
   * Quotient.
   *
   * @param other the divisor, which must not contain 0
   * @return an enclosure of the quotient
   * @throws ArithmeticException if the divisor contains 0
   */
  public Enclosure dividedBy(Enclosure other) {
    if (other.lower <= 0 && other.upper >= 0) {
      throw new ArithmeticException("division of " + this + " by " + other + ", which contains 0");
    }
    double low =
        min4(
            Rounding.divideDown(lower, other.lower),
            Rounding.divideDown(lower, other.upper),
            Rounding.divideDown(upper, other.lower),
            Rounding.divideDown(upper, other.upper));
    double high =
        -min4(
            -Rounding.divideUp(lower, other.lower),
            -Rounding.divideUp(lower, other.upper),
            -Rounding.divideUp(upper, other.lower),
            -Rounding.divideUp(upper, other.upper));
    return new Enclosure(low, high);
  }

  /**
   * Quotient by an exact number.
   *
   * @param number the divisor, not 0
   * @return an enclosure of the quotient
   */
  public Enclosure dividedBy(double number) {
    return dividedBy(exact(number));
  }

  /**
   * Square.
   *
   * @return an enclosure of the square, never below 0
   */
  public Enclosure square() {
    double smallest = lower > 0 ? lower : Math.max(0, -upper);
    double largest = Math.max(-lower, upper);
    return new Enclosure(
        Rounding.multiplyDown(smallest, smallest), Rounding.multiplyUp(largest, largest));
  }

  /**
   * Square root.
   *
   * @return an enclosure of the square root
   * @throws ArithmeticException if the enclosure reaches below 0
   */
  public Enclosure sqrt() {
    return new Enclosure(Rounding.sqrtDown(lower), Rounding.sqrtUp(upper));
  }

  /**
   * Exponential.
   *
   * @return an enclosure of {@code e^x}
   */
  public Enclosure exp() {
    return new Enclosure(Rounding.expDown(lower), Rounding.expUp(upper));
  }

  /**
   * Exponential minus one, accurate near 0.
   *
   * @return an enclosure of {@code e^x - 1}
   */
  public Enclosure expm1() {
    return new Enclosure(Rounding.expm1Down(lower), Rounding.expm1Up(upper));
  }

  /**
   * Natural logarithm.
   *
   * @return an enclosure of {@code log x}
   * @throws ArithmeticException if the enclosure reaches below 0
   */
  public Enclosure log() {
    return new Enclosure(Rounding.logDown(lower), Rounding.logUp(upper));
  }

  /**
   * Natural logarithm of one plus the value, accurate near 0.
   *
   * @return an enclosure of {@code log(1 + x)}
   * @throws ArithmeticException if the enclosure reaches below -1
   */
  public Enclosure log1p() {
    return new Enclosure(Rounding.log1pDown(lower), Rounding.log1pUp(upper));
  }

  /**
   * Larger of two values.
   *
   * @param other the other value
   * @return an enclosure of the maximum
   */
  public Enclosure max(Enclosure other) {
    return new Enclosure(Math.max(lower, other.lower), Math.max(upper, other.upper));
  }

  /**
   * Smaller of two values.
   *
   * @param other the other value
   * @return an enclosure of the minimum
   */
  public Enclosure min(Enclosure other) {
    return new Enclosure(Math.min(lower, other.lower), Math.min(upper, other.upper));
  }

  /**
   * Smallest enclosure that contains two.
   *
   * @param other the other enclosure
   * @return the convex hull
   */
  public Enclosure hull(Enclosure other) {
    return new Enclosure(Math.min(lower, other.lower), Math.max(upper, other.upper));
  }

  /**
   * Intersection of two enclosures of the same value.
   *
   * @param other another enclosure of the same value
   * @return the intersection
   * @throws ArithmeticException if the enclosures are disjoint, which proves one of them wrong
   */
  public Enclosure intersect(Enclosure other) {
    double low = Math.max(lower, other.lower);
    double high = Math.min(upper, other.upper);
    if (!(low <= high)) {
      throw new ArithmeticException(
          this + " and " + other + " cannot enclose the same value: they are disjoint");
    }
    return new Enclosure(low, high);
  }

  /**
   * Whether a number lies inside.
   *
   * @param value the number
   * @return true if {@code lower <= value <= upper}
   */
  public boolean contains(double value) {
    return lower <= value && value <= upper;
  }

  /**
   * Whether a number of any precision lies inside, compared exactly.
   *
   * @param value the number
   * @return true if {@code lower <= value <= upper}
   */
  public boolean contains(BigDecimal value) {
    return compareExactly(lower, value) <= 0 && compareExactly(upper, value) >= 0;
  }

  /**
   * Whether another enclosure lies inside.
   *
   * @param other the other enclosure
   * @return true if every number of the other is in this one
   */
  public boolean contains(Enclosure other) {
    return lower <= other.lower && other.upper <= upper;
  }

  /**
   * Middle, for display only; the number carries no guarantee.
   *
   * @return a double near the middle of the enclosure
   */
  public double midpoint() {
    if (lower == upper) {
      return lower;
    }
    return lower / 2 + upper / 2;
  }

  /**
   * Distance of the ends, rounded up.
   *
   * @return an upper bound of {@code upper - lower}; 0 for an exact infinity
   */
  public double width() {
    return lower == upper ? 0 : Rounding.subtractUp(upper, lower);
  }

  /**
   * Width over the smaller magnitude of the ends, rounded up.
   *
   * @return 0 for an exact number, infinity if the enclosure contains 0 but is wider
   */
  public double relativeWidth() {
    double width = width();
    if (width == 0) {
      return 0;
    }
    if (lower <= 0 && upper >= 0) {
      return Double.POSITIVE_INFINITY;
    }
    return Rounding.divideUp(width, Math.min(Math.abs(lower), Math.abs(upper)));
  }

  /**
   * The lower end in decimal, rounded down.
   *
   * @return a decimal numeral, or {@code -Infinity} or {@code Infinity}, at most the lower end
   */
  public String lowerDecimal() {
    return decimal(lower, RoundingMode.FLOOR);
  }

  /**
   * The upper end in decimal, rounded up.
   *
   * @return a decimal numeral, or {@code -Infinity} or {@code Infinity}, at least the upper end
   */
  public String upperDecimal() {
    return decimal(upper, RoundingMode.CEILING);
  }

  /** The ends as decimals that round outward. */
  @Override
  public String toString() {
    return "[" + lowerDecimal() + ", " + upperDecimal() + "]";
  }

  private static String decimal(double end, RoundingMode outward) {
    if (Double.isInfinite(end)) {
      return Double.toString(end);
    }
    BigDecimal exact = new BigDecimal(end);
    String shortest = Double.toString(end);
    int side = new BigDecimal(shortest).compareTo(exact);
    boolean roundsOutward = outward == RoundingMode.FLOOR ? side <= 0 : side >= 0;
    if (roundsOutward) {
      return shortest;
    }
    return exact.round(new MathContext(DECIMAL_DIGITS, outward)).stripTrailingZeros().toString();
  }

  private static int compareExactly(double end, BigDecimal value) {
    if (Double.isInfinite(end)) {
      return end > 0 ? 1 : -1;
    }
    return new BigDecimal(end).compareTo(value);
  }

  private static double min4(double a, double b, double c, double d) {
    return Math.min(Math.min(a, b), Math.min(c, d));
  }
}
