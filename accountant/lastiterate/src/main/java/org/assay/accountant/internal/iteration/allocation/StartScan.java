package org.assay.accountant.internal.iteration.allocation;

/**
 * The cheapest start among all steps of a schedule in one pass from its end, O(T log T): the
 * majorant of the points (noise after a step, shift after it) is kept as a stack with its costs,
 * and each start's tangent to it is found by bisection (Lemma 8 of {@code
 * doc-files/bounded-sets.md}).
 */
final class StartScan {
  /** Beyond these factors a start's own terms no longer register in floating point. */
  private static final double SMALLEST_FACTOR = 1e-150;

  private static final double LARGEST_FACTOR = 1e150;

  private final double[] noise;
  private final double[] shift;
  private final double[] cost;
  private int top;
  private double leastCost = Double.POSITIVE_INFINITY;

  private StartScan(int steps) {
    noise = new double[steps + 1];
    shift = new double[steps + 1];
    cost = new double[steps + 1];
  }

  static long cheapest(IterationSchedule schedule, double distance) {
    StartScan scan = new StartScan((int) schedule.steps());
    long best = 0;
    long t = schedule.steps();
    double factor = 1;
    double shiftAfter = 0;
    double noiseAfter = 0;
    for (int i = schedule.stretches().size() - 1; i >= 0; i--) {
      Stretch stretch = schedule.stretches().get(i);
      for (long repetition = 0; repetition < stretch.repetitions(); repetition++) {
        for (int phase = stretch.period() - 1; phase >= 0; phase--) {
          t--;
          double scaled = factor * stretch.noise(phase);
          noiseAfter += scaled * scaled;
          shiftAfter += factor * stretch.shift(phase);
          factor *= stretch.contraction(phase);
          if (!(factor >= SMALLEST_FACTOR && factor <= LARGEST_FACTOR)) {
            return best;
          }
          if (scan.improves(noiseAfter, shiftAfter + factor * distance)) {
            best = t;
          }
          scan.push(noiseAfter, shiftAfter);
        }
      }
    }
    return best;
  }

  /** Whether a start at a point costs less than all before. */
  private boolean improves(double noiseAfter, double total) {
    int low = 0;
    int high = top;
    while (low < high) {
      int middle = (low + high + 1) / 2;
      if (slope(middle - 1, noise[middle], shift[middle]) > slope(middle, noiseAfter, total)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    double found = cost[low] + costFrom(low, noiseAfter, total);
    boolean improves = found < leastCost;
    leastCost = improves ? found : leastCost;
    return improves;
  }

  private void push(double x, double y) {
    while (top > 0 && slope(top - 1, noise[top], shift[top]) <= slope(top, x, y)) {
      top--;
    }
    double added = costFrom(top, x, y);
    top++;
    noise[top] = x;
    shift[top] = y;
    cost[top] = cost[top - 1] + added;
  }

  private double slope(int from, double x, double y) {
    double rise = y - shift[from];
    return rise == 0 ? 0 : rise / (x - noise[from]);
  }

  private double costFrom(int from, double x, double y) {
    double rise = y - shift[from];
    return rise == 0 ? 0 : rise * slope(from, x, y);
  }
}
