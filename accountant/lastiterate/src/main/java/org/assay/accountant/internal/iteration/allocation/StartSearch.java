package org.assay.accountant.internal.iteration.allocation;

/**
 * Searches the step from which a distance D is absorbed at least cost, in plain floating point.
 * Every step gives a valid bound, and the certificate is made afterwards. Schedules of up to four
 * million steps are searched completely. Of longer schedules, each repeated pattern is searched
 * phase by phase, by bisection for the only minimum that a constant contracting schedule has (Lemma
 * 7 of {@code doc-files/bounded-sets.md}).
 */
final class StartSearch {
  /**
   * Longest schedule with long patterns whose starts are all scanned. Not tuned: bounds the time.
   */
  private static final long LARGEST_SCAN = 1L << 22;

  /** Largest number of steps of a schedule whose starts are all scanned. Not tuned. */
  private static final int FEW_STEPS = 64;

  /** Longest pattern whose phases are all searched. Not tuned: bounds the time. */
  private static final int MOST_PHASES = 64;

  /** Ratio of costs that counts as a rise, above rounding errors where the cost is constant. */
  private static final double RISE = 1 + 1e-14;

  private final IterationSchedule schedule;
  private final double distance;
  private long best;
  private double leastCost = Double.POSITIVE_INFINITY;

  private StartSearch(IterationSchedule schedule, double distance) {
    this.schedule = schedule;
    this.distance = distance;
  }

  /** The step before which the distance is assumed, with nearly the least cost. */
  static long cheapest(IterationSchedule schedule, double distance) {
    boolean longPatterns =
        schedule.stretches().size() > 2
            || schedule.stretches().stream()
                .anyMatch(stretch -> stretch.period() > MOST_PHASES || stretch.repetitions() == 1);
    boolean scanned =
        schedule.steps() <= FEW_STEPS || (longPatterns && schedule.steps() <= LARGEST_SCAN);
    if (scanned) {
      return StartScan.cheapest(schedule, distance);
    }
    StartSearch search = new StartSearch(schedule, distance);
    for (int i = 0; i < schedule.stretches().size(); i++) {
      search.search(i);
    }
    return search.best;
  }

  private void search(int index) {
    Stretch stretch = schedule.stretches().get(index);
    int phases = Math.min(stretch.period(), MOST_PHASES);
    for (int phase = 0; phase < phases; phase++) {
      search(schedule.start(index) + phase, stretch.period(), stretch.repetitions());
    }
  }

  private void search(long first, int period, long repetitions) {
    long low = 0;
    long high = repetitions - 1;
    while (low < high) {
      long middle = low + (high - low) / 2;
      boolean rises = cost(first + (middle + 1) * period) > cost(first + middle * period) * RISE;
      if (rises) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    cost(first + low * period);
  }

  private double cost(long start) {
    double cost = HullBuilder.build(schedule, start, distance).cost();
    if (cost < leastCost) {
      leastCost = cost;
      best = start;
    }
    return cost;
  }

  /**
   * The cheapest start among all steps of a schedule in one pass from its end, O(T log T). The
   * majorant of the points (noise after a step, shift after it) is kept as a stack with its costs.
   * Bisection finds each start's tangent to the majorant (Lemma 8 of {@code
   * doc-files/bounded-sets.md}).
   */
  private static final class StartScan {
    /**
     * Range of factors outside which the scan ends: a start's own terms are then below rounding
     * errors.
     */
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

    /** Whether a start at a point costs less than all earlier ones. */
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
}
