package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assay.accountant.internal.calculus.CircularProduct.SparseSpectrum;
import org.jtransforms.fft.DoubleFFT_1D;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CircularProductTest {
  @Test
  void matchesDirectConvolution() {
    Random random = new Random(5);
    for (int size = 4; size <= 256; size *= 2) {
      double[] a = random.doubles(size).map(x -> x / 100).toArray();
      double[] b = random.doubles(size).map(x -> x / 100).toArray();
      double[] direct = convolve(convolve(convolve(a, a), a), b);
      CircularProduct product = CircularProduct.of(List.of(a, b), new long[] {3, 1});
      for (int k = 0; k < size; k++) {
        assertEquals(direct[k], product.values()[k], product.error() + 1e-14 * direct[k]);
      }
      assertTrue(product.error() < 1e-11, () -> "error " + product.error());
    }
  }

  /** Binomial probabilities at a large size, where the bound must hold and stay useful. */
  @Test
  void binomialPowersStayWithinTheBound() {
    int size = 1 << 14;
    double[] coin = new double[size];
    coin[0] = 0.5;
    coin[1] = 0.5;
    long count = 10_000;
    CircularProduct product = CircularProduct.of(List.of(coin), new long[] {count});
    double logHalf = count * Math.log(0.5);
    double logChoose = 0;
    for (int k = 0; k <= count; k++) {
      double exact = Math.exp(logHalf + logChoose);
      // The reference's logarithms carry about 1e-11.
      assertEquals(exact, product.values()[k], product.error() + 1e-9 * exact);
      logChoose += Math.log((count - k) / (k + 1.0));
    }
    assertTrue(product.error() < 1e-10, () -> "error " + product.error());
  }

  /**
   * Coins of many sizes: after the first ones few frequencies are left, which are summed term by
   * term. Half of all coins fall on a side, so the sum's law has the mean of the shifts.
   */
  @Tag("slow")
  @Test
  void manyDifferentCoins() {
    int size = 1 << 12;
    List<double[]> coins = new ArrayList<>();
    double[] direct = new double[size];
    direct[0] = 1;
    for (int shift = 30; shift < 60; shift++) {
      double[] coin = new double[size];
      coin[0] = 0.4;
      coin[shift] = 0.6;
      coins.add(coin);
      direct = convolve(direct, coin);
    }
    long[] once = new long[coins.size()];
    Arrays.fill(once, 1);
    CircularProduct product = CircularProduct.of(coins, once);
    for (int k = 0; k < size; k++) {
      assertEquals(direct[k], product.values()[k], product.error() + 1e-14 * direct[k]);
    }
    assertTrue(product.error() < 1e-12, () -> "error " + product.error());
  }

  @Test
  void fewTermsHaveTheSpectrumOfTheFastTransform() {
    int size = 1 << 10;
    double[] vector = new double[size];
    for (int j = 0; j < 60; j++) {
      vector[(j * 613 + 7) % size] = (j + 1) / 60.0;
    }
    double[] fast = vector.clone();
    new DoubleFFT_1D(size).realForward(fast);
    int[] all = IntStream.rangeClosed(0, size / 2).toArray();
    assertArrayEquals(fast, SparseSpectrum.of(vector).at(all), 1e-12);
  }

  private static double[] convolve(double[] a, double[] b) {
    double[] result = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        result[(i + j) % a.length] += a[i] * b[j];
      }
    }
    return result;
  }
}
