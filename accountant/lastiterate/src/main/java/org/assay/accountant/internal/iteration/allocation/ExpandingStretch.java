package org.assay.accountant.internal.iteration.allocation;

import org.assay.accountant.numeric.Enclosure;

/**
 * Feasibility of an absorption rate across the inner periods of a pattern whose contractions
 * multiply to more than 1. Going back y = 1 + g + ... + g^(m−1) periods from a phase, {@code S −
 * slope·N} changes by {@code P y − Q (2 y + (g−1) y²)/(g+1)}, which is concave in y: its ends do
 * not bound it, its vertex does (Lemma 4 of {@code doc-files/shift-allocation.md}).
 */
final class ExpandingStretch {
  private ExpandingStretch() {}

  /** Whether no phase of the next {@code periods} periods before the given sums is violated. */
  static boolean absorbed(Stretch stretch, long periods, StepSums later, double slope) {
    if (!stretch.hasShift()) {
      return true;
    }
    Enclosure growth = stretch.logContraction().exp();
    Enclosure farthest = GeometricSum.of(stretch.logContraction(), periods);
    boolean tooLarge = later.factor().square().times(farthest).upper() == Double.POSITIVE_INFINITY;
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
