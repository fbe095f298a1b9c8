package org.assay.accountant.internal.iteration.allocation;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Walks a segment of a schedule from its end to its start and accumulates {@link StepSums} with
 * directed rounding. On the way it checks that an absorption rate is feasible: the shifts of every
 * tail of the segment are absorbed within that tail, {@code S ≤ slope · N}. Repeated patterns are
 * summed in closed form.
 *
 * <p>Single steps are summed in pairs of doubles (relative error below 2^-66 for fewer than 2^31
 * steps), because a million outward roundings would cost six digits. Lemmas and error bounds:
 * {@code doc-files/shift-allocation.md}.
 */
final class BackwardSums {
  /** Factor above the last rounding errors of a checked inequality; see the error bounds. */
  private static final double UP = 1 + 0x1p-50;

  /** Factor below the rounding errors of a product and a sum. */
  private static final double DOWN = 1 - 0x1p-50;

  /** Repetitions of a pattern that are walked step by step at its ends. */
  private static final int WALKED = 4;

  /** Products of contractions below this factor end the walk, before they underflow. */
  private static final double SMALLEST_FACTOR = 1e-60;

  /** Products of contractions above this factor end the walk, before they overflow. */
  private static final double LARGEST_FACTOR = 1e60;

  private final double slope;
  private StepSums sums = StepSums.NONE;
  private boolean absorbed = true;

  private BackwardSums(double slope) {
    this.slope = slope;
  }

  /** The sums over steps {@code from <= t < to}. */
  static StepSums sum(IterationSchedule schedule, long from, long to) {
    return new BackwardSums(Double.POSITIVE_INFINITY).cover(schedule, from, to).sums;
  }

  /**
   * Upper bound of the cost {@code slope² · N} of a segment. The bound is infinite unless the slope
   * certainly absorbs all shifts of the segment and the distance at its start.
   */
  static double certifiedCost(
      IterationSchedule schedule, long from, long to, double startDistance, double slope) {
    BackwardSums walk = new BackwardSums(slope).cover(schedule, from, to);
    StepSums all =
        walk.sums.after(
            new StepSums(Enclosure.ONE, Enclosure.exact(startDistance), Enclosure.ZERO));
    boolean feasible =
        walk.absorbed
            && Rounding.multiplyDown(slope, all.variance().lower()) >= all.shift().upper();
    if (!feasible) {
      return Double.POSITIVE_INFINITY;
    }
    return slope == 0 ? 0 : Enclosure.exact(slope).square().times(all.variance()).upper();
  }

  private BackwardSums cover(IterationSchedule schedule, long from, long to) {
    long end = to;
    for (int i = schedule.stretchAt(to - 1); end > from; i--) {
      long start = schedule.start(i);
      cover(schedule.stretches().get(i), Math.max(from, start) - start, end - start);
      end = start;
    }
    return this;
  }

  /**
   * Walks partial periods, and two whole periods at each end, step by step, and sums the others in
   * one jump.
   */
  private void cover(Stretch stretch, long from, long to) {
    int period = stretch.period();
    long firstWhole = (from + period - 1) / period;
    long whole = to / period - firstWhole;
    if (whole <= WALKED) {
      for (long end = to; end > from; end = (end - 1) / period * period) {
        long start = Math.max(from, (end - 1) / period * period);
        walk(stretch, (int) (start % period), (int) (end - (end - 1) / period * period));
      }
      return;
    }
    walk(stretch, 0, (int) (to % period));
    walk(stretch, 0, period);
    if (checking() && stretch.logContraction().upper() > 0) {
      absorbed &= ExpandingStretch.absorbed(stretch, whole - 3, sums, slope);
    }
    walk(stretch, 0, period);
    StepSums pattern = sum(stretch);
    sums = sums.after(pattern.repeated(stretch.logContraction(), whole - WALKED));
    walk(stretch, 0, period);
    walk(stretch, 0, period);
    walk(stretch, (int) (from - (firstWhole - 1) * period), period);
  }

  private static StepSums sum(Stretch stretch) {
    BackwardSums once = new BackwardSums(Double.POSITIVE_INFINITY);
    once.walk(stretch, 0, stretch.period());
    return once.sums;
  }

  private boolean checking() {
    return slope < Double.POSITIVE_INFINITY;
  }

  private void walk(Stretch stretch, int from, int to) {
    int end = to;
    while (end > from) {
      end = walkWhileInRange(stretch, from, end);
    }
  }

