package org.assay.accountant.internal.selection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.math3.distribution.NormalDistribution;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.selection.NegativeBinomialRepetitions.TailRatio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TailRatioTest {
  private static final NormalDistribution NORMAL = new NormalDistribution(0, 1);

  /** The largest ratio of the events of a Gaussian's own trade-off. */
  @ParameterizedTest
  @CsvSource({"0.2, 0.01", "1, 0.01", "1, 0.3", "3, 0.001", "0.05, 0.5", "0.5, 0.999"})
  void isJustAboveThatOfGaussians(double mu, double least) {
    double largest = 1;
    for (double z = -12; z <= 12; z += 1e-3) {
      double other = least + (1 - least) * NORMAL.cumulativeProbability(z + mu);
      largest = Math.max(largest, other / (least + (1 - least) * NORMAL.cumulativeProbability(z)));
    }
    double exact = largest;
    double bound =
        TailRatio.of(least, epsilon -> GaussianMechanism.delta(mu, epsilon).upper()).upper();

    assertTrue(bound >= exact, () -> bound + " below " + exact);
    assertEquals(exact, bound, 0.02 * (exact - 1));
  }

  @Test
  void nothingKnownIsTheInverse() {
    assertEquals(100, TailRatio.of(0.01, epsilon -> 1).upper(), 1e-10);
    assertEquals(1, TailRatio.of(0.01, epsilon -> 0).upper(), 1e-15);
  }

  /** Randomized response: one line gives all bounds. */
  @Test
  void oneLine() {
    double epsilon = 0.7;
    double delta = 0.001;
    double bound =
        TailRatio.of(0.05, x -> Math.max(delta, Math.tanh(epsilon / 2) * (x < epsilon ? 1 : 0)))
            .upper();

    assertTrue(bound <= (0.05 + 0.95 * delta) / 0.05 * Math.exp(epsilon) * 1.1, "" + bound);
    assertTrue(bound >= 1 + 0.95 * delta / 0.05, "" + bound);
  }
}
