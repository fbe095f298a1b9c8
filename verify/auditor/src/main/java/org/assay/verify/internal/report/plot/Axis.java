package org.assay.verify.internal.report.plot;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.assay.verify.internal.report.markup.Text;

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

  /** The round numbers along an axis. */
  static final class Ticks {
    /** Steps between labels, at most. */
    private static final int MOST_STEPS = 8;

    /** Steps between labels on an axis with little room, at most. */
    private static final int FEW_STEPS = 4;

    /** With fewer labels than this, a logarithmic axis gets other ones. */
    private static final int FEWEST = 3;

    /** A step is one of these numbers times a power of ten. */
    private static final int[] MANTISSAS = {1, 2, 5};

    /** Characters of all labels in a row; more would touch each other. */
    private static final int MOST_CHARACTERS = 50;

    /** Digits that {@link Text#number} shows. */
    private static final int SHOWN_DIGITS = 4;

    /** Relative rounding error of the ends of an axis. */
    private static final double ROUNDING = 1e-9;

    private Ticks() {}

    /** The smallest step of 1, 2 or 5 times a power of ten that is at least {@code least}. */
    static BigDecimal step(double least) {
      int exponent = (int) Math.floor(Math.log10(Math.max(least, Double.MIN_NORMAL)));
      for (int mantissa : MANTISSAS) {
        BigDecimal step = BigDecimal.valueOf(mantissa).scaleByPowerOfTen(exponent);
        if (step.doubleValue() >= least) {
          return step;
        }
      }
      return BigDecimal.ONE.scaleByPowerOfTen(exponent + 1);
    }

    /** The multiples of a step. */
    static List<Tick> multiples(double from, double to, BigDecimal step) {
      double slack = ROUNDING * (to - from);
      List<Tick> ticks = new ArrayList<>();
      long first = (long) Math.ceil((from - slack) / step.doubleValue());
      long last = (long) Math.floor(Math.min(to + slack, Double.MAX_VALUE) / step.doubleValue());
      for (long i = first; i <= last; i++) {
        BigDecimal value = step.multiply(BigDecimal.valueOf(i));
        ticks.add(new Tick(value.doubleValue(), label(value)));
      }
      return ticks;
    }

    private static String label(BigDecimal value) {
      BigDecimal stripped = value.stripTrailingZeros();
      boolean isShown = stripped.precision() <= SHOWN_DIGITS || stripped.scale() <= 0;
      return isShown
          ? Text.number(value.doubleValue())
          : stripped.toPlainString().replace("-", "−");
    }

    /** Whole exponents of ten, labelled as powers. */
    static List<Tick> exponents(double from, double to) {
      int first = (int) Math.ceil(from - ROUNDING);
      int last = (int) Math.floor(to + ROUNDING);
      int stride = (int) Math.max(1, Math.ceil((to - from - ROUNDING) / MOST_STEPS));
      List<Tick> ticks = new ArrayList<>();
      for (int exponent = first; exponent <= last; exponent += stride) {
        ticks.add(new Tick(exponent, Text.power(exponent)));
      }
      return ticks;
    }

    /**
     * Labels of a logarithmic axis: powers of ten, with multiples if there is room, or equal steps
     * if these are too few.
     */
    static List<Tick> logarithmic(double from, double to) {
      List<Tick> fine = mantissas(from, to);
      int widest = fine.stream().mapToInt(tick -> tick.label().length()).max().orElse(0);
      List<Tick> ticks = fine.size() * widest <= MOST_CHARACTERS ? fine : powers(from, to);
      return ticks.size() >= FEWEST ? ticks : multiples(from, to, step((to - from) / FEW_STEPS));
    }

    private static List<Tick> mantissas(double from, double to) {
      List<Tick> ticks = new ArrayList<>();
      int last = (int) Math.ceil(Math.log10(to));
      for (int exponent = (int) Math.floor(Math.log10(from)); exponent <= last; exponent++) {
        for (int mantissa : MANTISSAS) {
          double value = BigDecimal.valueOf(mantissa).scaleByPowerOfTen(exponent).doubleValue();
          if (value >= from * (1 - ROUNDING) && value <= to * (1 + ROUNDING)) {
            ticks.add(new Tick(value, Text.number(value).replaceFirst("^1 × ", "")));
          }
        }
      }
      return ticks;
    }

    private static List<Tick> powers(double from, double to) {
      return exponents(Math.log10(from), Math.log10(to)).stream()
          .map(tick -> new Tick(Math.pow(10, tick.value()), tick.label()))
          .toList();
    }
  }
}
