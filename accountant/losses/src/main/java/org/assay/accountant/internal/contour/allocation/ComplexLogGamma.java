package org.assay.accountant.internal.contour.allocation;

/**
 * {@code log Γ(a + ib)} for a from 1 to 1e6 and b at least 0, by Stirling's series after moving the
 * argument to the right. The object is a buffer that is reused. Proof: {@code
 * doc-files/random-allocation.md}.
 */
final class ComplexLogGamma {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /**
   * Least modulus at which Stirling's series is used; the recurrence moves smaller arguments to the
   * right.
   */
  private static final double SMALLEST = 16;

  private static final double HALF_LOG_TWO_PI = 0.9189385332046728;

  /** {@code B_2k/(2k(2k-1))}. */
  private static final double[] SERIES = {
    1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156
  };

  double real;
  double imaginary;

  /** Bound of the error of the real and of the imaginary part. */
  double error;

  void evaluate(double a, double b) {
    double x = a;
    double logs = 0;
    double angles = 0;
    double sizes = 0;
    for (; x < SMALLEST && b < SMALLEST; x++) {
      double log = 0.5 * Math.log(x * x + b * b);
      double angle = Math.atan2(b, x);
      logs += log;
      angles += angle;
      sizes += Math.abs(log) + angle;
    }
    double square = x * x + b * b;
    double log = 0.5 * Math.log(square);
    double angle = Math.atan2(b, x);
    double re = (x - 0.5) * log - b * angle - x + HALF_LOG_TWO_PI;
    double im = (x - 0.5) * angle + b * log - b;
    double powerRe = x / square;
    double powerIm = -b / square;
    double squareRe = powerRe * powerRe - powerIm * powerIm;
    double squareIm = 2 * powerRe * powerIm;
    for (double term : SERIES) {
      re += term * powerRe;
      im += term * powerIm;
      double next = powerRe * squareRe - powerIm * squareIm;
      powerIm = powerRe * squareIm + powerIm * squareRe;
      powerRe = next;
    }
    real = re - logs;
    imaginary = im - angles;
    double large = (x + b) * (Math.abs(log) + 3);
    error = 32 * U * (large + sizes + 4) + 0x1p-48;
  }
}
