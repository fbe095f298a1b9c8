package org.assay.cli.internal.utility;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * The automatic choice on generated tables that took no part in finding its rule: of the kind of a
 * census, of land cover, of written digits and of prices. What another schedule has is in the
 * comments.
 *
 * <p>Tables and noise are fixed by seeds, so that outcomes change with the code alone. The margin
 * leaves room for another stream of noise.
 */
class LikeNamedTablesTest {
  private static final double[] EPSILONS = {0.5, 8};
  private static final double MARGIN = 0.05;

  private static double score(GeneratedTable table, double epsilon) {
    return new HeldOutTables(table).automatic(epsilon, 1);
  }

  private static GeneratedTable table(String name, int numbers, int categories, int classes) {
    return GeneratedTable.of(
        new GeneratedTable.Plan(
            name,
            5000,
            numbers,
            categories,
            classes,
            classes == 2 ? 0.3 : 0.5,
            classes == 0 ? 1.25 : classes == 2 ? 4 : 30,
            0.5,
            0,
            1,
            classes == 5 ? 5 : 3),
        77);
  }

  @Test
  void censusLike() {
    requireScores(table("census", 6, 8, 2), 0.794, 0.858);
  }

  @Test
  void landCoverLike() {
    requireScores(table("land cover", 10, 2, 5), 0.468, 0.852);
  }

  @Test
  void digitsLike() {
    requireScores(table("digits", 64, 0, 10), 0.376, 0.609);
  }

  /** R². */
  @Test
  void pricesLike() {
    requireScores(table("prices", 8, 0, 0), 0.624, 0.631);
  }

  private static void requireScores(GeneratedTable table, double small, double large) {
    double first = score(table, EPSILONS[0]);
    double last = score(table, EPSILONS[1]);
    assertTrue(first >= small - MARGIN, "at epsilon 0.5: " + first + ", measured was " + small);
    assertTrue(last >= large - MARGIN, "at epsilon 8: " + last + ", measured was " + large);
  }
}
