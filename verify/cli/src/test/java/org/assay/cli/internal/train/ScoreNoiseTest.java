package org.assay.cli.internal.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;

class ScoreNoiseTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;

  @Test
  void aScoreSpendsWhatTheTrainingMaySpend() {
    ScoreNoise laplace = ScoreNoise.within(new Guarantee.Approximate(0.7, 1e-5, REPLACE_ONE));
    Cost pure = Cost.of(laplace.event(), REPLACE_ONE);
    assertEquals(0.7, pure.pureEpsilon().upper(), 1e-12);
    ScoreNoise concentrated = ScoreNoise.within(new Guarantee.ZeroConcentrated(0.3, REPLACE_ONE));
    double rho = Cost.of(concentrated.event(), REPLACE_ONE).rhoByCurve().upper();
    assertTrue(rho <= 0.3 * (1 + 1e-12) && rho > 0.299, "rho " + rho);
    ScoreNoise gaussian = ScoreNoise.within(new Guarantee.Gaussian(0.4, REPLACE_ONE));
    double mu = Cost.of(gaussian.event(), REPLACE_ONE).mu().upper();
    assertTrue(mu <= 0.4 * (1 + 1e-12) && mu > 0.399, "mu " + mu);
  }

  /** The same noise on both, so that the difference is that of the sums. */
  @Test
  void oneRecordChangesTheSumByAtMostOne() {
    ScoreNoise noise = ScoreNoise.within(new Guarantee.Approximate(1000, 1e-5, REPLACE_ONE));
    double[] misses = {0, 0.25, 1, 1e300, Double.POSITIVE_INFINITY, 3e-7, 0.7};
    for (double other : misses) {
      double first = noise.release(7, i -> misses[i], new SplittableRandom(5));
      double second = noise.release(7, i -> i == 4 ? other : misses[i], new SplittableRandom(5));
      assertTrue(Math.abs(first - second) <= 1, other + " moves " + first + " to " + second);
    }
    double sum = noise.release(7, i -> misses[i], new SplittableRandom(5));
    assertEquals(0.25 + 1 + 1 + 1 + 0.7, sum, 0.02);
  }
}
