package org.assay.verify.internal.writing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * How an output was written, independent of its values: facts about all numbers together, then two
 * facts about each of the first numbers. Immutable.
 */
public final class WrittenForm {
  /** Numbers with facts of their own, at most. */
  public static final int MOST_NUMBERS = 8;

  /** Names of the facts about all numbers together. */
  private static final List<String> TOGETHER =
      List.of(
          "characters of the output",
          "digits after the decimal point",
          "numbers with a decimal point",
          "numbers with an exponent",
          "plus signs, capitals and leading zeros of numbers");

  /** Facts from this index on do not depend on the number of digits. */
  private static final int FIRST_WITHOUT_DIGITS = 2;

  /** Digits after the point from which on a decimal's last digit counts by itself. */
  private static final int LONG = 6;

  private final double[] facts;

  /** The last digits of the first numbers; empty if none of them is a long decimal. */
  private final double[] lasts;

  private WrittenForm(double[] facts, double[] lasts) {
    this.facts = facts;
    this.lasts = lasts;
  }

  /**
   * The form of a single number.
   *
   * @param number a decimal number
   * @return its form
   */
  public static WrittenForm of(String number) {
    return new Builder().add(number).build(number.length());
  }

  /**
   * A form that was taken apart.
   *
   * @param facts what {@link #toArray} returned; copied
   * @param lasts what {@link #lastDigits} returned; copied
   * @return the form
   */
  public static WrittenForm of(double[] facts, double[] lasts) {
    return new WrittenForm(facts.clone(), lasts.clone());
  }

  /**
   * The names of the facts. A single number has no facts of its own: they are those of all
   * together.
   *
   * @param numbers how many numbers have facts of their own, at most {@link #MOST_NUMBERS}
   * @param lasts of how many numbers the last digit is known
   * @return a name for each fact that says something new, and for each last digit
   */
  public static List<String> names(int numbers, int lasts) {
    List<String> names = new ArrayList<>(TOGETHER);
    for (int number = 1; number <= numbers && numbers > 1; number++) {
      names.add("digits after the decimal point of written number " + number);
      names.add("characters of written number " + number);
    }
    for (int number = 1; number <= lasts; number++) {
      names.add("last digit of written number " + number);
    }
    return List.copyOf(names);
  }

  /**
   * How many numbers have facts of their own.
   *
   * @return at most {@link #MOST_NUMBERS}
   */
  public int numbers() {
    return (facts.length - TOGETHER.size()) / 2;
  }

  /**
   * How many facts there are.
   *
   * @return the number of facts
   */
  public int size() {
    return facts.length;
  }

  /**
   * A fact.
   *
   * @param index from 0, in the order of {@link #names}
   * @return its value, NaN if it is hidden
   */
  public double at(int index) {
    return facts[index];
  }

  /**
   * The form for an observer who sees rounded numbers: facts that depend on the number of digits
   * are hidden.
   *
   * @return the form without those facts
   */
  public WrittenForm withoutDigits() {
    double[] left = new double[TOGETHER.size()];
    Arrays.fill(left, 0, FIRST_WITHOUT_DIGITS, Double.NaN);
    System.arraycopy(
        facts,
        FIRST_WITHOUT_DIGITS,
        left,
        FIRST_WITHOUT_DIGITS,
        left.length - FIRST_WITHOUT_DIGITS);
    return new WrittenForm(left, new double[0]);
  }

  /**
   * The last digits of the first numbers.
   *
   * @return a copy; empty if none of them is a long decimal
   */
  public double[] lastDigits() {
    return lasts.clone();
  }

  /**
   * All facts.
   *
   * @return a copy
   */
  public double[] toArray() {
    return facts.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WrittenForm form
        && Arrays.equals(facts, form.facts)
        && Arrays.equals(lasts, form.lasts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(facts);
  }

  @Override
  public String toString() {
    return "written form " + Arrays.toString(facts);
  }

  /** Collects the numbers of an output in order. */
  public static final class Builder {
    private final DoubleStream.Builder each = DoubleStream.builder();
    private final DoubleStream.Builder lasts = DoubleStream.builder();
    private boolean isLong;
    private int numbers;
    private int fractions;
    private int points;
    private int exponents;
    private int marks;

    /**
     * Adds a number.
     *
     * @param number a decimal number as it was written
     * @return this
     */
    public Builder add(String number) {
      int fraction = 0;
      int zeros = 0;
      int last = 0;
      boolean power = false;
      boolean leads = true;
      boolean follows = false;
      for (int at = 0; at < number.length(); at++) {
        char c = number.charAt(at);
        boolean digit = c >= '0' && c <= '9';
        boolean more = at + 1 < number.length() && Character.isDigit(number.charAt(at + 1));
        fraction += follows && digit ? 1 : 0;
        zeros += leads && c == '0' && more ? 1 : 0;
        marks += c == '+' || c == 'E' ? 1 : 0;
        power |= c == 'e' || c == 'E';
        last = digit && !power ? c - '0' : last;
        exponents += c == 'e' || c == 'E' ? 1 : 0;
        points += c == '.' ? 1 : 0;
        // Leading zeros can stand in the whole part and in the exponent.
        leads = digit ? leads && c == '0' : c != '.';
        follows = c == '.' || (follows && digit);
      }
      marks += zeros;
      fractions += fraction;
      if (numbers++ < MOST_NUMBERS) {
        each.add(fraction).add(number.length());
        lasts.add(last);
        isLong |= fraction >= LONG || (fraction > 0 && number.length() > ExactNumber.DECIMAL);
      }
      return this;
    }

    /**
     * The form of all added numbers.
     *
     * @param characters the length of the whole output
     * @return the form
     */
    public WrittenForm build(int characters) {
      DoubleStream together = DoubleStream.of(characters, fractions, points, exponents, marks);
      return new WrittenForm(
          DoubleStream.concat(together, each.build()).toArray(),
          isLong ? lasts.build().toArray() : new double[0]);
    }
  }
}
