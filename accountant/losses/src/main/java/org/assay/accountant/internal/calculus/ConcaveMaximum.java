package org.assay.accountant.internal.calculus;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;
import org.assay.accountant.numeric.Rounding;

/**
 * Encloses the largest value of a concave function on a finite interval. The lower end is a value
 * of the function at a computed point. The upper end uses concavity: between two points the
 * function lies below the extended chords through neighbouring points: {@code
 * doc-files/concave-maximum.md}.
 */
public final class ConcaveMaximum {
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** Cells of the first scan. */
  private static final int GRID = 64;

  /** Largest number of golden section steps. */
  private static final int SEARCH_STEPS = 70;

  /**
   * Smallest relative distance of the points around the maximum whose chords give the upper end.
   */
  private static final double NARROWEST = 1e-13;

  private final DoubleFunction<Enclosure> function;
  private final DoubleUnaryOperator argument;
  private final double from;
  private final double to;

  private ConcaveMaximum(
      DoubleFunction<Enclosure> function, DoubleUnaryOperator argument, double from, double to) {
    this.function = function;
    this.argument = argument;
    this.from = from;
    this.to = to;
  }

  /**
   * The largest value between {@code argument(from)} and {@code argument(to)}.
   *
   * @param function enclosures of a concave function, with finite lower ends
   * @param argument a rising map from a search coordinate to the function's argument
   * @param from left end of the search coordinate
   * @param to right end of the search coordinate
   * @return an enclosure of the supremum; its upper end may be infinite
   */
  public static Enclosure of(
      DoubleFunction<Enclosure> function, DoubleUnaryOperator argument, double from, double to) {
    return new ConcaveMaximum(function, argument, from, to).enclose();
  }

  private Enclosure enclose() {
    NavigableMap<Double, Enclosure> grid = new TreeMap<>();
    double best = search(grid);
    double lower = Double.NEGATIVE_INFINITY;
    double upper = Double.POSITIVE_INFINITY;
    for (double width = NARROWEST; width < 1; width *= 8) {
      NavigableMap<Double, Enclosure> points = new TreeMap<>(grid);
      for (int i = -3; i <= 3; i++) {
        double t = best + i * width * Math.max(1, Math.abs(best));
        evaluate(Math.min(to, Math.max(from, t)), points);
      }
      Enclosure[] x = points.keySet().stream().map(Enclosure::exact).toArray(Enclosure[]::new);
      Enclosure[] value = points.values().toArray(new Enclosure[0]);
      lower =
          Math.max(lower, Arrays.stream(value).mapToDouble(Enclosure::lower).max().orElse(lower));
      upper = Math.min(upper, aboveAll(x, value));
    }
    return Enclosure.of(lower, Math.max(lower, upper));
  }

  private double evaluate(double t, Map<Double, Enclosure> points) {
    InterruptedComputationException.check();
    double x = argument.applyAsDouble(t) + 0.0;
    return points.computeIfAbsent(x, function::apply).lower();
  }

  /**
   * A rough maximizer: the best cell of a grid, then golden sections. No bound depends on its
   * accuracy.
   */
  private double search(Map<Double, Enclosure> grid) {
    double spacing = (to - from) / GRID;
    double middle = from;
    double atMiddle = Double.NEGATIVE_INFINITY;
    for (int i = 0; i <= GRID; i++) {
      double t = i == GRID ? to : from + i * spacing;
      double here = evaluate(t, grid);
      middle = here > atMiddle ? t : middle;
      atMiddle = Math.max(atMiddle, here);
    }
    return golden(Math.max(from, middle - spacing), Math.min(to, middle + spacing));
  }

  private double golden(double start, double end) {
    double left = start;
    double right = end;
    double low = right - GOLDEN * (right - left);
    double high = left + GOLDEN * (right - left);
    double atLow = rough(low);
    double atHigh = rough(high);
    for (int i = 0; i < SEARCH_STEPS && low < high; i++) {
      InterruptedComputationException.check();
      if (atLow < atHigh) {
        left = low;
        low = high;
        atLow = atHigh;
        high = left + GOLDEN * (right - left);
        atHigh = rough(high);
      } else {
        right = high;
        high = low;
        atHigh = atLow;
        low = right - GOLDEN * (right - left);
        atLow = rough(low);
      }
    }
    return left + (right - left) / 2;
  }

  private double rough(double t) {
    return function.apply(argument.applyAsDouble(t)).lower();
  }

  /**
   * An upper bound of a concave function between the first and the last of some points.
   *
   * @param x enclosures of at least two points, rising and apart from each other
   * @param value enclosures of the function there
   * @return the bound; infinite if there are fewer than three points
   */
  public static double aboveAll(Enclosure[] x, Enclosure[] value) {
    double highest = Arrays.stream(value).mapToDouble(Enclosure::upper).max().orElseThrow();
    for (int i = 0; i + 1 < x.length; i++) {
      highest = Math.max(highest, above(x, value, i));
    }
    return highest;
  }

  /** A bound between points i and i + 1, from the chords on either side. */
  private static double above(Enclosure[] x, Enclosure[] value, int i) {
    boolean leftKnown = i > 0;
    boolean rightKnown = i + 2 < x.length;
    double unknown = Double.POSITIVE_INFINITY;
    double rise = leftKnown ? slope(x, value, i - 1).upper() : unknown;
    double fall = rightKnown ? slope(x, value, i + 1).lower() : -unknown;
    Enclosure length = x[i + 1].minus(x[i]);
    double atRight = extended(value[i], rise, length.upper());
    double atLeft = extended(value[i + 1], -fall, length.upper());
    double single = Math.min(largerEnd(value[i], atRight), largerEnd(value[i + 1], atLeft));
    boolean crossing = rise > 0 && fall < 0 && rise < unknown && fall > -unknown;
    if (!crossing) {
      return single;
    }
    // Any mixture of the two lines is a bound too; this mixture is about level.
    double share = Math.min(1, Math.max(0, -fall / (rise - fall)));
    double left = mixed(share, value[i].upper(), atLeft);
    double right = mixed(share, atRight, value[i + 1].upper());
    return Math.min(single, Math.max(left, right));
  }

  private static double largerEnd(Enclosure near, double far) {
    return Math.max(near.upper(), far);
  }

  /**
   * Bound of a line's value at the far end of an interval, from its start and a bound of its slope.
   */
  private static double extended(Enclosure start, double change, double length) {
    return change == Double.POSITIVE_INFINITY
        ? change
        : Rounding.addUp(start.upper(), Rounding.multiplyUp(change, length));
  }

  private static double mixed(double share, double first, double second) {
    Enclosure rest = Enclosure.ONE.minus(share).times(second);
    return Enclosure.exact(first).times(share).plus(rest).upper();
  }

  private static Enclosure slope(Enclosure[] x, Enclosure[] value, int i) {
    Enclosure run = x[i + 1].minus(x[i]);
    return value[i + 1].minus(value[i]).dividedBy(run);
  }
}
