package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * This project's bounds of the last iterate are at most the published ones, for the settings of the
 * papers. The figures of {@code docs/papers/last-iterate-comparison.md} equal the computed ones.
 */
class PublishedBoundsTest {
  /** Factor for rounding where both bounds are the same formula. */
  private static final double ROUNDING = 1 + 1e-9;

  /** Factor for four digits that are rounded up. */
  private static final double DIGITS = 1.001;

  private static final double DELTA = 1e-5;

  private static final NoisySgdSampling FIXED = NoisySgdSampling.FIXED_SIZE;

  /**
   * A table of the page.
   *
   * @param heading heading above the table
   * @param rows number of rows
   * @param bounds number of its figures that are at most those of others, its own figures among
   *     them
   * @param figures the figures from the cells of a row; those of the setting come first
   */
  private record Table(String heading, int rows, int bounds, Function<String[], double[]> figures) {
    @Override
    public String toString() {
      return heading;
    }
  }

  static Stream<Table> tables() {
    return Stream.of(
        new Table(
            "Full batches that contract",
            15,
            3,
            row -> PublishedComparisons.contracting(number(row, 0), count(row, 1), DELTA)),
        new Table(
            "Full batches in a bounded set",
            9,
            4,
            row ->
                PublishedComparisons.constrained(
                    number(row, 0), number(row, 1), count(row, 2), DELTA)),
        new Table(
            "Cyclic batches that contract",
            15,
            3,
            row ->
                PublishedComparisons.cyclicContracting(
                    fraction(row[0]), number(row, 1), (int) count(row, 2), count(row, 3), DELTA)),
        new Table(
            "Cyclic batches in a bounded set",
            9,
            3,
            row ->
                PublishedComparisons.cyclicConstrained(
                    number(row, 0), number(row, 1), (int) count(row, 2), count(row, 3), DELTA)),
        new Table(
            "Random batches in a bounded set",
            12,
            3,
            row ->
                PublishedComparisons.randomConstrained(
                    number(row, 0), number(row, 1), number(row, 2), count(row, 3), DELTA)),
        new Table(
            "Random batches that contract",
            12,
            3,
            row ->
                PublishedComparisons.randomContracting(
                    number(row, 0), number(row, 1), number(row, 2), count(row, 3), DELTA)),
        new Table(
            "Smooth losses, random batches",
            9,
            4,
            row -> PublishedComparisons.smooth(number(row, 0), count(row, 1))),
        new Table(
            "Convex losses, random batches",
            9,
            2,
            row -> PublishedComparisons.convex(number(row, 0), count(row, 1))),
        new Table(
            "Smooth losses, cyclic batches",
            9,
            2,
            row -> PublishedComparisons.weaklyConvex(number(row, 0), count(row, 1))),
        new Table(
            "The theorem of the plateau",
            8,
            2,
            row ->
                PublishedComparisons.plateau(
                    SaturatedRunsTest.run(row[0], count(row, 1)), number(row, 2))),
        new Table(
            "The displays behind it",
            10,
            2,
            row ->
                PublishedComparisons.splitNoise(
                    SaturatedRunsTest.run(row[0], count(row, 1)), number(row, 2))),
        new Table(
            "Passes over batches",
            24,
            2,
            row -> PublishedComparisons.passes(row[0], number(row, 1), count(row, 2))));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("tables")
  void endsOfTablesAreComputed(Table table) throws IOException {
    List<String[]> rows = rows(table.heading());
    assertEquals(table.rows(), rows.size(), table.heading());
    check(table, rows.get(0));
    check(table, rows.get(rows.size() - 1));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("tables")
  void otherRowsAreComputed(Table table) throws IOException {
    List<String[]> rows = rows(table.heading());
    for (String[] row : rows.subList(1, rows.size() - 1)) {
      check(table, row);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.92, 0.96, 0.98, 0.99, 0.995})
  void contracting(double contraction) {
    for (long steps : new long[] {10, 100, 1000}) {
      for (double delta : new double[] {1e-3, 1e-5}) {
        requireLeast(PublishedComparisons.contracting(contraction, steps, delta), 3);
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "0.2, 0.25", "0.2, 0.5", "0.2, 1",
    "0.1, 0.25", "0.1, 0.5", "0.1, 1",
    "0.05, 0.25", "0.05, 0.5", "0.05, 1",
  })
  void constrained(double stepSize, double slope) {
    double[] first = PublishedComparisons.constrained(stepSize, slope, 80, DELTA);
    requireLeast(first, 4);
    double[] last = PublishedComparisons.constrained(stepSize, slope, 10_000, DELTA);
    assertEquals(1, last[0] / first[0], 1e-9, "the page says that it is the same");
    for (long steps : new long[] {80, 160, 320}) {
      requireLeast(PublishedComparisons.constrained(stepSize, slope, steps, 1e-3), 4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 20, 40})
  void cyclic(int batches) {
    for (long passes : new long[] {5, 50, 500}) {
      for (double contraction : new double[] {0.98, 0.99, 0.995}) {
        requireLeast(
            PublishedComparisons.cyclicContracting(0.2, contraction, batches, passes, DELTA), 3);
      }
    }
    for (long passes : new long[] {25, 50, 100}) {
      for (double slope : new double[] {0.25, 0.5, 1}) {
        for (double stepSize : new double[] {0.04, 0.02, 0.01}) {
          requireLeast(
              PublishedComparisons.cyclicConstrained(stepSize, slope, batches, passes, DELTA), 3);
        }
      }
    }
  }

  /** The published figure is an approximation, not a bound. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(doubles = {0.0025, 0.005, 0.01, 0.02, 0.04})
  void random(double share) {
    for (double slope : new double[] {0.25, 1}) {
      requireLeast(PublishedComparisons.randomConstrained(share, 0.05, slope, 80_000, DELTA), 3);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1.1, 2", "1.1, 5", "1.1, 10", "1.1, 100", "2, 6", "2, 40", "4, 3", "4, 30"})
  void smooth(double order, long steps) {
    requireLeast(PublishedComparisons.smooth(order, steps), 4);
    requireLeast(PublishedComparisons.convex(order, steps), 2);
    requireLeast(PublishedComparisons.weaklyConvex(order, steps), 2);
  }

  /**
   * Composition as drawn in the paper is a bound of its own; the certified bound is at most as
   * large.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1.1, 2, 4})
  void drawnCompositionIsABound(double order) {
    NoisySgd run = PublishedComparisons.boundedDomain(1, 0, FIXED);
    double certified = LastIterate.of(run).compositionRenyi(order);
    double drawn = new PublishedDivergences(run, order).composition();
    assertTrue(certified <= drawn, certified + " against " + drawn);
  }

  /** The certificates also hold where the published figures are many times as large. */
  @Tag("slow")
  @Test
  void certificatesOfSmallBoundsAreChecked() {
    NoisySgd random = PublishedComparisons.convex(0.05, 2, 3, 2500, 5000, FIXED);
    LastIterateChecker.check(LastIterate.of(random).certifyEpsilon(DELTA));
    NoisySgd full = PublishedComparisons.convex(0.2, 1, 8, 100, 80, NoisySgdSampling.FULL_BATCH);
    LastIterateChecker.check(LastIterate.of(full).certifyEpsilon(DELTA));
    NoisySgd smooth = PublishedComparisons.boundedDomain(60, -1, FIXED);
    LastIterateChecker.check(LastIterate.of(smooth).certifyRenyi(2));
  }

  @Test
  void passes() {
    for (String data : new String[] {"MNIST", "FMNIST", "CIFAR-10"}) {
      for (double order : new double[] {2, 4, 8, 16}) {
        for (long passes : new long[] {1, 2, 10, 1200}) {
          requireLeast(PublishedComparisons.passes(data, order, passes), 2);
        }
      }
    }
  }

  private static void check(Table table, String[] row) {
    double[] figures = table.figures().apply(row);
    int settings = row.length - figures.length;
    for (int i = 0; i < figures.length; i++) {
      double said = Double.parseDouble(row[settings + i]);
      assertTrue(
          figures[i] <= said && said <= DIGITS * figures[i],
          figures[i] + " against " + said + " in " + Arrays.toString(row));
    }
    requireLeast(figures, table.bounds());
  }

  private static void requireLeast(double[] figures, int bounds) {
    for (int i = 1; i < bounds; i++) {
      assertTrue(figures[0] <= ROUNDING * figures[i], Arrays.toString(figures));
    }
  }

  /** The rows of the table below a heading, without those that name the columns. */
  private static List<String[]> rows(String heading) throws IOException {
    return Files.readAllLines(Path.of("..", "..", "docs", "papers", "last-iterate-comparison.md"))
        .stream()
        .dropWhile(line -> !line.equals("## " + heading))
        .skip(1)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("| "))
        .skip(1)
        .map(line -> line.substring(2).split("\\s*\\|\\s*"))
        .toList();
  }

  private static double number(String[] row, int column) {
    return Double.parseDouble(row[column]);
  }

  private static long count(String[] row, int column) {
    return Long.parseLong(row[column]);
  }

  private static double fraction(String text) {
    String[] parts = text.split("/", -1);
    double numerator = Double.parseDouble(parts[0]);
    return parts.length == 1 ? numerator : numerator / Double.parseDouble(parts[1]);
  }
}
