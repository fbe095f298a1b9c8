package org.assay.algorithms.internal.geometry;

import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.accountant.numeric.Rounding;

/** Euclidean norms: a fast computation, and one whose result is a true upper bound. */
public final class Norms {
  /** Smallest sum of squares that has not lost digits to underflow. Not tuned. */
  private static final double SMALLEST_SAFE_SQUARE = 1e-280;

  /** Largest sum of squares that has not overflowed. Not tuned. */
  private static final double LARGEST_SAFE_SQUARE = 1e300;

  /** 2<sup>-104</sup>, four times the square of the unit roundoff. */
  private static final double DOUBLE_DOUBLE_ERROR = 0x1p-104;

  private Norms() {}

  /**
   * The Euclidean distance of two points, to within ordinary rounding and without overflow in
   * between.
   *
   * @param a a point
   * @param b a point of the same dimension
   * @return their distance; NaN if a coordinate is
   */
  public static double distance(double[] a, double[] b) {
    double square = scaledSquare(a, b, 1);
    if (square >= SMALLEST_SAFE_SQUARE && square <= LARGEST_SAFE_SQUARE) {
      return Math.sqrt(square);
    }
    double largest = largestDifference(a, b);
    return largest == 0 || Double.isNaN(largest) || Double.isInfinite(largest)
        ? largest
        : largest * Math.sqrt(scaledSquare(a, b, largest));
  }

  /**
   * An upper bound on the Euclidean distance of two points, the smallest double wherever the
   * coordinates' differences are exact.
   *
   * @param a a point
   * @param b a point of the same dimension
   * @return their distance, rounded up
   */
  public static double distanceUp(double[] a, double[] b) {
    return distanceUp(a, b, new LpNorm(2));
  }

  /**
   * An upper bound on the distance of two points.
   *
   * @param a a point
   * @param b a point of the same dimension
   * @param norm the norm of the distance
   * @return their distance, rounded up
   */
  public static double distanceUp(double[] a, double[] b, LpNorm norm) {
    double[] difference = new double[a.length];
    for (int j = 0; j < a.length; j++) {
      difference[j] = Rounding.subtractUp(Math.max(a[j], b[j]), Math.min(a[j], b[j]));
    }
    return norm.valueUp(difference);
  }

  private static double scaledSquare(double[] a, double[] b, double scale) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      double difference = (a[j] - b[j]) / scale;
      sum += difference * difference;
    }
    return sum;
  }

  private static double largestDifference(double[] a, double[] b) {
    double largest = 0;
    for (int j = 0; j < a.length; j++) {
      largest = Math.max(largest, Math.abs(a[j] - b[j]));
    }
    return largest;
  }

  /**
   * The smallest double that is not below the exact Euclidean norm of a stretch of an array. Exact
   * norms stay exact: the norm of (1, 0, 0) is 1.
   *
   * <p>The sum of squares is kept in double-double arithmetic with the error bound {@code 4 n² u²}
   * (n terms, u the unit roundoff). Where this bound does not separate a candidate from its
   * neighbour, exact decimal arithmetic decides.
   *
   * @param values finite numbers
   * @param from first index
   * @param to index after the last
   * @return the norm, rounded up
   */
  public static double euclideanUp(double[] values, int from, int to) {
    double high = 0;
    double low = 0;
    for (int j = from; j < to; j++) {
      double square = values[j] * values[j];
      double sum = high + square;
      double carried = sum - high;
      low += (high - (sum - carried)) + (square - carried);
      low += Math.fma(values[j], values[j], -square);
      high = sum;
    }
    // The rounded sum of both, as low may be several units in the last place of high.
    double root = Math.sqrt(high + low);
    double terms = to - from;
    double error = terms * terms * DOUBLE_DOUBLE_ERROR * high;
    if (high >= SMALLEST_SAFE_SQUARE && high <= LARGEST_SAFE_SQUARE) {
      for (double candidate : new double[] {root, Math.nextUp(root)}) {
        if (excess(candidate, high, low) > error
            && excess(Math.nextDown(candidate), high, low) < -error) {
          return candidate;
        }
      }
    }
    return exactEuclideanUp(values, from, to);
  }

  /** The square of a candidate minus the sum of squares, to about twice double precision. */
  private static double excess(double candidate, double high, double low) {
    double square = candidate * candidate;
    return (square - high) + (Math.fma(candidate, candidate, -square) - low);
  }

  private static double exactEuclideanUp(double[] values, int from, int to) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int j = from; j < to; j++) {
      BigDecimal value = new BigDecimal(values[j]);
      sum = sum.add(value.multiply(value));
    }
    double root = sum.sqrt(MathContext.DECIMAL64).doubleValue();
    while (isBelow(root, sum)) {
      root = Math.nextUp(root);
    }
    while (root > 0 && !isBelow(Math.nextDown(root), sum)) {
      root = Math.nextDown(root);
    }
    return root;
  }

  private static boolean isBelow(double root, BigDecimal square) {
    if (Double.isInfinite(root)) {
      return false;
    }
    BigDecimal exact = new BigDecimal(root);
    return exact.multiply(exact).compareTo(square) < 0;
  }
}
