package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.trial.Outcome;

/**
 * The coordinates (numbers of an outcome) that have a column of their own, and their names. Numbers
 * of plain arrays are found by their index. If some outcomes have keys, texts or more digits than a
 * double, all numbers are found by their place in the output.
 */
final class Coordinates {
  /**
   * Upper limit of the coordinates with a column of their own. If outcomes have more, {@link
   * CoordinateScreen} chooses; the others count in the summaries of a vector only. Not tuned:
   * bounds the width of a row, hence memory and time per run.
   */
  static final int MOST = 64;

  /** Stands for "no column" and "unknown place". */
  private static final int NO_COLUMN = -1;

  private final OutcomeShape shape;

  /** Numbers of the coordinates that have a column, ascending. */
  private final int[] chosen;

  /** The column of each coordinate, or {@link #NO_COLUMN}. */
  private final int[] columns;

  /** The coordinate at each known place; empty for plain arrays. */
  private final Map<Place, Integer> numbers = new HashMap<>();

  private final List<Wording> wordings = new ArrayList<>();

  /**
   * Chooses the coordinates that tell the datasets apart best.
   *
   * @param trials the numbers of every trial, empty for trials without numbers
   * @param left which trials ran on the left dataset
   */
  Coordinates(OutcomeShape shape, List<Optional<Outcome.Vector>> trials, boolean[] left) {
    this.shape = shape;
    int longest = shape.longest();
    for (int i = 0; i < shape.places().size(); i++) {
      numbers.put(shape.places().get(i), i);
    }
    this.chosen =
        longest <= MOST
            ? IntStream.range(0, longest).toArray()
            : new CoordinateScreen(trials.stream().map(this::all).toList(), left, longest)
                .best(MOST);
    this.columns = new int[longest];
    Arrays.fill(columns, NO_COLUMN);
    for (int column = 0; column < chosen.length; column++) {
      columns[chosen[column]] = column;
    }
    addWordings(trials.stream().flatMap(Optional::stream).toList());
  }

  private void addWordings(List<Outcome.Vector> trials) {
    int[] present = new int[columns.length];
    boolean[] nan = new boolean[columns.length];
    for (Outcome.Vector vector : trials) {
      for (int i = 0; i < vector.length(); i++) {
        int number = number(vector, i);
        if (number >= 0) {
          present[number]++;
          nan[number] |= Double.isNaN(vector.at(i));
        }
      }
    }
    for (int number : chosen) {
      Place place = place(number);
      wordings.add(Wording.of(place, present[number] < trials.size(), nan[number]));
    }
  }

  private Place place(int number) {
    if (shape.structured()) {
      return shape.places().get(number);
    }
    if (shape.areOfTexts()) {
      return chosen.length == 1 ? Place.NUMBER : Place.number(number);
    }
    return chosen.length == 1 ? Place.OUTPUT : Place.coordinate(number);
  }

  /** The coordinate at an index of a vector, {@link #NO_COLUMN} for a place that is not known. */
  private int number(Outcome.Vector vector, int index) {
    return shape.structured()
        ? numbers.getOrDefault(Place.of(vector.structure(), vector.length(), index), NO_COLUMN)
        : index;
  }

  /** All coordinates of a trial, NaN for those it lacks. */
  private double[] all(Optional<Outcome.Vector> trial) {
    if (trial.isEmpty() || !shape.structured()) {
      return trial.map(Outcome.Vector::toArray).orElse(new double[0]);
    }
    double[] all = new double[shape.longest()];
    Arrays.fill(all, Double.NaN);
    for (int i = 0; i < trial.get().length(); i++) {
      int number = number(trial.get(), i);
      if (number >= 0) {
        all[number] = trial.get().at(i);
      }
    }
    return all;
  }

  /** Number of coordinates with a column. */
  int size() {
    return chosen.length;
  }

  /** The phrases that descriptions use for the coordinate in a column. */
  Wording wording(int column) {
    return wordings.get(column);
  }

  /**
   * Writes the numbers of an outcome into the columns from {@code next} on.
   *
   * @return number of the outcome's numbers at places that are not known
   */
  int write(Outcome.Vector vector, double[] row, int next) {
    if (!shape.structured()) {
      for (int i = 0; i < chosen.length && chosen[i] < vector.length(); i++) {
        row[next + i] = vector.at(chosen[i]);
      }
      return 0;
    }
    int fresh = 0;
    for (int i = 0; i < vector.length(); i++) {
      int number = number(vector, i);
      if (number < 0) {
        fresh++;
      } else if (columns[number] != NO_COLUMN) {
        row[next + columns[number]] = vector.at(i);
      }
    }
    return fresh;
  }

  /**
   * Chooses the coordinates of long vectors that tell the datasets apart best. A coordinate is
   * judged by the largest of four contrasts. The contrasts compare the mean, the distance from the
   * median, the frequency of the median itself, and the frequency of missing or NaN. The choice
   * steers the learners only; no verdict rests on the choice.
   */
  static final class CoordinateScreen {
    /**
     * Distance from the median at which a coordinate is clamped, in median absolute deviations. Not
     * tuned: keeps one outlier from deciding.
     */
    private static final double MOST_DEVIATIONS = 8;

    /**
     * Upper limit of the trials from which a median and a median absolute deviation are computed.
     * Not tuned; odd, so that one trial is the middle one.
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
     * @param coordinates number of coordinates of the longest outcome
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
}
