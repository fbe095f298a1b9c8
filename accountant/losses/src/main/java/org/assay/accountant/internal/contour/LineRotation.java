package org.assay.accountant.internal.contour;

import java.util.Arrays;

/**
 * The values {@code e^(ikhλ_j) - 1} of all {@link LineNodes} for successive k, and their weighted
 * sum. The subtracted 1 keeps small values accurate.
 */
final class LineRotation {
  private final int size;
  private final double step;
  private final double[] loss;
  private final double[] decay;
  private final double[] weightReal;
  private final double[] weightImaginary;
  private final double[] turnReal;
  private final double[] turnImaginary;
  private final double[] valueReal;
  private final double[] valueImaginary;
  private final double[] termReal;
  private final double[] termImaginary;
  private final double[] rest;
  private final double[] second;
  private final double[] secondRest;

  /** The weighted sum's parts, after {@link #sum}. */
  double real;

  double imaginary;

  LineRotation(LineNodes line, double step) {
    this.size = line.size;
    this.step = step;
    this.loss = line.loss;
    this.decay = line.decay;
    this.weightReal = new double[size];
    this.weightImaginary = new double[size];
    this.turnReal = new double[size];
    this.turnImaginary = new double[size];
    this.valueReal = new double[size];
    this.valueImaginary = new double[size];
    this.termReal = new double[size];
    this.termImaginary = new double[size];
    this.rest = new double[size];
    this.second = new double[size / 2];
    this.secondRest = new double[size / 2];
    for (int j = 0; j < size; j++) {
      double modulus = Math.exp(line.logWeight[j]);
      weightReal[j] = modulus * Math.cos(line.turn[j]);
      weightImaginary[j] = modulus * Math.sin(line.turn[j]);
    }
    start(1);
    System.arraycopy(valueReal, 0, turnReal, 0, size);
    System.arraycopy(valueImaginary, 0, turnImaginary, 0, size);
  }

  /** Computes the values at k directly. */
  void start(int k) {
    double t = k * step;
    for (int j = 0; j < size; j++) {
      double shrink = decay[j] == 0 ? 0 : Math.expm1(-t * decay[j]);
      double half = 0.5 * t * loss[j];
      double sine = Math.sin(half);
      double modulus = 1 + shrink;
      valueReal[j] = shrink - 2 * sine * sine * modulus;
      valueImaginary[j] = 2 * sine * Math.cos(half) * modulus;
    }
  }

  /** Rotates the values to the next k. */
  void advance() {
    for (int j = 0; j < size; j++) {
      double a = valueReal[j];
      double b = valueImaginary[j];
      double u = turnReal[j];
      double v = turnImaginary[j];
      valueReal[j] = (a + u) + (a * u - b * v);
      valueImaginary[j] = (b + v) + (a * v + b * u);
    }
  }

  /** Sums the weighted values, compensated: rounding does not grow with the number of nodes. */
  void sum() {
    for (int j = 0; j < size; j++) {
      termReal[j] = weightReal[j] * valueReal[j] - weightImaginary[j] * valueImaginary[j];
      termImaginary[j] = weightReal[j] * valueImaginary[j] + weightImaginary[j] * valueReal[j];
    }
    real = folded(termReal);
    imaginary = folded(termImaginary);
  }

  /**
   * Adds the last half of the terms to the first half, with the roundoff kept apart, until one term
   * is left. The second half is copied, so that a processor adds several terms at once.
   */
  private double folded(double[] term) {
    Arrays.fill(rest, 0);
    for (int left = size; left > 1; left -= left / 2) {
      int half = left / 2;
      System.arraycopy(term, left - half, second, 0, half);
      System.arraycopy(rest, left - half, secondRest, 0, half);
      for (int j = 0; j < half; j++) {
        double sum = term[j] + second[j];
        double added = sum - term[j];
        double rounding = (term[j] - (sum - added)) + (second[j] - added);
        rest[j] = rest[j] + secondRest[j] + rounding;
        term[j] = sum;
      }
    }
    return size == 0 ? 0 : term[0] + rest[0];
  }
}
