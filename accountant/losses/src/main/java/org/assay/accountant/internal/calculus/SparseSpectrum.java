package org.assay.accountant.internal.calculus;

import java.util.Arrays;

/**
 * The discrete Fourier transform of a vector with few entries other than 0, summed term by term at
 * the frequencies that matter. Let u = 2<sup>-53</sup> and m be the number of terms. Angles err by
 * at most 4u of a turn, sine and cosine by one unit in the last place, and an addition by u. An
 * output errs by at most {@code (m + 32) u · sum of |terms|}. For up to 64 terms this is less than
 * the assumed error of a fast transform of four times as many entries.
 */
final class SparseSpectrum {
  /** Largest number of entries other than 0. */
  private static final int MOST_TERMS = 64;

  private final double[] vector;
  private final int[] places;

  private SparseSpectrum(double[] vector, int[] places) {
    this.vector = vector;
    this.places = places;
  }

  static SparseSpectrum of(double[] vector) {
    int[] places = new int[MOST_TERMS + 1];
    int found = 0;
    for (int j = 0; j < vector.length && found <= MOST_TERMS; j++) {
      if (vector[j] != 0) {
        places[found++] = j;
      }
    }
    return new SparseSpectrum(vector, Arrays.copyOf(places, found));
  }

  /** Whether the given number of frequencies takes less time than a fast transform of all. */
  boolean cheaper(int frequencies) {
    return places.length <= MOST_TERMS && (long) places.length * frequencies < vector.length / 4;
  }

  /** The real parts at even places and the imaginary ones at odd places, except the last's. */
  double[] at(int[] frequencies) {
    int size = vector.length;
    double[] spectrum = new double[size];
    for (int k : frequencies) {
      double re = 0;
      double im = 0;
      for (int j : places) {
        double angle = -2 * Math.PI * ((double) ((long) j * k % size) / size);
        re += vector[j] * Math.cos(angle);
        im += vector[j] * Math.sin(angle);
      }
      spectrum[2 * k == size ? 1 : 2 * k] = re;
      if (k > 0 && 2 * k < size) {
        spectrum[2 * k + 1] = im;
      }
    }
    return spectrum;
  }
}
