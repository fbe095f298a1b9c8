package org.assay.cli.page;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * An axis of a plot.
 *
 * @param name what it shows
 * @param logarithmic whether powers of ten are equally far apart
 * @param from its smallest value, above 0 if logarithmic
 * @param to its largest value, above the smallest one
 */
public record Axis(String name, boolean logarithmic, double from, double to) {
  private static final int MOST_LABELS = 8;
  private static final int FEW_DECADES = 3;
  private static final int[] MANTISSAS = {1, 2, 5};

  /**
   * A place that is labelled.
   *
   * @param value where it is
   * @param label what stands there
   */
  public record Tick(double value, String label) {}

  public static Axis linear(String name, double from, double to) {
    return new Axis(name, false, from, to);
  }

  /** The powers of ten around two positive values. */
  public static Axis decades(String name, double smallest, double largest) {
    double low = Math.floor(Math.log10(smallest));
    double high = Math.max(low + 1, Math.ceil(Math.log10(largest)));
    return new Axis(name, true, Math.pow(10, low), Math.pow(10, high));
  }

  /** An axis that ends at two positive values. */
  public static Axis logarithmic(String name, double smallest, double largest) {
    return new Axis(name, true, smallest, largest);
  }

  /** Where a value lies, from 0 to 1; what is outside is moved to the end. */
  double share(double value) {
    double share =
        logarithmic
            ? (Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from))
            : (value - from) / (to - from);
    return Math.max(0, Math.min(1, share));
  }

  List<Tick> ticks() {
    return logarithmic ? logarithmicTicks() : linearTicks();
  }

  private List<Tick> linearTicks() {
    BigDecimal step = step();
    List<Tick> ticks = new ArrayList<>();
    long first = (long) Math.ceil(from / step.doubleValue() - 1e-9);
    for (long i = first; i * step.doubleValue() <= to * (1 + 1e-9); i++) {
      BigDecimal value = step.multiply(BigDecimal.valueOf(i));
      ticks.add(new Tick(value.doubleValue(), plain(value)));
    }
    return ticks;
  }

  /** The smallest of 1, 2, 5 times a power of ten that leaves few enough labels. */
  private BigDecimal step() {
    int exponent = (int) Math.floor(Math.log10((to - from) / MOST_LABELS));
    for (int mantissa : MANTISSAS) {
      BigDecimal step = BigDecimal.valueOf(mantissa).scaleByPowerOfTen(exponent);
      if ((to - from) / step.doubleValue() <= MOST_LABELS) {
        return step;
      }
    }
    return BigDecimal.ONE.scaleByPowerOfTen(exponent + 1);
  }

  private List<Tick> logarithmicTicks() {
    int low = (int) Math.floor(Math.log10(from) + 1e-9);
    int high = (int) Math.ceil(Math.log10(to) - 1e-9);
    boolean few = high - low <= FEW_DECADES;
    int stride = Math.max(1, (high - low + MOST_LABELS - 1) / MOST_LABELS);
    List<Tick> ticks = new ArrayList<>();
    for (int exponent = low; exponent <= high; exponent += stride) {
      for (int mantissa : few ? MANTISSAS : new int[] {1}) {
        BigDecimal value = BigDecimal.valueOf(mantissa).scaleByPowerOfTen(exponent);
        boolean inside = value.doubleValue() >= from * (1 - 1e-9);
        if (inside && value.doubleValue() <= to * (1 + 1e-9)) {
          ticks.add(new Tick(value.doubleValue(), few ? plain(value) : power(exponent)));
        }
      }
    }
    return ticks;
  }

  private static String plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    boolean readable = stripped.precision() - stripped.scale() <= 6 && stripped.scale() <= 5;
    return readable ? stripped.toPlainString() : stripped.toString();
  }

  private static String power(int exponent) {
    StringBuilder text = new StringBuilder(exponent < 0 ? "10⁻" : "10");
    for (char digit : Integer.toString(Math.abs(exponent)).toCharArray()) {
      text.append("⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(digit - '0'));
    }
    return exponent == 0 ? "1" : text.toString();
  }
}
