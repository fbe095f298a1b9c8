package org.assay.algorithms.internal.optimize.clipped;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.assay.algorithms.internal.optimize.clipped.DpFtrl.BandedSquareRoot;
import org.assay.algorithms.internal.optimize.clipped.DpFtrl.CorrelatedGradients;
import org.assay.algorithms.noise.GridGaussian;
import org.junit.jupiter.api.Test;

class CorrelatedGradientsTest {
  private static final double[] THREE_BANDS = new BandedSquareRoot(7, 3).coefficients();

  /** Rows of C with coefficients 1, 1/2, 3/8 on the gradients 8, 16, -8, 0 and 24. */
  @Test
  void rowsCombineTheLastGradients() {
    CorrelatedGradients correlated = new CorrelatedGradients(THREE_BANDS, new GridGaussian(1e-9));
    double[] expected = {8, 20, 3, 2, 21};
    double[] gradients = {8, 16, -8, 0, 24};
    for (int i = 0; i < 5; i++) {
      double[] row = correlated.row(new double[] {gradients[i]});
      assertArrayEquals(new double[] {expected[i]}, row, 0);
      double[] noisy = correlated.noisy(row, new SplittableRandom(i));
      assertArrayEquals(new double[] {gradients[i]}, noisy, 1e-7);
    }
  }

  /**
   * Prefix sums of C^-1 z for C of the coefficients 1, 1/2, 3/8. Column 0 of C^-1 is 1, -1/2, -1/8,
   * 1/4, ..., by hand; its prefix sums are 1, 1/2, 3/8, 5/8, and their squares sum to 1.7813. For
   * noise 3, 4000 squares over 9 times that are within 5 √8000 of 4000 but with probability below
   * 1e-6.
   */
  @Test
  void noiseOfPrefixSumsIsThatOfTheInverse() {
    SplittableRandom random = new SplittableRandom(8);
    double variance = 9 * (1 + 1 / 4.0 + 9 / 64.0 + 25 / 64.0);
    double squares = 0;
    for (int run = 0; run < 4000; run++) {
      CorrelatedGradients correlated = new CorrelatedGradients(THREE_BANDS, new GridGaussian(3));
      double sum = 0;
      for (int i = 0; i < 4; i++) {
        sum += correlated.noisy(correlated.row(new double[1]), random)[0];
      }
      squares += sum * sum / variance;
    }
    assertEquals(4000, squares, 5 * Math.sqrt(8000));
  }
}
