package org.assay.accountant.internal.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.numeric.Enclosure;

/**
 * An upper bound of {@code (γ + (1 - γ) s') / (γ + (1 - γ) s)} for all probabilities {@code s} and
 * {@code s'} of one event under neighbours. The lines {@code s' <= e^x s + delta(x)} for every
 * {@code x} and {@code s' <= 1} bound s'. On an interval of s one line is used; the ratio is
 * monotone there, so the larger of its ends bounds it. No proof rests on the choice of lines and
 * intervals.
 */
final class TailRatio {
  /** Number of epsilons whose lines are used. */
  private static final int LINES = 48;

  /** Lines end once delta is below this share of γ. */
  private static final double FLAT = 1e-4;

  /** Largest epsilon at which a line is taken. */
  private static final double LARGEST_EPSILON = 512;

  private final Enclosure least;
  private final Enclosure rest;
  private final List<Line> lines = new ArrayList<>();

  private TailRatio(double least) {
    this.least = Enclosure.exact(least);
    this.rest = Enclosure.ONE.minus(least);
  }

  /** {@code s' <= slope s + offset}. */
  private record Line(Enclosure slope, double offset) {
    double crossing(Line steeper) {
      return (offset - steeper.offset) / (steeper.slope.upper() - slope.upper());
    }
  }

  static Enclosure of(double least, DoubleUnaryOperator delta) {
    TailRatio ratio = new TailRatio(least);
    ratio.addLines(delta);
    return ratio.largest();
  }

  private void addLines(DoubleUnaryOperator delta) {
    lines.add(new Line(Enclosure.ZERO, 1));
    double floor = 1.01 * delta.applyAsDouble(LARGEST_EPSILON);
    double enough = Math.max(floor, FLAT * least.upper());
    double scale = 1.0 / 16;
    while (scale < LARGEST_EPSILON && delta.applyAsDouble(scale) > enough) {
      scale *= 2;
    }
    for (int i = 0; i <= LINES; i++) {
      double epsilon = i * scale / LINES;
      double offset = delta.applyAsDouble(epsilon);
      lines.add(new Line(Enclosure.exact(epsilon).exp(), offset));
      if (!(offset > enough)) {
        return;
      }
    }
  }

  private Enclosure largest() {
    double right = 1;
    Line line = lines.get(0);
    Enclosure largest = Enclosure.ONE;
    for (int i = next(0); i > 0; i = next(i)) {
      Line steeper = lines.get(i);
      double left = Math.min(right, Math.max(0, line.crossing(steeper)));
      largest = largest.max(between(line, left, right));
      right = left;
      line = steeper;
    }
    return largest.max(between(line, 0, right));
  }

  /**
   * Index of the line that becomes the lowest next, to the left of a line's interval; 0 if there is
   * none.
   */
  private int next(int current) {
    int next = 0;
    double best = 0;
    for (int i = current + 1; i < lines.size(); i++) {
      double crossing = lines.get(current).crossing(lines.get(i));
      if (crossing > best) {
        best = crossing;
        next = i;
      }
    }
    return next;
  }

  private Enclosure between(Line line, double left, double right) {
    return at(line, left).max(at(line, right));
  }

  private Enclosure at(Line line, double tail) {
    Enclosure other = line.slope().times(tail).plus(line.offset());
    return other.times(rest).plus(least).dividedBy(rest.times(tail).plus(least));
  }
}
