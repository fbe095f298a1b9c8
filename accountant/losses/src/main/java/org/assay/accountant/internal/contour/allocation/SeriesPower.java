package org.assay.accountant.internal.contour.allocation;

/**
 * Powers of truncated power series whose constant term is 1, by squaring. Proof of the error bound:
 * {@code doc-files/random-allocation.md}.
 */
final class SeriesPower {
  private SeriesPower() {}

  /** Raises a series with real coefficients, the first being 1. */
  static double[] real(double[] series, long exponent) {
    double[] result = series;
    // From the second-highest bit on; the highest bit is the series itself.
    for (long bit = Long.highestOneBit(exponent) >> 1; bit > 0; bit >>= 1) {
      result = product(result, result);
      result = (exponent & bit) == 0 ? result : product(result, series);
    }
    return result;
  }

  /** Raises a series with positive coefficients, given by their logarithms, the first being 0. */
  static double[] logarithms(double[] series, long exponent) {
    double[] result = series;
    for (long bit = Long.highestOneBit(exponent) >> 1; bit > 0; bit >>= 1) {
      result = logProduct(result, result);
      result = (exponent & bit) == 0 ? result : logProduct(result, series);
    }
    return result;
  }

  private static double[] logProduct(double[] a, double[] b) {
    double[] c = new double[a.length];
    for (int k = 0; k < a.length; k++) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int i = 0; i <= k; i++) {
        largest = Math.max(largest, a[i] + b[k - i]);
      }
      double sum = 0;
      for (int i = 0; i <= k; i++) {
        sum += Math.exp(a[i] + b[k - i] - largest);
      }
      c[k] = k == 0 ? 0 : largest + Math.log(sum);
    }
    return c;
  }

  private static double[] product(double[] a, double[] b) {
    double[] c = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; i + j < a.length; j++) {
        c[i + j] += a[i] * b[j];
      }
    }
    return c;
  }

  /** Raises a series in place: real and imaginary parts of its coefficients. */
  static void complex(double[] re, double[] im, long exponent) {
    double[] onceRe = re.clone();
    double[] onceIm = im.clone();
    double[] bufferRe = new double[re.length];
    double[] bufferIm = new double[re.length];
    for (long bit = Long.highestOneBit(exponent) >> 1; bit > 0; bit >>= 1) {
      multiply(re, im, re, im, bufferRe, bufferIm);
      if ((exponent & bit) != 0) {
        multiply(re, im, onceRe, onceIm, bufferRe, bufferIm);
      }
    }
  }

  private static void multiply(
      double[] re,
      double[] im,
      double[] byRe,
      double[] byIm,
      double[] bufferRe,
      double[] bufferIm) {
    int size = re.length;
    for (int k = 0; k < size; k++) {
      double sumRe = 0;
      double sumIm = 0;
      for (int i = 0; i <= k; i++) {
        sumRe += re[i] * byRe[k - i] - im[i] * byIm[k - i];
        sumIm += re[i] * byIm[k - i] + im[i] * byRe[k - i];
      }
      bufferRe[k] = sumRe;
      bufferIm[k] = sumIm;
    }
    System.arraycopy(bufferRe, 0, re, 0, size);
    System.arraycopy(bufferIm, 0, im, 0, size);
  }
}
