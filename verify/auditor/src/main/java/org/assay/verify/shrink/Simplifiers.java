package org.assay.verify.shrink;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Simplifiers of common records: towards 0 and 1, and towards the empty text. */
public final class Simplifiers {
  /** Numbers that are tried first. */
  private static final double[] ROUND = {0, 1, 10, 100, 1000, 1e6};

  private Simplifiers() {}

  /**
   * Numbers: 0 is simplest, then 1, whole numbers by size, other finite numbers by size,
   * infinities, NaN. A number is reduced by halving its distance to 0 and its last step. The
   * smallest number that still refutes is thus found by bisection.
   *
   * @return the simplifier
   */
  public static Simplifier<Double> numbers() {
    return Simplifiers::simplerNumbers;
  }

  /**
   * Whole numbers by size, positive before negative.
   *
   * @return the simplifier
   */
  public static Simplifier<Long> integers() {
    return Simplifiers::simplerIntegers;
  }

  /**
   * Texts by length: empty, one letter, halves, without the last character.
   *
   * @return the simplifier
   */
  public static Simplifier<String> texts() {
    return text -> {
      Set<String> simpler = new LinkedHashSet<>(List.of("", "a"));
      simpler.add(text.substring(0, text.length() / 2));
      simpler.add(text.substring(text.length() / 2));
      simpler.add(text.substring(0, Math.max(0, text.length() - 1)));
      simpler.removeIf(other -> other.length() >= text.length());
      return List.copyOf(simpler);
    };
  }

  /**
   * Rows of numbers, one attribute at a time after the row of zeros.
   *
   * @return the simplifier
   */
  public static Simplifier<double[]> rows() {
    return row -> {
      List<double[]> simpler = new ArrayList<>();
      int nonZero = 0;
      for (double attribute : row) {
        nonZero += isZero(attribute) ? 0 : 1;
      }
      if (nonZero > 1) {
        simpler.add(new double[row.length]);
      }
      for (int i = 0; i < row.length; i++) {
        for (double attribute : simplerNumbers(row[i])) {
          double[] changed = row.clone();
          changed[i] = attribute;
          simpler.add(changed);
        }
      }
      return simpler;
    };
  }

  private static List<Double> simplerNumbers(double number) {
    Set<Double> simpler = new LinkedHashSet<>();
    for (double round : ROUND) {
      simpler.add(round);
      simpler.add(number < 0 ? -round + 0.0 : round);
    }
    if (Double.isFinite(number)) {
      simpler.add(Math.abs(number));
      simpler.add(number < 0 ? Math.ceil(number) + 0.0 : Math.floor(number));
      double part = number / 2;
      for (int i = 0; i < 60 && Math.abs(part) >= 0.5; i++) {
        simpler.add(Math.rint(number - part));
        part /= 2;
      }
      simpler.add(number - Math.signum(number));
    }
    simpler.removeIf(other -> !(compare(other, number) < 0));
    return List.copyOf(simpler);
  }

  private static List<Long> simplerIntegers(long number) {
    Set<Long> simpler = new LinkedHashSet<>(List.of(0L, 1L));
    if (number < 0 && number != Long.MIN_VALUE) {
      simpler.add(-number);
    }
    for (long part = number / 2; part != 0; part /= 2) {
      simpler.add(number - part);
    }
    simpler.removeIf(other -> !isSimpler(other, number));
    return List.copyOf(simpler);
  }

  /**
   * Whether one number is simpler: by size, and of two numbers of one size the positive one.
   * Long.MIN_VALUE has the largest size.
   */
  private static boolean isSimpler(long one, long other) {
    long negativeOne = one > 0 ? -one : one;
    long negativeOther = other > 0 ? -other : other;
    return negativeOne > negativeOther || (negativeOne == negativeOther && one > other);
  }

  /**
   * The order of {@link #numbers()}. Only finitely many whole numbers are smaller in size than a
   * given one.
   */
  private static int compare(double one, double other) {
    int kinds = Integer.compare(kind(one), kind(other));
    if (kinds != 0) {
      return kinds;
    }
    int sizes = Double.compare(Math.abs(one), Math.abs(other));
    return sizes != 0 ? sizes : Double.compare(other, one);
  }

  private static int kind(double number) {
    if (Double.isNaN(number)) {
      return 3;
    }
    if (Double.isInfinite(number)) {
      return 2;
    }
    return number == Math.rint(number) ? 0 : 1;
  }

  private static boolean isZero(double number) {
    return Double.doubleToLongBits(number) == 0;
  }

  /**
   * Ways of making a record simpler.
   *
   * @param <R> the type of records
   */
  @FunctionalInterface
  public interface Simplifier<R> {
    /**
     * Simpler records, the simplest first.
     *
     * @param record a record, which must not be changed
     * @return records strictly simpler in an order without infinite descent; empty if the record is
     *     as simple as possible
     */
    List<R> simpler(R record);
  }
}
