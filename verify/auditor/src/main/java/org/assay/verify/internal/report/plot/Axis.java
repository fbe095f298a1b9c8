package org.assay.verify.internal.report.plot;

import java.math.BigDecimal;
import java.util.List;

/** An axis of a plot: the position of each value, and the labelled values. */
public final class Axis {
  /** Steps between the labels of a usual axis, at most. */
  private static final int MOST_STEPS = 8;

  /** Steps between the labels of an axis of counts, at most. */
  private static final int FEW_STEPS = 5;

  private final String name;
  private final boolean logarithmic;
  private final double from;
  private final double to;
  private final List<Tick> ticks;

  private Axis(String name, boolean logarithmic, double from, double to, List<Tick> ticks) {
    this.name = name;
    this.logarithmic = logarithmic;
    this.from = from;
    this.to = to;
    this.ticks = List.copyOf(ticks);
  }

  /**
   * A linear axis with as many labels as fit.
   *
   * @param name what it shows, and its unit in brackets if it has one
   * @param from its smallest value
   * @param to its largest value, above the smallest one
   * @return the axis
   * @throws IllegalArgumentException if the values are not finite or do not rise
   */
  public static Axis linear(String name, double from, double to) {
    return linear(name, from, to, MOST_STEPS);
  }

  /**
   * A linear axis with few labels.
   *
   * @param name what it shows, and its unit in brackets if it has one
   * @param from its smallest value
   * @param to its largest value, above the smallest one
   * @param mostSteps at most so many steps between labels, at least 1
   * @return the axis
   * @throws IllegalArgumentException if the values are not finite or do not rise, or there is no
   *     step
   */
  public static Axis linear(String name, double from, double to, int mostSteps) {
    requireRising(from, to);
    if (!(mostSteps >= 1)) {
      throw new IllegalArgumentException("mostSteps was " + mostSteps + ": it must be at least 1");
    }
    BigDecimal step = Ticks.step((to - from) / mostSteps);
    return new Axis(name, false, from, to, Ticks.multiples(from, to, step));
  }

  /**
   * A linear axis of whole numbers from 0 on.
   *
   * @param name what is counted, and its unit in brackets if it has one
   * @param to its largest value, above 0
   * @return the axis
   * @throws IllegalArgumentException if the largest value is not finite or not above 0
   */
  public static Axis counts(String name, double to) {
    requireRising(0, to);
    BigDecimal step = Ticks.step(Math.max(1, to / FEW_STEPS));
    return new Axis(name, false, 0, to, Ticks.multiples(0, to, step));
  }

  /**
   * A linear axis of exponents, labelled as powers of ten: for powers that no double holds.
   *
   * @param name what the powers show, and its unit in brackets if it has one
   * @param from the smallest exponent
   * @param to the largest exponent, above the smallest one
   * @return the axis
   * @throws IllegalArgumentException if the exponents are not finite or do not rise
   */
  public static Axis exponents(String name, double from, double to) {
    requireRising(from, to);
    return new Axis(name, false, from, to, Ticks.exponents(from, to));
  }

  /**
   * An axis on which powers of ten are equally far apart.
   *
   * @param name what it shows, and its unit in brackets if it has one
   * @param from its smallest value, above 0
   * @param to its largest value, above the smallest one
   * @return the axis
   * @throws IllegalArgumentException if the values are not positive and finite or do not rise
   */
  public static Axis logarithmic(String name, double from, double to) {
    requireRising(from, to);
    if (!(from > 0)) {
      throw new IllegalArgumentException("from was " + from + ": it must be above 0");
    }
    return new Axis(name, true, from, to, Ticks.logarithmic(from, to));
  }

  /**
   * A logarithmic axis that begins and ends at powers of ten.
   *
   * @param name what it shows, and its unit in brackets if it has one
   * @param smallest a value above 0
   * @param largest a value that is not smaller
   * @return the shortest such axis with both values on it
   * @throws IllegalArgumentException if the values are not positive and finite or fall
   */
  public static Axis decades(String name, double smallest, double largest) {
    double low = Math.floor(Math.log10(smallest));
    double high = Math.max(low + 1, Math.ceil(Math.log10(largest)));
    // There is no power of ten above the largest double or below the smallest.
    double from = Math.max(Math.pow(10, low), Math.min(smallest, Double.MIN_NORMAL));
    return logarithmic(name, from, Math.min(Math.pow(10, high), Double.MAX_VALUE));
  }

  /**
   * An end of an axis above a value.
   *
   * @param largest the largest value that is shown, finite and above 0
   * @param share the end as a multiple of the value, above 1
   * @return the end, at most the largest double
   */
  public static double above(double largest, double share) {
    return Math.min(Double.MAX_VALUE, Math.max(Double.MIN_NORMAL, largest * share));
  }

  private static void requireRising(double from, double to) {
    if (!(Double.isFinite(from) && Double.isFinite(to) && from < to)) {
      throw new IllegalArgumentException(
          "the ends were " + from + " and " + to + ": an axis needs two that are finite and rise");
    }
  }

  /** The position of a value, from 0 to 1; values outside are moved to the end. */
  double share(double value) {
    double share =
        logarithmic
            ? (Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from))
            : (value - from) / (to - from);
    return Math.max(0, Math.min(1, share));
  }

  String name() {
    return name;
  }

  double from() {
    return from;
  }

  double to() {
    return to;
  }

  List<Tick> ticks() {
    return ticks;
  }

  /** Whether a tick is the zero of a linear axis. */
  boolean isOrigin(Tick tick) {
    return !logarithmic && tick.value() == 0;
  }
}
