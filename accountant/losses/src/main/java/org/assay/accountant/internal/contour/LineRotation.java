package org.assay.accountant.internal.contour;

/**
 * The values {@code e^(ikhλ_j) - 1} of all {@link LineNodes} for one k after the other, and their
 * weighted sum. The subtracted 1 keeps small values accurate.
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
    for (int j = 0; j < size; j++) {
      double modulus = Math.exp(line.logWeight[j]);
      weightReal[j] = modulus * Math.cos(line.turn[j]);
      weightImaginary[j] = modulus * Math.sin(line.turn[j]);
    }
    start(1);
    System.arraycopy(valueReal, 0, turnReal, 0, size);
    System.arraycopy(valueImaginary, 0, turnImaginary, 0, size);
  }

  /** Computes the values at k afresh. */
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

  /** Goes on to the next k. */
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
    double re = 0;
    double im = 0;
    double reRest = 0;
    double imRest = 0;
    for (int j = 0; j < size; j++) {
      double a = weightReal[j] * valueReal[j] - weightImaginary[j] * valueImaginary[j];
      double b = weightReal[j] * valueImaginary[j] + weightImaginary[j] * valueReal[j];
      double nextRe = re + a;
      double addedRe = nextRe - re;
      reRest += (re - (nextRe - addedRe)) + (a - addedRe);
      re = nextRe;
      double nextIm = im + b;
      double addedIm = nextIm - im;
      imRest += (im - (nextIm - addedIm)) + (b - addedIm);
      im = nextIm;
    }
    real = re + reRest;
    imaginary = im + imRest;
  }
}
