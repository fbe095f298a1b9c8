package org.assay.accountant.internal.loss.lattice;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Rough tilts and values of the profile for the choice of mesh and tilt. They come from the saddle
 * point of {@code K(theta) - theta epsilon - log(theta (theta + 1))}, K the log moment function of
 * the composed loss. No bound depends on their accuracy.
 */
public final class SaddlePoint {
  /** Smallest tilt that the bisection tries. Not tuned: ends the search. */
  private static final double SMALLEST = 1e-3;

  /** Largest tilt that the bisection tries. Not tuned: ends the search. */
  private static final double LARGEST = 1e8;

  private final List<LatticeLaw> laws;
  private final long[] counts;

  SaddlePoint(List<LatticeLaw> laws, long[] counts) {
    this.laws = laws;
    this.counts = counts;
  }

  /** The tilt for the profile at an epsilon. */
  public double tiltForEpsilon(double epsilon) {
    double wanted = Math.min(epsilon, farthest());
    return root(theta -> moments(theta)[1] - wanted - 1 / theta - 1 / (theta + 1));
  }

  /**
   * Estimate of the largest epsilon whose tilt is at most a number; infinite if no epsilon has a
   * larger tilt.
   */
  public double largestEpsilon(double theta) {
    double largest = epsilon(theta);
    return largest >= farthest() || theta >= LARGEST ? Double.POSITIVE_INFINITY : largest;
  }

  /** The largest epsilon with its own tilt: no tilt has a saddle point above all losses. */
  private double farthest() {
    double largest = 0;
    for (int i = 0; i < counts.length; i++) {
      largest += counts[i] * laws.get(i).loss(laws.get(i).size() - 1);
    }
    return 0.95 * largest;
  }

  /** The tilt for the epsilon at which the profile has a value. */
  public double tiltForDelta(double delta) {
    return root(theta -> Math.log(delta) - logDelta(theta));
  }

  /** The epsilon for which a tilt is the saddle point. */
  public double epsilon(double theta) {
    return moments(theta)[1] - 1 / theta - 1 / (theta + 1);
  }

  /** The profile at the epsilon for which a tilt is the saddle point. */
  public double logDelta(double theta) {
    double[] k = moments(theta);
    double curvature = k[2] + 1 / (theta * theta) + 1 / ((1 + theta) * (1 + theta));
    double exponent = k[0] - theta * epsilon(theta) - Math.log(theta * (theta + 1));
    return Math.min(0, exponent - 0.5 * Math.log(2 * Math.PI * curvature));
  }

  private double[] moments(double theta) {
    return moments(laws, counts, theta);
  }

  /** The log moment of composed distributions with its first two derivatives. */
  static double[] moments(List<LatticeLaw> laws, long[] counts, double theta) {
    double[] sum = new double[3];
    for (int i = 0; i < counts.length; i++) {
      double[] part = laws.get(i).logMoments(theta);
      for (int j = 0; j < 3; j++) {
        sum[j] += counts[i] * part[j];
      }
    }
    return sum;
  }

  /** The root of a rising function, or the end of the range that is nearest to it. */
  private static double root(DoubleUnaryOperator function) {
    double low = SMALLEST;
    double high = LARGEST;
    while (high > 1.02 * low) {
      double middle = Math.sqrt(low * high);
      if (function.applyAsDouble(middle) > 0) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return Math.sqrt(low * high);
  }
}
