package org.assay.accountant.internal.iteration.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Additions to a divergence for blocks in which a Poisson sample is too large. */
class UncleanBlocksTest {
  /** The sum over the number of unclean blocks in the end, term by term, and none that is clean. */
  @ParameterizedTest
  @CsvSource({"-3, 1, 1, 2", "-3, 1, 2, 3", "-5, 4.5, 3, 1.5", "-2, 1.9, 1, 8", "-40, 10, 50, 2"})
  void boundsTheSum(double logLikely, double exponent, int blocks, double order) {
    double sum = 0;
    for (int unclean = 0; unclean < 10_000; unclean++) {
      sum += Math.exp(unclean * (logLikely + exponent));
    }
    sum += Math.exp(blocks * (logLikely + exponent) + exponent);
    double expected = Math.log(sum) / (order - 1);
    double added = NoisySgdEvaluation.afterUncleanBlocks(logLikely, exponent, blocks, order);
    assertEquals(expected, added, 1e-12 * (1 + expected));
    assertTrue(added >= expected * (1 - 1e-14), added + " is below " + expected);
  }

  @Test
  void cleanRunsCostNothingAndLikelyBlocksEverything() {
    double never = Double.NEGATIVE_INFINITY;
    assertEquals(0, NoisySgdEvaluation.afterUncleanBlocks(never, 1e300, 1, 2));
    for (double exponent : new double[] {3, 4, Double.POSITIVE_INFINITY}) {
      double added = NoisySgdEvaluation.afterUncleanBlocks(-3, exponent, 1, 2);
      assertEquals(Double.POSITIVE_INFINITY, added, "at " + exponent);
    }
  }
}
