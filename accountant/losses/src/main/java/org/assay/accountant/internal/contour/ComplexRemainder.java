package org.assay.accountant.internal.contour;

/**
 * The remainder of the exponential series at a complex number, {@code e^z - Σ z^k/k!} over {@code k
 * < n}, without cancellation near 0, and a bound of its error. Proof: {@code
 * doc-files/contour-inversion.md}, rounding.
 */
public final class ComplexRemainder {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /** Largest modulus for which the series is summed. Not tuned. */
  private static final double SERIES = 1;

  /** Degree at which the series is truncated. */
  private static final int LAST = 18;

  private final int order;
  private final double factorial;
  private final double[] coefficients = new double[LAST + 1];

  public double real;
  public double imaginary;

  /**
   * Bound of the modulus of the error, for an argument with a relative error of at most four
   * roundoffs.
   */
  public double error;

  /**
   * A remainder.
   *
   * @param order n, either 2 or 3
   */
  public ComplexRemainder(int order) {
    this.order = order;
    this.factorial = order == 2 ? 2 : 6;
    coefficients[0] = 1;
    for (int k = 1; k <= LAST; k++) {
      coefficients[k] = coefficients[k - 1] / (order + k);
    }
  }

  /** Evaluates the remainder at {@code x + iy}. */
  public void evaluate(double x, double y) {
    double modulus = Math.hypot(x, y);
    if (modulus <= SERIES) {
      series(x, y, modulus);
    } else {
      difference(x, y, modulus);
    }
  }

  public double modulus() {
    return Math.hypot(real, imaginary);
  }

  private void series(double x, double y, double modulus) {
    double re = coefficients[LAST];
    double im = 0;
    for (int k = LAST - 1; k >= 0; k--) {
      double next = re * x - im * y + coefficients[k];
      im = re * y + im * x;
      re = next;
    }
    double power = modulus * modulus;
    for (int k = 0; k < order; k++) {
      double next = re * x - im * y;
      im = re * y + im * x;
      re = next;
    }
    real = re / factorial;
    imaginary = im / factorial;
    error = 64 * U * (order == 2 ? power : power * modulus) / factorial + Double.MIN_NORMAL;
  }

  private void difference(double x, double y, double modulus) {
    double exponential = Math.exp(x);
    real = exponential * Math.cos(y) - 1 - x;
    imaginary = exponential * Math.sin(y) - y;
    double derivative = exponential + 1;
    if (order == 3) {
      real -= 0.5 * (x - y) * (x + y);
      imaginary -= x * y;
      derivative += modulus;
    }
    error = 16 * U * derivative * (1 + modulus);
  }
}
