package org.assay.algorithms.internal.optimize;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The slope of the logarithm of a mean excess loss over ln n, by least squares, with its standard
 * error: a mean of independent runs has a logarithm of standard error {@code sd/(mean √runs)}, and
 * the slope is linear in the logarithms.
 */
public final class MeasuredRate {
  /** Both tails of a normal variable beyond it hold 1e-6. */
  public static final double DEVIATIONS = 4.9;

  /** Logarithms of n and of the mean, and the square of the latter's standard error. */
  private record Point(double logSize, double logMean, double variance) {}

  private final List<Point> points = new ArrayList<>();

  /** Adds the excess losses of independent runs on n records. */
  public void add(int n, double[] excess) {
    double mean = 0;
    for (double value : excess) {
      mean += value / excess.length;
    }
    double square = 0;
    for (double value : excess) {
      square += (value - mean) * (value - mean) / (excess.length - 1.0);
    }
    points.add(new Point(Math.log(n), Math.log(mean), square / (mean * mean * excess.length)));
  }

  private double meanLogSize() {
    return points.stream().mapToDouble(Point::logSize).average().orElseThrow();
  }

  private double spread() {
    double mean = meanLogSize();
    return points.stream().mapToDouble(p -> (p.logSize - mean) * (p.logSize - mean)).sum();
  }

  /** The slope. */
  public double slope() {
    double mean = meanLogSize();
    return points.stream().mapToDouble(p -> (p.logSize - mean) * p.logMean).sum() / spread();
  }

  /** Its standard error. */
  public double standardError() {
    double mean = meanLogSize();
    double sum =
        points.stream()
            .mapToDouble(p -> (p.logSize - mean) * (p.logSize - mean) * p.variance)
            .sum();
    return Math.sqrt(sum) / spread();
  }

  /** The slope that a function of n has over the same sizes. */
  public double slopeOf(DoubleUnaryOperator rate) {
    double mean = meanLogSize();
    return points.stream()
            .mapToDouble(
                p -> (p.logSize - mean) * Math.log(rate.applyAsDouble(Math.exp(p.logSize))))
            .sum()
        / spread();
  }

  @Override
  public String toString() {
    return "slope " + slope() + " with standard error " + standardError() + ", " + points;
  }
}
