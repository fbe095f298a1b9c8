package org.assay.verify.internal.distinguish;

import java.util.List;
import org.assay.verify.trial.Outcome;

/**
 * Summaries of a vector, computed in one pass over its coordinates. A coordinate that is NaN only
 * sets an indicator.
 */
final class VectorSummary {
  /**
   * Index of the summary "every coordinate": the largest power of two that divides all coordinates.
   */
  static final int GRID = 1;

  /** Index of the trailing zeros among the summaries of a single number. */
  static final int TRAILING_ZEROS = 1;

  /** The summaries of a single number. */
  static final List<String> SCALAR_NAMES =
      List.of("size of the output", "trailing zeros of the significand");

  /** The summaries of several coordinates. */
  static final List<String> NAMES =
      List.of(
          "Euclidean norm",
          "every coordinate",
          "sum of coordinates",
          "sum of absolute coordinates",
          "smallest coordinate",
          "largest coordinate",
          "second largest coordinate",
          "position of the largest coordinate",
          "last coordinate",
          "number of positive coordinates",
          "number of coordinates equal to the one before");

  /** Names of the same summaries for outputs with keys. */
  static List<String> namesOfValues() {
    return NAMES.stream().map(name -> name.replace("coordinate", "value")).toList();
  }

  private double sum;
  private double absolute;
  private double squares;
  private double grid = Double.POSITIVE_INFINITY;
  private double smallest = Double.POSITIVE_INFINITY;
  private double largest = Double.NEGATIVE_INFINITY;
  private double second = Double.NEGATIVE_INFINITY;
  private int position;
  private int positive;
  private int repeated;
  private int numbers;

  private VectorSummary() {}

  /**
   * Writes the summaries of a vector, and sets indicators to 1 for what the vector contains.
   *
   * @param several whether to write {@link #NAMES} rather than {@link #SCALAR_NAMES}
   * @param indicators index in the row of the indicators of NaN, infinity, -0.0 and subnormals
   * @param next index of the first summary
   * @return index after the last summary
   */
  static int write(Outcome.Vector vector, boolean several, double[] row, int indicators, int next) {
    int end = next + (several ? NAMES : SCALAR_NAMES).size();
    for (int i = 0; i < vector.length(); i++) {
      indicate(vector.at(i), row, indicators);
    }
    if (vector.length() == 0) {
      return end;
    }
    if (!several) {
      double value = vector.at(0);
      row[next] = Math.abs(value);
      row[next + TRAILING_ZEROS] = FloatingPoint.trailingZeros(value);
      return end;
    }
    VectorSummary summary = new VectorSummary();
    for (int i = 0; i < vector.length(); i++) {
      summary.include(i, vector.at(i));
      summary.repeated += i > 0 && vector.at(i) == vector.at(i - 1) ? 1 : 0;
    }
    summary.write(row, next, vector.at(vector.length() - 1));
    return end;
  }

  private static void indicate(double value, double[] row, int indicators) {
    if (Math.abs(value) >= Double.MIN_NORMAL && Math.abs(value) < Double.POSITIVE_INFINITY) {
      return;
    }
    if (Double.isNaN(value)) {
      row[indicators] = 1;
    } else if (Double.isInfinite(value)) {
      row[indicators + 1] = 1;
    } else if (FloatingPoint.isNegativeZero(value)) {
      row[indicators + 2] = 1;
    } else if (FloatingPoint.isSubnormal(value)) {
      row[indicators + 3] = 1;
    }
  }

  private void include(int index, double value) {
    if (Double.isNaN(value)) {
      return;
    }
    numbers++;
    sum += value;
    absolute += Math.abs(value);
    squares += value * value;
    double power = FloatingPoint.grid(value);
    grid = power < grid ? power : grid;
    smallest = Math.min(smallest, value);
    positive += value > 0 ? 1 : 0;
    if (value > largest) {
      second = largest;
      largest = value;
      position = index + 1;
    } else if (value > second) {
      second = value;
    }
  }

  private void write(double[] row, int next, double last) {
    row[next + 9] = positive;
    row[next + 10] = repeated;
    row[next + 8] = last;
    if (numbers == 0) {
      return;
    }
    row[next] = Math.sqrt(squares);
    row[next + GRID] = grid < Double.POSITIVE_INFINITY ? grid : Double.NaN;
    row[next + 2] = sum;
    row[next + 3] = absolute;
    row[next + 4] = smallest;
    row[next + 5] = largest;
    row[next + 6] = numbers > 1 ? second : Double.NaN;
    row[next + 7] = position;
  }
}
