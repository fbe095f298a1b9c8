package org.assay.verify.internal.report.plot;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.assay.verify.internal.report.markup.Text;

/** The round numbers along an axis. */
final class Ticks {
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
    return isShown ? Text.number(value.doubleValue()) : stripped.toPlainString().replace("-", "−");
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
   * Labels of a logarithmic axis: powers of ten, with multiples if there is room, or equal steps if
   * these are too few.
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
