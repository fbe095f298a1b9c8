package org.assay.accountant.internal.contour;

/**
 * {@code M(s) e^(-L) - 1} of one step with a moment generating function in closed form. L is chosen
 * for each contour and keeps large moments within the doubles.
 */
public abstract class ClosedMoment {
  /** Least exponent {@code c · largestLoss} of a moment that is scaled. Not tuned. */
  private static final double LARGE_EXPONENT = 20;

  public final double c;

  /** L, which is 0 unless moments are large. */
  public final double logScale;

  public double real;
  public double imaginary;

  /** Bound of the modulus of the error. */
  public double error;

  /**
   * Values along a line.
   *
   * @param c where the line crosses the real axis
   * @param largestLoss approximate largest loss of the step; it decides the scale only
   */
  public ClosedMoment(double c, double largestLoss) {
    this.c = c;
    double exponent = c * largestLoss;
    this.logScale = exponent > LARGE_EXPONENT ? exponent : 0;
  }

  /** Evaluates at {@code s = c + it}; t may have a relative error of one roundoff. */
  public abstract void evaluate(double t);

  /** Upper bound of {@code log |M(c + iv)|} for every {@code v ≥ t}, infinite if none is known. */
  public double logDecayBound(double t) {
    return Double.POSITIVE_INFINITY;
  }

  /** Sets the value to {@code (re + i im)/(1 + 2s)}. */
  public final void divide(double re, double im, double t) {
    double x = 1 + 2 * c;
    double y = 2 * t;
    double square = x * x + y * y;
    real = (re * x + im * y) / square;
    imaginary = (im * x - re * y) / square;
  }
}
