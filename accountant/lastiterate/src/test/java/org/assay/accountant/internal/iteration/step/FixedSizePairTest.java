package org.assay.accountant.internal.iteration.step;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The costs of the symmetrized pair of a fixed-size step, as stated in {@code noisy-sgd-renyi.md}
 * and {@code docs/reference/walk.md}.
 */
class FixedSizePairTest {
  private static final Path PAGE =
      Path.of(
          "src/main/java/org/assay/accountant/internal/iteration/step/doc-files/noisy-sgd-renyi.md");

  /** Half a unit of the third digit after the point. */
  private static final double DIGITS = 5.1e-4;

  @Test
  void theTableIsComputed() throws IOException {
    List<String[]> rows = PairTables.rows(PAGE);
    assertEquals(3, rows.size());
    for (String[] row : rows) {
      double share = Double.parseDouble(row[1]);
      double mu = Double.parseDouble(row[2]);
      assertEquals(Double.parseDouble(row[3]), PairTables.symmetrized(share, mu), DIGITS, row[0]);
      assertEquals(Double.parseDouble(row[4]), PairTables.oneDirection(share, mu), DIGITS, row[0]);
      double apart = 2 * (Math.exp(mu * mu) - Math.exp(mu * mu / 2));
      assertEquals(Double.parseDouble(row[5]), Math.sqrt(apart) / mu, DIGITS, row[0]);
    }
  }

  @Test
  void costsMostInSparseBatches() {
    assertEquals(
        1.17, PairTables.symmetrized(0.01, 0.5) / PairTables.oneDirection(0.01, 0.5), 5e-3);
  }
}
