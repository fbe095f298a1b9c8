package org.assay.ledger.internal.claim;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A parameter that a search varies.
 *
 * @param name its name, as the paper has it
 * @param grid values with which a search begins, ascending
 * @param kind the values between those of the grid
 */
public record Parameter(String name, List<Double> grid, Kind kind) {
  /** Which values a parameter may take. */
  public enum Kind {
    /** Positive real numbers, for which ratios matter. */
    POSITIVE,
    /** Whole numbers from 1, for which ratios matter. */
    COUNT,
    /** The values of the grid and no others. */
    CHOICE
  }

  /** Significant digits of a value that counts as easy to read. */
  private static final int MOST_DIGITS = 2;

  /** Copies the grid. */
  public Parameter {
    grid = grid.stream().sorted().distinct().toList();
    if (grid.isEmpty()) {
      throw new IllegalArgumentException("grid of " + name + " was empty: name a value");
    }
  }

  /**
   * A positive number.
   *
   * @param name its name
   * @param from the smallest value, above 0
   * @param to the largest value
   * @param points with how many values a search begins, at least 2
   * @return the parameter, with values evenly spaced in the logarithm
   */
  public static Parameter positive(String name, double from, double to, int points) {
    List<Double> grid =
        IntStream.range(0, points).mapToObj(i -> between(from, to, i, points - 1)).toList();
    return new Parameter(name, grid, Kind.POSITIVE);
  }

  /** A value of the grid. The ends are exactly the given ones, so that a search reaches them. */
  private static double between(double from, double to, int i, int last) {
    if (i == 0 || i == last) {
      return i == 0 ? from : to;
    }
    double value = from * Math.pow(to / from, i / (double) last);
    return Math.max(from, Math.min(to, rounded(value, 3)));
  }

  /**
   * A whole number.
   *
   * @param name its name
   * @param from the smallest value, at least 1
   * @param to the largest value
   * @param points with how many values a search begins, at least 2
   * @return the parameter, with values about evenly spaced in the logarithm
   */
  public static Parameter count(String name, int from, int to, int points) {
    List<Double> grid =
        positive(name, from, to, points).grid().stream().map(Math::rint).distinct().toList();
    return new Parameter(name, grid, Kind.COUNT);
  }

  /**
   * A number from a short list.
   *
   * @param name its name
   * @param values its values
   * @return the parameter
   */
  public static Parameter choice(String name, double... values) {
    return new Parameter(name, Arrays.stream(values).boxed().toList(), Kind.CHOICE);
  }

  /**
   * The smallest value.
   *
   * @return the first of the grid
   */
  public double from() {
    return grid.get(0);
  }

  /**
   * The largest value.
   *
   * @return the last of the grid
   */
  public double to() {
    return grid.get(grid.size() - 1);
  }

  /** The values a factor above and below a value, within the range. */
  List<Double> around(double value, double factor) {
    if (kind == Kind.CHOICE) {
      return grid;
    }
    double low = Math.max(from(), value / factor);
    double high = Math.min(to(), value * factor);
    return kind == Kind.COUNT
        ? List.of(Math.floor(low), Math.ceil(low), Math.floor(high), Math.ceil(high))
        : List.of(low, high);
  }

  /** The factor between neighbours on the grid. */
  double spacing() {
    return grid.size() < 2 ? 1 : Math.pow(to() / from(), 1.0 / (grid.size() - 1));
  }

  /** Values in the range that are easy to read, the simplest first. */
  List<Double> simplest() {
    Stream<Double> candidates = kind == Kind.CHOICE ? grid.stream() : decimals();
    return candidates
        .filter(value -> value >= from() && value <= to())
        .sorted(kind == Kind.COUNT ? Comparator.naturalOrder() : byEffort())
        .toList();
  }

  private Stream<Double> decimals() {
    List<Double> values = new ArrayList<>();
    int low = (int) Math.floor(Math.log10(from())) - 1;
    int high = (int) Math.ceil(Math.log10(to())) + 1;
    for (int exponent = low; exponent <= high; exponent++) {
      for (int mantissa = 10; mantissa < 100; mantissa++) {
        values.add(new BigDecimal(mantissa).scaleByPowerOfTen(exponent).doubleValue());
      }
    }
    return values.stream()
        .filter(value -> kind != Kind.COUNT || value == Math.rint(value))
        .distinct();
  }

  /** Fewer digits are simpler; of equally many digits, a value nearer to 1. */
  private static Comparator<Double> byEffort() {
    return Comparator.<Double>comparingInt(value -> digits(value))
        .thenComparingDouble(value -> Math.abs(Math.log(value)));
  }

  /** Digits after the first one; 0 for powers of ten. */
  private static int digits(double value) {
    BigDecimal stripped = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    boolean power = stripped.unscaledValue().intValue() == 1;
    return power ? 0 : Math.min(MOST_DIGITS, stripped.precision());
  }

  private static double rounded(double value, int digits) {
    return new BigDecimal(value).round(new MathContext(digits)).doubleValue();
  }
}
