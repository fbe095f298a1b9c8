package org.assay.verify.distinguish;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.assay.verify.trial.TrialBatch;

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

  private final TrialBatch trials;
  private final double[] scores;

  CoordinateScreen(TrialBatch trials, int coordinates) {
    this.trials = trials;
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
    return trials
        .outcome(trial)
        .vector()
        .filter(vector -> coordinate < vector.length())
        .map(vector -> vector.at(coordinate))
        .orElse(Double.NaN);
  }

  private double score(int coordinate) {
    double[] studied =
        IntStream.range(0, Math.min(STUDIED, trials.size()))
            .mapToDouble(trial -> at(trial, coordinate))
            .filter(value -> !Double.isNaN(value))
            .sorted()
            .toArray();
    if (studied.length == 0) {
      return new Contrast().of(trial -> Double.isNaN(at(trial, coordinate)) ? 1 : 0);
    }
    double middle = studied[studied.length / 2];
    double[] deviations =
        Arrays.stream(studied).map(value -> Math.abs(value - middle)).sorted().toArray();
    double typical = deviations[deviations.length / 2];
    double unit = typical > 0 ? typical : Math.max(Double.MIN_NORMAL, Math.abs(middle) * 1e-12);
    Contrast contrast = new Contrast();
    double best = contrast.of(trial -> Double.isNaN(at(trial, coordinate)) ? 1 : 0);
    best = Math.max(best, contrast.of(trial -> at(trial, coordinate) == middle ? 1 : 0));
    best = Math.max(best, contrast.of(trial -> clamped((at(trial, coordinate) - middle) / unit)));
    return Math.max(
        best, contrast.of(trial -> Math.abs(clamped((at(trial, coordinate) - middle) / unit))));
  }

  private static double clamped(double value) {
    return Double.isNaN(value) ? 0 : Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, value));
  }

  /** A number of a trial. */
  @FunctionalInterface
  private interface Statistic {
    double at(int trial);
  }

  /** How far the means of a number lie apart on both datasets, in standard errors. */
  private final class Contrast {
    double of(Statistic statistic) {
      double[] count = new double[2];
      double[] sum = new double[2];
      double[] squares = new double[2];
      for (int trial = 0; trial < trials.size(); trial++) {
        int side = trials.ranOnLeft(trial) ? 0 : 1;
        double value = statistic.at(trial);
        count[side]++;
        sum[side] += value;
        squares[side] += value * value;
      }
      if (count[0] == 0 || count[1] == 0) {
        return 0;
      }
      double variance = 1e-12;
      for (int side = 0; side < 2; side++) {
        double mean = sum[side] / count[side];
        variance += Math.max(0, squares[side] / count[side] - mean * mean) / count[side];
      }
      return Math.abs(sum[0] / count[0] - sum[1] / count[1]) / Math.sqrt(variance);
    }
  }
}
