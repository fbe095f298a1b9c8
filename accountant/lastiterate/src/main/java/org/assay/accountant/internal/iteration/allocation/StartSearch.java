package org.assay.accountant.internal.iteration.allocation;

/**
 * Searches the step from which a distance D is absorbed at least cost. Plain floating point: every
 * step gives a valid bound, and the certificate is made afterwards. Schedules of up to four million
 * steps are searched completely; of longer ones, each repeated pattern phase by phase, by bisection
 * for the only minimum that a constant contracting schedule has (Lemma 7 of {@code
 * doc-files/bounded-sets.md}).
 */
final class StartSearch {
  private static final long LARGEST_SCAN = 1L << 22;
  private static final int FEW_STEPS = 64;
  private static final int MOST_PHASES = 64;

  /** Relative change that counts as a rise, above the noise of a flat stretch. */
  private static final double RISE = 1 + 1e-14;

  private final IterationSchedule schedule;
  private final double distance;
  private long best;
  private double leastCost = Double.POSITIVE_INFINITY;

  private StartSearch(IterationSchedule schedule, double distance) {
    this.schedule = schedule;
    this.distance = distance;
  }

  /** The step before which the distance is assumed. */
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
}
