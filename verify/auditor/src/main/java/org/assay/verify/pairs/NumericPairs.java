package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToDoubleBiFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.pairs.Neighbours.Draw;

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
    return numbers(dataset, adjacency, 0);
  }

  /**
   * Pairs made from a dataset of numbers, for mechanisms that need a certain number of records.
   *
   * @param dataset the numbers, possibly empty; repeated if they are too few
   * @param adjacency the relation; under zero-out 0 contributes nothing unless {@link
   *     RecordPairs#zero} says otherwise
   * @param fewest the smallest number of records; 0 allows the empty dataset
   * @return the pairs
   * @throws IllegalArgumentException if the fewest are negative
   */
  public static RecordPairs<Double> numbers(
      List<Double> dataset, AdjacencyRelation adjacency, int fewest) {
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
    Crowds crowds = new Crowds(support.low(), support.at(0.5), support.high());
    List<Integer> sizes = sizes(fewest);
    for (int i = 0; i < sizes.size(); i++) {
      Background others = List.of(Background.TURNS, Background.LOW, Background.HIGH).get(i);
      pairs = crowds.beside(pairs, others, sizes.get(i), outlier, support.low(), Place.turn(i + 1));
    }
    return pairs.fewest(fewest);
  }

  /** The first three numbers of other records. */
  private static List<Integer> sizes(int fewest) {
    return Sizes.of(fewest).leading().stream().filter(size -> size > 0).limit(3).toList();
  }

  /**
   * Pairs of datasets of numbers in [low, high], without values outside, for mechanisms whose claim
   * assumes the range. The empty dataset is among them.
   *
   * @param low the smallest number, finite
   * @param high the largest, finite, above low
   * @param adjacency the relation; under zero-out 0 contributes nothing unless {@link
   *     RecordPairs#zero} says otherwise
   * @return the pairs
   * @throws IllegalArgumentException if the ends are not finite and ascending
   */
  public static RecordPairs<Double> bounded(double low, double high, AdjacencyRelation adjacency) {
    return bounded(low, high, adjacency, 0);
  }

  /**
   * Pairs of datasets of numbers in [low, high], for mechanisms that need a certain number of
   * records. The record that differs is an end of the range, and stands last, first and in the
   * middle in turn. The others (1, 9 or 99) are low, high, both in turn, or first low and then
   * high. Further pairs have others in the middle of the range, and a duplicate.
   *
   * @param low the smallest number, finite
   * @param high the largest, finite, above low
   * @param adjacency the relation; under zero-out 0 contributes nothing unless {@link
   *     RecordPairs#zero} says otherwise
   * @param fewest the smallest number of records; 0 allows the empty dataset
   * @return the pairs, made from a dataset of the two ends and the middle (repeated if too small),
   *     and from others as above
   * @throws IllegalArgumentException if the ends are not finite and ascending, or the fewest are
   *     negative
   */
  public static RecordPairs<Double> bounded(
      double low, double high, AdjacencyRelation adjacency, int fewest) {
    Range range = new Range(low, high);
    double middle = range.middle();
    RecordPairs<Double> pairs =
        RecordPairs.of(List.of(high, low, middle), adjacency)
            .zero(0.0)
            .values(List.of(high, low, middle))
            .mutation("uniform in the range", (number, random) -> range.at(random.nextDouble()))
            .fewest(fewest);
    Crowds crowds = new Crowds(low, middle, high);
    List<Integer> sizes = sizes(fewest);
    int scene = 0;
    for (Background others :
        List.of(Background.LOW, Background.HIGH, Background.TURNS, Background.HALVES)) {
      boolean up = others == Background.LOW || others == Background.TURNS;
      for (int i = 0; i < sizes.size(); i++) {
        Place place = Place.turn(scene + i);
        pairs = crowds.beside(pairs, others, sizes.get(i), up ? high : low, up ? low : high, place);
      }
      scene++;
    }
    // At these sizes values computed from the number of records jump.
    pairs = crowds.beside(pairs, Background.MIDDLE, Math.max(fewest, 10), high, low, Place.FIRST);
    pairs = crowds.beside(pairs, Background.HIGH, Math.max(fewest, 31), high, middle, Place.MIDDLE);
    return crowds.beside(pairs, Background.LOW, Math.max(fewest, 63), low, middle, Place.LAST);
  }

  /** Other records at the ends of a range or between them. */
  private record Crowds(double low, double middle, double high) {
    RecordPairs<Double> beside(
        RecordPairs<Double> pairs,
        Background others,
        int size,
        double record,
        double instead,
        Place place) {
      return pairs.beside(
          new Arrival<>(
              size + " numbers, " + others.words(),
              others.of(size, low, middle, high),
              new Draw<>("of the domain", record),
              instead),
          place);
    }
  }

  /**
   * Pairs made from a table, for example of a CSV file. Every attribute of a row becomes extreme by
   * itself, and so do whole rows.
   *
   * @param rows the rows, all of one length; copied
   * @param columns number of attributes of a row, at least 1
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

  /** The range of the finite numbers in the dataset; [0, 1] if there are none. */
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

    /** A place in the range, from 0 to 1, computed without leaving the range or overflowing. */
    double at(double fraction) {
      return Math.min(high, Math.max(low, (1 - fraction) * low + fraction * high));
    }

    /** The width of the range; 1 if all numbers are equal. */
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
