package org.assay.accountant.internal.contour.factor;

import java.util.Arrays;

/**
 * Weighted sums of {@code e^(ikhλ) - 1} for real λ and every k below a number. With {@code D =
 * e^(iahλ) - 1} and {@code G = e^(ibhλ) - 1} the value at {@code a + b} is {@code D + G + DG}. One
 * sine and one cosine for each λ are therefore enough.
 */
final class Powers {
  private double[] loss = {};
  private double[] weight = {};
  private int size;
  private int block;
  private int levels;

  /** The values for k up to the block size, and at multiples of the block size. */
  private double[][] lowReal = {};

  private double[][] lowImaginary = {};
  private double[][] highReal = {};
  private double[][] highImaginary = {};

  double real;
  double imaginary;

  /**
   * Computes the values from which all others are products.
   *
   * @param losses λ
   * @param weights the weights of the sum
   * @param terms number of losses that are used
   * @param step h
   * @param many number of values of k
   */
  void prepare(double[] losses, double[] weights, int terms, double step, int many) {
    loss = losses;
    weight = weights;
    size = terms;
    block = 1;
    levels = 2;
    while (block * (double) block < many) {
      block *= 2;
      levels += 2;
    }
    int blocks = many / block + 1;
    lowReal = table(lowReal, block + 1);
    lowImaginary = table(lowImaginary, block + 1);
    highReal = table(highReal, blocks + 1);
    highImaginary = table(highImaginary, blocks + 1);
    Arrays.fill(lowReal[0], 0, size, 0);
    Arrays.fill(lowImaginary[0], 0, size, 0);
    Arrays.fill(highReal[0], 0, size, 0);
    Arrays.fill(highImaginary[0], 0, size, 0);
    for (int j = 0; j < size; j++) {
      double half = 0.5 * step * loss[j];
      double sine = Math.sin(half);
      lowReal[1][j] = -2 * sine * sine;
      lowImaginary[1][j] = 2 * sine * Math.cos(half);
    }
    fill(lowReal, lowImaginary, block);
    System.arraycopy(lowReal[block], 0, highReal[1], 0, size);
    System.arraycopy(lowImaginary[block], 0, highImaginary[1], 0, size);
    fill(highReal, highImaginary, blocks);
  }

  private double[][] table(double[][] old, int rows) {
    if (old.length > 0 && old[0].length < size) {
      return new double[rows][loss.length];
    }
    if (old.length >= rows) {
      return old;
    }
    double[][] larger = Arrays.copyOf(old, rows);
    for (int i = old.length; i < rows; i++) {
      larger[i] = new double[loss.length];
    }
    return larger;
  }

  private void fill(double[][] re, double[][] im, int last) {
    for (int k = 2; k <= last; k++) {
      double[] a = re[k / 2];
      double[] b = im[k / 2];
      double[] u = re[k - k / 2];
      double[] v = im[k - k / 2];
      double[] x = re[k];
      double[] y = im[k];
      for (int j = 0; j < size; j++) {
        x[j] = a[j] + u[j] + (a[j] * u[j] - b[j] * v[j]);
        y[j] = b[j] + v[j] + (a[j] * v[j] + b[j] * u[j]);
      }
    }
  }

  /** Bound of the error of each value, in roundoffs of {@code kh|λ|}. */
  double roundoffs() {
    return 48 + 10 * (levels + 1);
  }

  /** Sets the weighted sum for k. */
  void sum(int k) {
    double[] a = lowReal[k % block];
    double[] b = lowImaginary[k % block];
    double[] u = highReal[k / block];
    double[] v = highImaginary[k / block];
    double re = 0;
    double im = 0;
    for (int j = 0; j < size; j++) {
      re += weight[j] * (a[j] + u[j] + (a[j] * u[j] - b[j] * v[j]));
      im += weight[j] * (b[j] + v[j] + (a[j] * v[j] + b[j] * u[j]));
    }
    real = re;
    imaginary = im;
  }
}
