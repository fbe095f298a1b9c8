package org.assay.accountant.numeric;

import java.util.Arrays;

/**
 * The discrete Fourier transform of a vector with few entries other than 0, summed term by term at
 * the frequencies that matter. With m terms and u = 2<sup>-53</sup>, the angle is within 4u of a
 * turn's exact part, sine and cosine are within one unit in the last place, and each addition adds
 * u: an output is within {@code (m + 32) u · sum of |terms|} of the exact one, which for up to 64
 * terms is less than is assumed of a fast transform of four times as many entries.
 */
final class SparseSpectrum {
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

  /** Whether so many frequencies take less time than a fast transform takes for all. */
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
