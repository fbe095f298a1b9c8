package org.assay.algorithms.internal.optimize.clipped;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.event.StrategyMatrix;
import org.assay.algorithms.internal.optimize.clipped.DpFtrl.BandedSquareRoot;
import org.assay.algorithms.internal.optimize.clipped.DpFtrl.CorrelatedGradients;
import org.assay.algorithms.noise.GridGaussian;
import org.junit.jupiter.api.Test;

class BandedSquareRootTest {
  private static final MathContext DIGITS = new MathContext(60);

  /** f_k = (2k over k)/4^k. */
  @Test
  void coefficientsAreCentralBinomials() {
    double[] coefficients = new BandedSquareRoot(40, 12).coefficients();
    assertEquals(12, coefficients.length);
    for (int k = 0; k < 12; k++) {
      double exact = BinomialCoefficientDouble.value(2 * k, k) / Math.pow(4, k);
      assertEquals(exact, coefficients[k], 1e-15);
    }
    assertEquals(3, new BandedSquareRoot(3, 12).bands());
  }

  /** Of 23 steps over 10 batches a record may take part in 3. */
  @Test
  void theEventCountsARecordOnceInEachEpoch() {
    MatrixMechanismEvent event = (MatrixMechanismEvent) new BandedSquareRoot(23, 10).event(4);
    assertEquals(
        new MatrixMechanismEvent(StrategyMatrix.squareRoot(23, 10), 3, 10, 4, REPLACE_ONE), event);
    assertEquals(2, participations(20));
    assertEquals(3, participations(21));
    assertEquals(1, participations(1));
  }

  private static long participations(int steps) {
    return ((MatrixMechanismEvent) new BandedSquareRoot(steps, 10).event(1)).participations();
  }

  /** 8 L B √(T B) 2^-52 for L = 3, B = 4, T = 100. */
  @Test
  void roundingIsTheFormulaRoundedUp() {
    double counted = new BandedSquareRoot(100, 4).rounding(3);
    assertEquals(1920 * 0x1p-52, counted, 1e-26);
    assertTrue(counted >= 1920 * 0x1p-52);
  }

  /**
   * Rows of gradients of norm up to 1, beside exact ones: off by more than nothing and by less than
   * half of what is counted for two runs.
   */
  @Test
  void rowsRoundByMoreThanNothingAndByLessThanIsCounted() {
    BandedSquareRoot matrix = new BandedSquareRoot(60, 20);
    CorrelatedGradients correlated =
        new CorrelatedGradients(matrix.coefficients(), new GridGaussian(0x1p-60));
    SplittableRandom random = new SplittableRandom(17);
    double[] gradients = new double[60];
    double[] rows = new double[60];
    double squares = 0;
    for (int i = 0; i < 60; i++) {
      gradients[i] = random.nextBoolean() ? 1 : -1 / 3.0;
      rows[i] = correlated.row(new double[] {gradients[i]})[0];
      correlated.noisy(new double[] {rows[i]}, random);
      double error = exactRow(gradients, i, 20).subtract(new BigDecimal(rows[i])).doubleValue();
      squares += error * error;
    }
    assertTrue(squares > 0);
    assertTrue(Math.sqrt(squares) <= matrix.rounding(1) / 2, "off by " + Math.sqrt(squares));
  }

  private static BigDecimal exactRow(double[] gradients, int i, int bands) {
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal coefficient = BigDecimal.ONE;
    for (int k = 0; k < bands && k <= i; k++) {
      sum = sum.add(coefficient.multiply(new BigDecimal(gradients[i - k])));
      BigDecimal next =
          BigDecimal.valueOf(2L * k + 1).divide(BigDecimal.valueOf(2L * k + 2), DIGITS);
      coefficient = coefficient.multiply(next, DIGITS);
    }
    return sum;
  }

  @Test
  void refusesParametersOutOfRange() {
    refuses("steps", () -> new BandedSquareRoot(0, 1));
    refuses("batches", () -> new BandedSquareRoot(1, 0));
    refuses("steps was 1048577", () -> new BandedSquareRoot((1 << 20) + 1, 1).event(1));
  }
}
