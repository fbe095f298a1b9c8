package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.trial.Outcome;

/**
 * Which numbers of an outcome have a column of their own, and their names. Numbers of plain arrays
 * are found by their index. If some outcomes have keys, texts or more digits than a double, all
 * numbers are found by their place in the output.
 */
final class Coordinates {
  /**
   * Upper limit of the coordinates with a column of their own. If outcomes have more, {@link
   * CoordinateScreen} chooses; the others count in the summaries of a vector only. Not tuned:
   * bounds the width of a row, hence memory and time per run.
   */
  static final int MOST = 64;

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

  /** How many coordinates have a column. */
  int size() {
    return chosen.length;
  }

  /** How to speak of the coordinate in a column. */
  Wording wording(int column) {
    return wordings.get(column);
  }

  /**
   * Writes the numbers of an outcome into the columns from {@code next} on.
   *
   * @return how many of the outcome's numbers stand at places that are not known
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
}
