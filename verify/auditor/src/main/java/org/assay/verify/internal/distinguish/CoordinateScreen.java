package org.assay.verify.internal.distinguish;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which coordinates of long vectors tell the datasets apart best in some trials: by their mean, by
 * their distance from the middle, by how often they are exactly that, or by how often they are
 * missing or no number. It only chooses what to look at; nothing rests on it.
 */
final class CoordinateScreen {
  /** Larger deviations count as this many times the typical one, so that no outlier decides. */
  private static final double MOST_DEVIATIONS = 8;

  /** The middle and the typical deviation are found from so many trials. */
  private static final int STUDIED = 255;

  private final List<double[]> trials;
  private final boolean[] left;
  private final double[] scores;

  /**
   * Looks at all coordinates.
   *
   * @param trials the coordinates of every trial, fewer where some are missing
   * @param left which trials ran on the left dataset
   */
  CoordinateScreen(List<double[]> trials, boolean[] left, int coordinates) {
    this.trials = trials;
    this.left = left;
    this.scores = IntStream.range(0, coordinates).mapToDouble(this::score).toArray();
  }

  /** The most telling coordinates, ascending; of equal ones the first. */
  int[] best(int count) {
    return IntStream.range(0, scores.length)
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(i -> -scores[i]))
        .limit(count)
        .mapToInt(i -> i)
        .sorted()
        .toArray();
  }

  private double at(int trial, int coordinate) {
    double[] coordinates = trials.get(trial);
    return coordinate < coordinates.length ? coordinates[coordinate] : Double.NaN;
  }

  private double score(int coordinate) {
    double[] studied =
        IntStream.range(0, Math.min(STUDIED, trials.size()))
            .mapToDouble(trial -> at(trial, coordinate))
            .filter(value -> !Double.isNaN(value))
            .sorted()
            .toArray();
    if (studied.length == 0) {
      return contrast(trial -> Double.isNaN(at(trial, coordinate)) ? 1 : 0);
    }
    double middle = studied[studied.length / 2];
    double[] deviations =
        Arrays.stream(studied).map(value -> Math.abs(value - middle)).sorted().toArray();
    double typical = deviations[deviations.length / 2];
    double unit = typical > 0 ? typical : Math.max(Double.MIN_NORMAL, Math.abs(middle) * 1e-12);
    double best = contrast(trial -> Double.isNaN(at(trial, coordinate)) ? 1 : 0);
    best = Math.max(best, contrast(trial -> at(trial, coordinate) == middle ? 1 : 0));
    best = Math.max(best, contrast(trial -> clamped((at(trial, coordinate) - middle) / unit)));
    return Math.max(
        best, contrast(trial -> Math.abs(clamped((at(trial, coordinate) - middle) / unit))));
  }

  private static double clamped(double value) {
    return Double.isNaN(value) ? 0 : Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, value));
  }

  /** A number of a trial. */
  @FunctionalInterface
  private interface Statistic {
    double at(int trial);
  }

  private double contrast(Statistic statistic) {
    Contrast contrast = new Contrast();
    int lefts = 0;
    for (int trial = 0; trial < left.length; trial++) {
      contrast.include(left[trial], statistic.at(trial));
      lefts += left[trial] ? 1 : 0;
    }
    return contrast.value(lefts, left.length - lefts);
  }
}
