package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.recoupling.RecoupledProfiles;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.internal.iteration.step.NoisySgds;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tables of bounds beyond the plateau in the documentation are what the code computes. */
class SaturatedTableTest {
  private static final double DELTA = 1e-5;

  /** Number of columns of the table, the empty one before the first included. */
  private static final int COLUMNS = 7;

  /** Factor for four digits that are rounded up. */
  private static final double DIGITS = 1.001;

  @Tag("slow")
  @Test
  void everyRowIsComputed() throws IOException {
    List<String[]> rows =
        Files.readAllLines(Path.of("..", "..", "docs", "reference", "walk.md")).stream()
            .filter(line -> line.matches("\\| R\\d \\|.*"))
            .map(line -> line.split("\\s*\\|\\s*"))
            .filter(row -> row.length == COLUMNS)
            .toList();
    assertEquals(24, rows.size());
    for (String[] row : rows) {
      NoisySgd run = SaturatedRunsTest.run(row[1], Long.parseLong(row[2]));
      check(without(run), row[3], "without re-coupling, " + row[1] + " at " + row[2]);
      double epsilon = epsilon(run);
      check(epsilon, row[4], row[1] + " at " + row[2]);
      assertTrue(Double.parseDouble(row[5]) < epsilon, row[1] + " at " + row[2]);
      double ratio = Double.parseDouble(row[4]) / Double.parseDouble(row[5]);
      assertTrue(ratio <= Double.parseDouble(row[6]) * (1 + 1e-12), row[1] + " at " + row[2]);
    }
  }

  /** The table of steps that expand. */
  @Tag("slow")
  @Test
  void rowsOfExpandingStepsAreComputed() throws IOException {
    List<String[]> rows =
        Files.readAllLines(Path.of("..", "..", "docs", "reference", "walk.md")).stream()
            .filter(line -> line.matches("\\| -0\\.\\d+ \\|.*"))
            .map(line -> line.split("\\s*\\|\\s*"))
            .toList();
    assertEquals(3, rows.size());
    for (String[] row : rows) {
      NoisySgd run =
          NoisySgds.smooth(SaturatedRunsTest.run("R1", 100_000), 1, Double.parseDouble(row[1]));
      check(without(run), row[2], "without re-coupling at " + row[1]);
      check(epsilon(run), row[3], "at " + row[1]);
    }
  }

  private static void check(double computed, String printed, String what) {
    double said = Double.parseDouble(printed);
    assertTrue(computed <= said && said <= DIGITS * computed, computed + " against " + said + what);
  }

  private static double without(NoisySgd run) {
    NoisySgdStep step = NoisySgdStep.of(run);
    MixingWalk walk = new MixingWalk(step);
    NoisySgdSearch search = new NoisySgdSearch(step, walk);
    double sampled =
        new NoisySgdTradeoff(
                step,
                walk,
                search,
                new NoisySgdTarget.Epsilon(DELTA),
                RecoupledProfiles.fine(step, walk))
            .bestWithoutRecoupling()
            .value();
    return ScheduledBatches.applies(run)
        ? Math.min(
            sampled, ScheduledBatches.epsilon(ScheduledBatches.allocation(run).squaredMu(), DELTA))
        : sampled;
  }

  private static double epsilon(NoisySgd run) {
    Guarantee guarantee = LastIterate.of(run).certifyEpsilon(DELTA).guarantee();
    return ((Guarantee.Approximate) guarantee).epsilon();
  }
}
