package org.assay.verify.distinguish;

import java.util.ArrayList;
import java.util.List;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;

/**
 * The numbers that learners see of an outcome: what kind it is, its length, norm, sum and extremes,
 * its projection on the canary direction, its leading coordinates. A number that an outcome does
 * not have is NaN.
 */
final class FeatureLayout {
  /** More coordinates than this are seen through their summaries only. */
  private static final int MAXIMUM_COORDINATES = 64;

  private static final List<String> GENERAL =
      List.of("failure", "word", "NaN", "infinity", "length", "Euclidean norm");
  private static final List<List<String>> INDICATORS =
      List.of(
          List.of("the run fails", "the run does not fail"),
          List.of("the output is a word", "the output is not a word"),
          List.of("the output contains NaN", "the output does not contain NaN"),
          List.of("the output contains an infinity", "the output contains no infinity"));
  private static final List<String> SUMMARIES =
      List.of("sum of coordinates", "smallest coordinate", "largest coordinate");

  private final int coordinates;
  private final double[] direction;
  private final List<String> names;

  private FeatureLayout(int coordinates, double[] direction) {
    this.coordinates = coordinates;
    this.direction = direction;
    this.names = names(coordinates, direction);
  }

  /** The layout that fits the outcomes seen first; later ones are cut to it. */
  static FeatureLayout fitting(TrialBatch batch, double[] direction) {
    int longest = 0;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.outcome(i) instanceof Outcome.Vector vector) {
        longest = Math.max(longest, vector.length());
      }
    }
    return new FeatureLayout(Math.min(longest, MAXIMUM_COORDINATES), unit(direction));
  }

  int width() {
    return names.size();
  }

  String name(int column) {
    return names.get(column);
  }

  /** What an indicator says when it is 1, and when it is 0; empty for other columns. */
  List<String> phrases(int column) {
    return column < INDICATORS.size() ? INDICATORS.get(column) : List.of();
  }

  void extract(Outcome outcome, double[] row, int offset) {
    for (int i = 0; i < width(); i++) {
      row[offset + i] = Double.NaN;
    }
    row[offset] = outcome instanceof Outcome.Failure ? 1 : 0;
    row[offset + 1] = outcome instanceof Outcome.Category ? 1 : 0;
    row[offset + 2] = 0;
    row[offset + 3] = 0;
    if (outcome instanceof Outcome.Vector vector) {
      extract(vector, row, offset);
    }
  }

  private void extract(Outcome.Vector vector, double[] row, int offset) {
    double sum = 0;
    double squares = 0;
    double smallest = Double.POSITIVE_INFINITY;
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < vector.length(); i++) {
      double value = vector.at(i);
      row[offset + 2] = Double.isNaN(value) ? 1 : row[offset + 2];
      row[offset + 3] = Double.isInfinite(value) ? 1 : row[offset + 3];
      sum += value;
      squares += value * value;
      smallest = Math.min(smallest, value);
      largest = Math.max(largest, value);
    }
    row[offset + 4] = vector.length();
    row[offset + 5] = Math.sqrt(squares);
    int next = offset + GENERAL.size();
    if (coordinates > 1) {
      row[next++] = sum;
      row[next++] = smallest;
      row[next++] = largest;
    }
    if (direction.length > 0) {
      row[next++] = projection(vector);
    }
    for (int i = 0; i < Math.min(coordinates, vector.length()); i++) {
      row[next + i] = vector.at(i);
    }
  }

  private double projection(Outcome.Vector vector) {
    if (vector.length() != direction.length) {
      return Double.NaN;
    }
    double dot = 0;
    for (int i = 0; i < direction.length; i++) {
      dot += direction[i] * vector.at(i);
    }
    return dot;
  }

  private static double[] unit(double[] direction) {
    double norm = 0;
    for (double coordinate : direction) {
      norm = Math.hypot(norm, coordinate);
    }
    double[] unit = direction.clone();
    for (int i = 0; i < unit.length; i++) {
      unit[i] /= norm;
    }
    return unit;
  }

  private static List<String> names(int coordinates, double[] direction) {
    List<String> names = new ArrayList<>(GENERAL);
    if (coordinates > 1) {
      names.addAll(SUMMARIES);
    }
    if (direction.length > 0) {
      names.add("projection on the canary direction");
    }
    for (int i = 0; i < coordinates; i++) {
      names.add(coordinates == 1 ? "output" : "coordinate " + (i + 1));
    }
    return List.copyOf(names);
  }
}
