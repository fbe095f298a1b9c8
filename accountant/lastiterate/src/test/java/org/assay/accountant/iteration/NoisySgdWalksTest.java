package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.internal.iteration.step.NoisySgds;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Bounds lie between the losses of simulated random walks and safe values ({@code
 * /reference/random_walks.csv}): a bound below the lower value would be wrong.
 */
class NoisySgdWalksTest {
  private record Row(String run, long steps, String quantity, double upper, double lower) {
    NoisySgd settings() {
      return switch (run) {
        case "R1" -> full(1000, 0.05, 0.2);
        case "R2" -> full(10_000, 0.01, 0.25);
        case "R4" -> NoisySgds.fixedSize(steps);
        default -> throw new IllegalArgumentException(run);
      };
    }

    private NoisySgd full(long records, double noise, double stepSize) {
      return NoisySgds.convex(
          records, records, noise, stepSize, steps, NoisySgdSampling.FULL_BATCH, false);
    }
  }

  @Tag("slow")
  @Test
  void someRenyiDivergences() throws IOException {
    renyiDivergences(7);
  }

  /** Every third row, or more if the property says so. */
  @Tag("slow")
  @Test
  void moreRenyiDivergences() throws IOException {
    renyiDivergences(Integer.getInteger("walks.stride", 3));
  }

  private static void renyiDivergences(int stride) throws IOException {
    List<Row> rows = rows(false);
    assertEquals(135, rows.size());
    for (int i = 0; i < rows.size(); i += stride) {
      Row row = rows.get(i);
      double order = Double.parseDouble(row.quantity().substring(1));
      check(row, NoisySgdBound.of(row.settings()).renyi(order).upper());
    }
  }

  @Tag("slow")
  @Test
  void epsilonOfFullBatches() throws IOException {
    for (Row row : rows(true)) {
      if (!row.run().equals("R4")) {
        check(row, epsilon(row));
      }
    }
  }

  @Tag("slow")
  @Test
  void epsilonOfSamplesOfFixedSize() throws IOException {
    for (Row row : rows(true)) {
      if (row.run().equals("R4")) {
        double epsilon = epsilon(row);
        assertTrue(epsilon >= row.lower(), () -> epsilon + " is below what " + row + " loses");
        // The upper values compose on a grid. After a few steps the loss still has a large atom at
        // 0, where the inversion falls back on the Rényi bound.
        if (row.steps() >= 100) {
          check(row, epsilon / (1 + 1e-7));
        }
      }
    }
  }

  private static void check(Row row, double bound) {
    assertTrue(bound >= row.lower(), () -> bound + " is below what " + row + " loses");
    assertTrue(bound <= row.upper() * (1 + 1e-9), () -> bound + " is above " + row);
  }

  private static double epsilon(Row row) {
    NoisySgdCertificate certificate = NoisySgdBound.of(row.settings()).certifyEpsilon(1e-5);
    return ((Guarantee.Approximate) certificate.guarantee()).epsilon();
  }

  private static List<Row> rows(boolean epsilon) throws IOException {
    String path = "/reference/random_walks.csv";
    try (InputStream stream = NoisySgdWalksTest.class.getResourceAsStream(path)) {
      String text =
          new String(Objects.requireNonNull(stream, path).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .skip(1)
          .map(line -> line.split(",", -1))
          .map(
              cell ->
                  new Row(
                      cell[0],
                      Long.parseLong(cell[1]),
                      cell[2],
                      Double.parseDouble(cell[3]),
                      Double.parseDouble(cell[4])))
          .filter(row -> row.quantity().equals("eps") == epsilon)
          .toList();
    }
  }
}
