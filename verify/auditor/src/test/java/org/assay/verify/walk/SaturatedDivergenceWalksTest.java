package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The lower bounds of Rényi divergences in {@code docs/reference/walk.md} are what the shipped
 * walks of changing losses lose after a reset, so in every longer run too. Where the run of a row
 * is too wide to be followed in a build, it is one of the same kappa on a narrower domain.
 */
class SaturatedDivergenceWalksTest {
  /** With the empty one before the first. */
  private static final int COLUMNS = 8;

  /** Four digits, rounded down. */
  private static final double DIGITS = 1.001;

  /** What holds from here on, holds after the steps of the table. */
  private static final long MOST_STEPS = 10_000_000;

  private static final long ANY_STEPS = 1L << 40;
  private static final Pattern PROVED_FOR = Pattern.compile("(\\d+) of (\\d+), W = (\\d+)");

  private record Row(
      String run, double order, double bound, double lower, double ratio, String provedFor) {
    static Row of(String[] cells) {
      return new Row(
          cells[1],
          Double.parseDouble(cells[2]),
          Double.parseDouble(cells[4]),
          Double.parseDouble(cells[5]),
          Double.parseDouble(cells[6]),
          cells[7]);
    }

    /** L = D = 1; the noise follows from kappa, and the step size from the width. */
    NoisySgd settings() {
      Matcher narrow = PROVED_FOR.matcher(provedFor);
      assertTrue(narrow.matches(), provedFor);
      long batch = Long.parseLong(narrow.group(1));
      long records = Long.parseLong(narrow.group(2));
      double width = Double.parseDouble(narrow.group(3));
      double noise = 2 * width / ((double) records * kappa());
      return Settings.run(
          1,
          1,
          1 / (width * noise),
          noise,
          records,
          batch,
          ANY_STEPS,
          1,
          sampling(),
          AdjacencyRelation.REPLACE_ONE);
    }

    private NoisySgdSampling sampling() {
      return switch (run.charAt(0)) {
        case 'R' -> NoisySgdSampling.FIXED_SIZE;
        case 'P' -> NoisySgdSampling.POISSON;
        default -> NoisySgdSampling.FULL_BATCH;
      };
    }

    private double kappa() {
      return switch (run) {
        case "R3", "R4", "R5" -> RampShape.kappa(ReferenceRuns.of(run, ANY_STEPS));
        case "P4" -> RampShape.kappa(ReferenceRuns.of("R4", ANY_STEPS));
        case "P500", "P999" -> RampShape.kappa(ReferenceRuns.of("R1", ANY_STEPS));
        default -> Double.parseDouble(run);
      };
    }
  }

  private static List<Row> rows() throws IOException {
    return Files.readAllLines(Path.of("..", "..", "docs", "reference", "walk.md")).stream()
        .filter(line -> line.matches("\\| [RP]?\\d+ \\|.*"))
        .map(line -> line.split("\\s*\\|\\s*"))
        .filter(cells -> cells.length == COLUMNS)
        .map(Row::of)
        .toList();
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, 5", "4, 5"})
  void losesWhatIsStated(String run, int orders) throws IOException {
    List<Row> rows = rows().stream().filter(row -> row.run().equals(run)).toList();
    assertEquals(orders, rows.size());
    for (Row row : rows) {
      WalkObjective objective = WalkObjective.renyi(row.order());
      RampWalk walk = RampSearch.shipped(row.settings(), objective);
      assertTrue(walk.reset() && walk.shortestRun() < MOST_STEPS, walk.toString());
      double found = RampLowerBound.of(walk, objective, done -> {}).renyi(row.order()).value();
      assertTrue(found >= row.lower(), found + " is below what is stated, " + row);
      assertTrue(found <= DIGITS * row.lower(), found + " is more than " + row);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"8, 4", "R3, 5", "R4, 5", "R5, 5", "P999, 3", "P500, 2", "P4, 3"})
  void othersLoseWhatIsStated(String run, int orders) throws IOException {
    losesWhatIsStated(run, orders);
  }

  /** The settings of the other tables are those that the rows of full batches name. */
  @Test
  void narrowRunsAreTheRunsThemselvesWhereTheyCanBe() throws IOException {
    List<Row> rows = rows();
    assertEquals(37, rows.size());
    NoisySgd named =
        rows.stream().filter(row -> row.run().equals("4")).findFirst().orElseThrow().settings();
    NoisySgd reference = ReferenceRuns.of("R1", ANY_STEPS);
    assertEquals(reference.noise(), named.noise(), 1e-15);
    assertEquals(reference.stepSize(), named.stepSize(), 1e-15);
    assertEquals(reference.records(), named.records());
    for (Row row : rows) {
      double ratio = row.bound() / row.lower();
      assertEquals(ratio, row.ratio(), 0.01, row.toString());
      assertTrue(ratio <= row.ratio() * (1 + 1e-12), row.toString());
    }
  }
}
