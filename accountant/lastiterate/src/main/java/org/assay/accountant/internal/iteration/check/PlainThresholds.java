package org.assay.accountant.internal.iteration.check;

/**
 * The best two thresholds of formula (3) of {@code recoupling/doc-files/recoupling.md}, in plain
 * doubles. The search starts from the previous loss's thresholds, from neighbouring places, and
 * from the most distant places. Places count from 0; {@code points} is the place of the ratio 1.
 */
final class PlainThresholds {
  /** Directions in which thresholds are searched: each alone, and both together. */
  private static final int[][] DIRECTIONS = {
    {-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, 1}, {1, -1}, {1, 1}, {-1, -1}
  };

  /** Number of indices from one search of thresholds along whole lines to the next. Not tuned. */
  private static final int ALONG = 4;

  private static final int ROUNDS = 3;

  private final int points;
  private final double spacing;
  private final double[] pair;
  private final double[] before;
  private final double[] kept;
  private final double[] anew;

  /** P's mass up to a place, and Q's mass from a place on. */
  private final double[] first;

  private final double[] second;
  private int low;
  private int high;

  PlainThresholds(double spacing, double[] pair, double[] before, double[] kept, double[] anew) {
    this.points = (pair.length - 1) / 2;
    this.spacing = spacing;
    this.pair = pair;
    this.before = before;
    this.kept = kept;
    this.anew = anew;
    this.low = points;
    this.high = points + 1;
    this.first = pair.clone();
    this.second = new double[pair.length];
    int last = pair.length - 1;
    second[last] = pair[0];
    for (int j = 1; j <= last; j++) {
      first[j] = PlainRecoupling.sum(first[j - 1], pair[j]);
      second[last - j] = PlainRecoupling.sum(second[last - j + 1], pair[j]);
    }
  }

  /**
   * The smallest value. Starts at the previous loss's thresholds; strides are halved where none
   * helps.
   */
  double best(int index, double scale) {
    double[] between = new double[pair.length + 1];
    for (int j = 0; j < pair.length; j++) {
      between[j + 1] = between[j] + Math.exp(pair[j] + loss(index, j) - scale);
    }
    int[] found = {low, high};
    double best = descend(index, found, between, scale);
    for (int[] start : new int[][] {{points, points + 1}, {0, 2 * points}}) {
      if (index % ALONG == 0) {
        alongLines(index, start, between, scale);
      }
      double value = descend(index, start, between, scale);
      if (value < best) {
        best = value;
        found = start;
      }
    }
    low = found[0];
    high = found[1];
    return Math.log(Math.max(1e-290, best)) + scale;
  }

  /**
   * Tries each threshold in turn at all of its places, as valleys are narrow where losses are
   * large.
   */
  private void alongLines(int index, int[] place, double[] between, double scale) {
    for (int round = 0; round < ROUNDS; round++) {
      double best = all(index, place[0], place[1], between, scale);
      int from = place[0];
      for (int to = from + 1; to < pair.length; to++) {
        double value = all(index, from, to, between, scale);
        if (value < best) {
          best = value;
          place[1] = to;
        }
      }
      for (int low = 0; low < place[1]; low++) {
        double value = all(index, low, place[1], between, scale);
        if (value < best) {
          best = value;
          place[0] = low;
        }
      }
    }
  }

  private double descend(int index, int[] place, double[] between, double scale) {
    double best = all(index, place[0], place[1], between, scale);
    for (int stride = points / 2; stride >= 1; ) {
      boolean better = false;
      for (int[] direction : DIRECTIONS) {
        int from = place[0] + stride * direction[0];
        int to = place[1] + stride * direction[1];
        if (from >= 0 && from < to && to < pair.length) {
          double value = all(index, from, to, between, scale);
          if (value < best) {
            best = value;
            place[0] = from;
            place[1] = to;
            better = true;
          }
        }
      }
      stride = better ? stride : stride / 2;
    }
    return best;
  }

  /** The value of two thresholds; infinite if it overflows at the scale. */
  private double all(int index, int from, int to, double[] between, double scale) {
    double sum =
        below(index, from, scale)
            + (between[to] - between[from + 1])
            + beyond(index, to, scale)
            + rest(index, from, to, scale);
    return sum < Double.POSITIVE_INFINITY ? sum : Double.POSITIVE_INFINITY;
  }

  /** The loss of runs that start together, at a place. */
  private double loss(int index, int place) {
    return kept[index - (place - points) + 3 * points];
  }

  private double below(int index, int from, double scale) {
    return Math.exp(first[from] + loss(index, from) - scale);
  }

  private double beyond(int index, int to, double scale) {
    return Math.exp(second[to] + (to - points) * spacing + loss(index, to) - scale);
  }

  /** The part that is coupled anew: a at the loss log(γb/a). */
  private double rest(int index, int from, int to, double scale) {
    double a = before[to + 2 * points];
    double b = before[points - from + 3 * points];
    if (a == Double.NEGATIVE_INFINITY) {
      return 0;
    }
    double place = Math.max(-2.0 * points, Math.min(points, index + (b - a) / spacing));
    int floor = (int) Math.floor(place);
    double part = place - floor;
    double log = (1 - part) * anew[floor + 3 * points] + part * anew[floor + 1 + 3 * points];
    return Math.exp(a + log - scale);
  }
}
