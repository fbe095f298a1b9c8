package org.assay.algorithms.internal.geometry;

import java.util.Arrays;
import org.assay.accountant.numeric.Rounding;

/**
 * The l_p norm, its dual, and the mirror map {@code |x|_p²/2} whose gradient leads from points to
 * dual vectors and whose inverse is the gradient of {@code |·|_q²/2} for the dual order q.
 *
 * @param order p, at least 1; infinite for the maximum norm
 */
public record LpNorm(double order) {
  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException if the order is below 1 or NaN
   */
  public LpNorm {
    if (!(order >= 1)) {
      throw new IllegalArgumentException("order was " + order + ": it must be at least 1");
    }
  }

  /**
   * The dual norm, of order p/(p - 1), rounded to nearest.
   *
   * @return the dual norm
   */
  public LpNorm dual() {
    if (order == 1) {
      return new LpNorm(Double.POSITIVE_INFINITY);
    }
    return new LpNorm(order == Double.POSITIVE_INFINITY ? 1 : order / (order - 1));
  }

  /**
   * The norm, to within ordinary rounding and without overflow in between.
   *
   * @param vector the vector
   * @return its norm; NaN if a coordinate is
   */
  public double value(double[] vector) {
    double largest = largest(vector);
    if (!(largest > 0 && largest < Double.POSITIVE_INFINITY) || isMaximum()) {
      return largest;
    }
    double sum = 0;
    for (double coordinate : vector) {
      sum += Math.pow(Math.abs(coordinate) / largest, order);
    }
    return largest * Math.pow(sum, 1 / order);
  }

  /**
   * An upper bound on the exact norm: the smallest double for order 2, and within d + 8 units in
   * the last place for vectors of d coordinates otherwise.
   *
   * @param vector finite numbers
   * @return the norm, rounded up
   */
  public double valueUp(double[] vector) {
    double largest = largest(vector);
    if (order == 2) {
      return Norms.euclideanUp(vector, 0, vector.length);
    }
    if (!(largest > 0 && largest < Double.POSITIVE_INFINITY) || isMaximum()) {
      return largest;
    }
    double sum = 0;
    for (double coordinate : vector) {
      double ratio = Rounding.divideUp(Math.abs(coordinate), largest);
      sum = Rounding.addUp(sum, powUp(ratio, order));
    }
    return Rounding.multiplyUp(largest, powUp(sum, Rounding.divideUp(1, order)));
  }

  /**
   * A bound on {@code |x|_p / |x|_r} over all vectors of d coordinates: {@code d^max(0, 1/p -
   * 1/r)}.
   *
   * @param other the norm of order r
   * @param dimension d, at least 1
   * @return the largest ratio, rounded up
   */
  public double largestRatioTo(LpNorm other, int dimension) {
    if (order >= other.order) {
      return 1;
    }
    double exponent =
        Rounding.subtractUp(
            Rounding.divideUp(1, order),
            other.isMaximum() ? 0 : Rounding.divideDown(1, other.order));
    return powUp(dimension, exponent);
  }

  /**
   * The gradient of {@code |x|_p²/2}: {@code sign(x_j) |x_j|^(p-1) |x|_p^(2-p)}. Its norm of dual
   * order is that of x, and their scalar product is {@code |x|_p²}.
   *
   * @param vector the vector x; not changed
   * @return the gradient, 0 at 0; to within ordinary rounding
   * @throws IllegalArgumentException if the order is 1 or infinite, where there is no gradient
   */
  public double[] halfSquareGradient(double[] vector) {
    if (!(order > 1 && !isMaximum())) {
      throw new IllegalArgumentException(
          "order was " + order + ": the squared norm is differentiable for finite orders above 1");
    }
    double norm = value(vector);
    double[] gradient = new double[vector.length];
    if (norm == 0) {
      return gradient;
    }
    for (int j = 0; j < vector.length; j++) {
      double size = norm * Math.pow(Math.abs(vector[j]) / norm, order - 1);
      gradient[j] = Math.copySign(size, vector[j]);
    }
    return gradient;
  }

  private boolean isMaximum() {
    return order == Double.POSITIVE_INFINITY;
  }

  private static double largest(double[] vector) {
    return Arrays.stream(vector).map(Math::abs).reduce(0, Math::max);
  }

  /** {@link Math#pow} errs by at most one unit in the last place. */
  static double powUp(double base, double exponent) {
    double power = Math.pow(base, exponent);
    boolean exact = base == 1 || exponent == 0 || base == 0 || exponent == 1;
    return exact ? power : Math.nextUp(Math.nextUp(power));
  }
}
