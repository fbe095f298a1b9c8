package org.assay.verify.internal.distinguish;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses the coordinates of long vectors that tell the datasets apart best. A coordinate is judged
 * by the largest of four contrasts. They compare the mean, the distance from the median, how often
 * the coordinate equals the median, and how often it is missing or NaN. The choice says only what
 * to look at; no verdict rests on it.
 */
final class CoordinateScreen {
  /**
   * At how many median absolute deviations from the median a coordinate is clamped. Not tuned:
   * keeps one outlier from deciding.
   */
  private static final double MOST_DEVIATIONS = 8;

  /**
   * Upper limit of the trials from which a median and a median absolute deviation are computed. Not
   * tuned; odd, so that one trial is the middle one.
   */
  private static final int STUDIED = 255;

  private final List<double[]> trials;
  private final boolean[] left;
  private final double[] scores;

  /**
   * Scores all coordinates.
   *
   * @param trials the coordinates of every trial; arrays may be shorter if some are missing
   * @param left which trials ran on the left dataset
   * @param coordinates how many coordinates the longest outcome has
   */
  CoordinateScreen(List<double[]> trials, boolean[] left, int coordinates) {
    this.trials = trials;
    this.left = left;
    this.scores = IntStream.range(0, coordinates).mapToDouble(this::score).toArray();
  }

  /** The numbers of the {@code count} coordinates with the largest scores, in ascending order. */
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