  /**
   * Walks until the factor leaves the range in which no part of a pair underflows. The sums so far
   * are then added with outward rounding, and the next walk starts with factor 1.
   */
  private int walkWhileInRange(Stretch stretch, int from, int to) {
    boolean checking = checking();
    double laterFactor = sums.factor().upper();
    double laterSquare = sums.factor().square().lower();
    double laterShift = sums.shift().upper();
    double laterVariance = sums.variance().lower();
    double c = 1;
    double cRest = 0;
    double s = 0;
    double sRest = 0;
    double n = 0;
    double nRest = 0;
    boolean identity = true;
    int t = to;
    while (t > from && c >= SMALLEST_FACTOR && c <= LARGEST_FACTOR) {
      t--;
      // s += c · shift
      double x = stretch.shift(t);
      double product = c * x;
      double rest = Math.fma(c, x, -product) + cRest * x;
      double sum = s + product;
      double part = sum - s;
      rest += (s - (sum - part)) + (product - part) + sRest;
      s = sum + rest;
      sRest = rest - (s - sum);
      // n += (c · noise)²
      x = stretch.noise(t);
      double scaled = c * x;
      rest = Math.fma(c, x, -scaled) + cRest * x;
      product = scaled * scaled;
      rest = Math.fma(scaled, scaled, -product) + 2 * scaled * rest;
      sum = n + product;
      part = sum - n;
      rest += (n - (sum - part)) + (product - part) + nRest;
      n = sum + rest;
      nRest = rest - (n - sum);
      // c *= contraction
      x = stretch.contraction(t);
      identity &= x == 1;
      product = c * x;
      rest = Math.fma(c, x, -product) + cRest * x;
      c = product + rest;
      cRest = rest - (c - product);
      if (checking && s + laterShift > 0) {
        double shiftHigh = (laterShift + laterFactor * s) * UP + Double.MIN_NORMAL;
        double varianceLow = (laterVariance + laterSquare * n) * DOWN - Double.MIN_NORMAL;
        absorbed &= slope * varianceLow * DOWN >= shiftHigh;
      }
    }
    Enclosure factor = identity ? Enclosure.ONE : near(c);
    sums = sums.after(new StepSums(factor, near(s), near(n)));
    return t;
  }

  /** Enclosure of an exact sum that is 0, or within a unit in the last place of its first part. */
  private static Enclosure near(double value) {
    return value == 0 ? Enclosure.ZERO : Enclosure.of(Math.nextDown(value), Math.nextUp(value));
  }

  /**
   * Feasibility of an absorption rate across the inner periods of a pattern whose contractions
   * multiply to more than 1. Over y = 1 + g + ... + g^(m−1) periods back from a phase, {@code S −
   * slope·N} changes by {@code P y − Q (2 y + (g−1) y²)/(g+1)}. This change is concave in y, so the
   * vertex bounds it, not the ends (Lemma 4 of {@code doc-files/shift-allocation.md}).
   */
  static final class ExpandingStretch {
    private ExpandingStretch() {}

    /** Whether no phase of the next {@code periods} periods before the given sums is violated. */
    static boolean absorbed(Stretch stretch, long periods, StepSums later, double slope) {
      if (!stretch.hasShift()) {
        return true;
      }
      Enclosure growth = stretch.logContraction().exp();
      Enclosure farthest = GeometricSum.of(stretch.logContraction(), periods);
      boolean tooLarge =
          later.factor().square().times(farthest).upper() == Double.POSITIVE_INFINITY;
      if (tooLarge) {
        return false;
      }
      int period = stretch.period();
      StepSums[] heads = new StepSums[period + 1];
      heads[0] = StepSums.NONE;
      for (int t = 0; t < period; t++) {
        heads[t + 1] = StepSums.of(stretch, t).after(heads[t]);
      }
      StepSums tail = StepSums.NONE;
      for (int t = period - 1; t >= 0; t--) {
        tail = tail.after(StepSums.of(stretch, t));
        StepSums rotated = heads[t].after(tail);
        if (!absorbed(later.after(tail), rotated, growth, farthest, slope)) {
          return false;
        }
      }
      return true;
    }

    private static boolean absorbed(
        StepSums later, StepSums pattern, Enclosure growth, Enclosure farthest, double slope) {
      Enclosure shifts = later.factor().times(pattern.shift());
      Enclosure perPeriod =
          later
              .factor()
              .square()
              .times(pattern.variance())
              .times(slope)
              .times(2)
              .dividedBy(growth.plus(1));
      if (shifts.upper() <= perPeriod.lower()) {
        return true;
      }
      Enclosure excess = growth.minus(1);
      Enclosure atEnd = perPeriod.times(excess.times(farthest).plus(1));
      if (shifts.lower() >= atEnd.upper()) {
        return true;
      }
      // The vertex: the rise is (shifts − perPeriod)² / (2 · perPeriod · (g − 1)).
      Enclosure curvature = perPeriod.times(excess).times(2);
      double room = later.variance().times(slope).minus(later.shift()).lower();
      return curvature.lower() > 0
          && shifts.minus(perPeriod).square().dividedBy(curvature).upper() <= room;
    }
  }
}
