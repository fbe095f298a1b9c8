package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToDoubleBiFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Pairs of datasets of numbers, or of rows of numbers: ordinary records, outliers, infinities, NaN.
 */
public final class NumericPairs {
  private NumericPairs() {}

  /**
   * Pairs made from a dataset of numbers.
   *
   * @param dataset the numbers, possibly empty
   * @param adjacency the relation; under zero-out 0 contributes nothing unless {@link
   *     RecordPairs#zero} says otherwise
   * @return the pairs
   */
  public static RecordPairs<Double> numbers(List<Double> dataset, AdjacencyRelation adjacency) {
    Support support = Support.of(dataset);
    double outlier = 1e6 * support.scale();
    RecordPairs<Double> pairs =
        RecordPairs.of(dataset, adjacency)
            .zero(0.0)
            .values(
                List.of(
                    outlier,
                    Double.NaN,
                    Double.POSITIVE_INFINITY,
                    1.0,
                    -outlier,
                    Double.NEGATIVE_INFINITY,
                    0.0,
                    -1.0,
                    Double.MAX_VALUE,
                    -Double.MAX_VALUE,
                    Double.MIN_VALUE,
                    -0.0));
    for (Change change : Change.of(support)) {
      pairs = pairs.mutation(change.name(), change.change()::applyAsDouble);
    }
    return pairs;
  }

  /**
   * Pairs of datasets of numbers in [low, high], without values outside, for mechanisms whose claim
   * assumes the range.
   *
   * @param low the smallest number, finite
   * @param high the largest, finite, above low
   * @param adjacency the relation; under zero-out 0 contributes nothing unless {@link
   *     RecordPairs#zero} says otherwise
   * @return the pairs, made from a dataset of the two ends and the middle, and from 1, 9 and 99
   *     numbers at the low end
   * @throws IllegalArgumentException if the ends are not finite and ascending
   */
  public static RecordPairs<Double> bounded(double low, double high, AdjacencyRelation adjacency) {
    Range range = new Range(low, high);
    RecordPairs<Double> pairs =
        RecordPairs.of(List.of(high, low, range.middle()), adjacency)
            .zero(0.0)
            .values(List.of(high, low, range.middle()))
            .mutation("uniform in the range", (number, random) -> range.at(random.nextDouble()));
    for (int size : Sizes.of(1).leading()) {
      pairs = pairs.beside(Collections.nCopies(size, low));
    }
    return pairs;
  }

  /**
   * Pairs made from a table, for example of a CSV file. Every attribute of a row is made extreme by
   * itself, and whole rows are.
   *
   * @param rows the rows, all of one length; copied
   * @param columns how many attributes a row has, at least 1
   * @param adjacency the relation; under zero-out a row of zeros contributes nothing unless {@link
   *     RecordPairs#zero} says otherwise
   * @return the pairs
   * @throws IllegalArgumentException if a row has another length
   */
  public static RecordPairs<double[]> table(
      List<double[]> rows, int columns, AdjacencyRelation adjacency) {
    Parameters.requireAtLeastOne("columns", columns);
    List<double[]> own = rows.stream().map(double[]::clone).toList();
    for (int i = 0; i < own.size(); i++) {
      if (own.get(i).length != columns) {
        throw new IllegalArgumentException(
            "row " + i + " had " + own.get(i).length + " attributes: it must have " + columns);
      }
    }
    List<double[]> extremes = new ArrayList<>();
    double scale = 1;
    for (int column = 0; column < columns; column++) {
      scale = Math.max(scale, Support.of(column(own, column)).scale());
    }
    for (double value :
        new double[] {1e6 * scale, Double.NaN, Double.POSITIVE_INFINITY, 0, 1, -1}) {
      extremes.add(filled(columns, value));
    }
    RecordPairs<double[]> pairs =
        RecordPairs.of(own, adjacency).zero(filled(columns, 0)).values(extremes);
    return withAttributes(pairs, own, columns);
  }

  private static RecordPairs<double[]> withAttributes(
      RecordPairs<double[]> pairs, List<double[]> rows, int columns) {
    RecordPairs<double[]> all = pairs;
    for (int column = 0; column < columns; column++) {
      for (Change change : Change.of(Support.of(column(rows, column)))) {
        all = all.mutation("attribute " + column + " " + change.name(), at(column, change));
      }
    }
    return all;
  }

  private static BiFunction<double[], RandomGenerator, double[]> at(int column, Change change) {
    return (row, random) -> {
      double[] changed = row.clone();
      changed[column] = change.change().applyAsDouble(row[column], random);
      return changed;
    };
  }

  private static List<Double> column(List<double[]> rows, int column) {
    return rows.stream().map(row -> row[column]).toList();
  }

  private static double[] filled(int columns, double value) {
    double[] row = new double[columns];
    Arrays.fill(row, value);
    return row;
  }

  /** The range of the finite numbers that were seen; [0, 1] if there were none. */
  private record Support(double low, double high) {
    static Support of(List<Double> numbers) {
      double[] finite = numbers.stream().filter(Double::isFinite).mapToDouble(x -> x).toArray();
      return finite.length == 0
          ? new Support(0, 1)
          : new Support(
              Arrays.stream(finite).min().orElseThrow(), Arrays.stream(finite).max().orElseThrow());
    }

    double scale() {
      return Math.max(1, Math.max(Math.abs(low), Math.abs(high)));
    }

    /** Computed so that no intermediate result leaves the range or overflows. */
    double at(double fraction) {
      return Math.min(high, Math.max(low, (1 - fraction) * low + fraction * high));
    }

    /** Width of the range, of 1 if all numbers are one. */
    double width() {
      double width = high - low;
      return width > 0 && width < Double.POSITIVE_INFINITY ? width : scale();
    }
  }

  private record Change(String name, ToDoubleBiFunction<Double, RandomGenerator> change) {
    static List<Change> of(Support support) {
      double far = 10 * support.width();
      return List.of(
          new Change("a million times the scale", (x, random) -> 1e6 * support.scale()),
          new Change("NaN", (x, random) -> Double.NaN),
          new Change("infinite", (x, random) -> Double.POSITIVE_INFINITY),
          new Change("negatively infinite", (x, random) -> Double.NEGATIVE_INFINITY),
          new Change(
              "ten ranges above", (x, random) -> support.high() + far * (1 + random.nextDouble())),
          new Change(
              "ten ranges below", (x, random) -> support.low() - far * (1 + random.nextDouble())),
          new Change("uniform in its range", (x, random) -> support.at(random.nextDouble())),
          new Change("at the top of its range", (x, random) -> support.high()),
          new Change("negated", (x, random) -> -x));
    }
  }
}
