package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The error bound of products of spikes, whose spectra are constant, so that the bound has a closed
 * form: with L = 20 u log₂(2N), a factor cⁿ adds nL for its transform, 4nu for its powers and 4u
 * for its product with the others, and the inverse transform adds 2L, all relative to the result.
 */
class CircularProductBoundTest {
  private static final double ROUNDOFF = 0x1p-53;

  @ParameterizedTest
  @CsvSource({"4,1,1,1", "4,1,1,5", "4,0.7,9,1", "64,3,20,1", "64,1,1,4", "4096,0.999,1000,2"})
  void isItsClosedFormAndLittleMore(int size, double height, long power, int factors) {
    CircularProduct product = spikes(size, height, power, factors);
    double level = 20 * ROUNDOFF * Math.log(2 * size) / Math.log(2);
    double relative =
        factors * ((double) power * (level + 4 * ROUNDOFF) + 4 * ROUNDOFF) + 2 * level;
    double exact = Math.pow(height, (double) power * factors);
    double ratio = product.error() / (relative * exact);
    assertTrue(ratio >= 1 && ratio < 1.07 + 0.02 * factors, () -> "ratio " + ratio);
    assertEquals(exact, product.values()[0], product.error());
    for (int k = 1; k < size; k++) {
      assertEquals(0, product.values()[k], product.error());
    }
  }

  /** Powers below e^-460 count as 0 with an error of 2 e^-460. */
  @Test
  void vanishingPowersLeaveASmallError() {
    CircularProduct product = spikes(8, 0.01, 1000, 1);
    assertEquals(0, product.values()[0]);
    assertTrue(product.error() >= 2 * Math.exp(-460) && product.error() < 1e-160);
  }

  /** Squares of these underflow. */
  @Test
  void valuesWhoseSquaresUnderflowAreWithinTheBound() {
    CircularProduct product = spikes(8, 1e-170, 1, 1);
    assertTrue(product.error() > 0 && product.error() < 1e-140, () -> "" + product.error());
    assertEquals(1e-170, product.values()[0], product.error());
  }

  /** Half of the frequencies are lost to the coin; a small factor keeps their error small. */
  @Test
  void negligibleFrequenciesShrinkWithLaterFactors() {
    double[] coin = {0.5, 0.5, 0, 0, 0, 0, 0, 0};
    double[] small = {1e-30, 0, 0, 0, 0, 0, 0, 0};
    CircularProduct product =
        CircularProduct.of(List.of(coin, small, small), new long[] {4000, 1, 1});
    double mean = 1e-60 / 8;
    for (double value : product.values()) {
      assertEquals(mean, value, product.error() + mean * 1e-12);
    }
    assertTrue(product.error() < mean * 1e-9, () -> "error " + product.error());
  }

  /**
   * What is infinite before a transform is seen by its check, what only the product is by the last.
   */
  @Test
  void overflowIsSeenByTheChecks() {
    assertLost("transform of 4 entries lost accuracy", 1e200, 1, 1);
    assertLost("inverse transform lost the sum", 1e150, 2, 2);
  }

  private static void assertLost(String message, double height, long power, int factors) {
    String told =
        String.valueOf(
            assertThrows(ArithmeticException.class, () -> spikes(4, height, power, factors))
                .getMessage());
    assertTrue(told.startsWith(message), told);
  }

  @Test
  void shiftsAddUpAroundTheCircle() {
    double[] shift = new double[16];
    shift[5] = 2;
    CircularProduct product = CircularProduct.of(List.of(shift, shift), new long[] {3, 4});
    for (int k = 0; k < 16; k++) {
      assertEquals(k == 35 % 16 ? 128 : 0, product.values()[k], product.error());
    }
    assertTrue(product.error() < 1e-10);
  }

  private static CircularProduct spikes(int size, double height, long power, int factors) {
    double[] spike = new double[size];
    spike[0] = height;
    long[] powers = new long[factors];
    Arrays.fill(powers, power);
    return CircularProduct.of(Collections.nCopies(factors, spike), powers);
  }
}
