package org.assay.accountant.internal.precision;

import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * Mesh and truncation of the trapezoid rule for a moment {@code E[r^power]} of the sampled
 * Gaussian. Binary64 suffices for planning, because every choice has a margin. Names and proofs are
 * those of {@code doc-files/precise-sampled-gaussian.md}.
 */
final class QuadraturePlan {
  private static final double LN_10 = Math.log(10);
  private static final double LN_2 = Math.log(2);

  /** Largest power over sigma; for larger ones the planning exponents lose their margin. */
  private static final double LARGEST_SHIFT = 1e6;

  /** Largest number of nodes of a window. */
  private static final double MAXIMUM_NODES = 4e6;

  /** Heights of the strip of analyticity that are tried. */
  private static final int STRIPS = 400;

  /** Mesh width, a number of ten bits. */
  final double step;

  /** The largest exponent {@code power · log r - z²/2} at a node, rounded to an integer. */
  final double scale;

  /** Largest magnitude of a summand of an exponent. */
  final double largestSummand;

  private final double sigma;
  private final double power;
  private final double logQ;
  private final double logRest;
  private final long[][] windows;
  private final double threshold;

  /**
   * Plans a sum whose discretization and truncation errors are below {@code 10^-digits} of the sum.
   *
   * @param power the order for the forward moment, one minus the order for the reverse one
   */
  QuadraturePlan(double q, double sigma, double power, int digits) {
    this.sigma = sigma;
    this.power = power;
    this.logQ = Math.log(q);
    this.logRest = Math.log1p(-q);
    if (!(Math.abs(power) / sigma <= LARGEST_SHIFT)) {
      throw new ArithmeticException(
          "order over noise multiplier was "
              + Math.abs(power) / sigma
              + ": arbitrary precision supports at most 1e6");
    }
    double accuracy = digits * LN_10;
    this.step = widestStep(accuracy);
    double curvature = power > 0 ? 0 : 0.5 * Math.log1p(-power / (4 * sigma * sigma));
    this.windows = windows(accuracy + curvature + 5);
    double largest = largestExponent();
    this.scale = Math.rint(largest);
    this.threshold = largest - accuracy - curvature - Math.log(nodes()) - 5;
    double reach = Math.max(-windows[0][0], windows[windows.length - 1][1]) * step;
    double logRatio = reach / sigma + 1 / (2 * sigma * sigma) - logQ - logRest;
    this.largestSummand = reach * reach + Math.abs(power) * logRatio;
  }

  /** Index ranges, first and last node, in rising order; nodes outside are negligible. */
  long[][] windows() {
    return windows;
  }

  /** Whether the node at z is large enough to change the sum. */
  boolean matters(double z) {
    return exponent(z) >= threshold;
  }

  private double nodes() {
    double count = 0;
    for (long[] window : windows) {
      count += window[1] - window[0] + 1;
    }
    return count;
  }

  private double exponent(double z) {
    double shifted = logQ + z / sigma - 1 / (2 * sigma * sigma);
    double larger = Math.max(shifted, logRest);
    double logRatio = larger + Math.log1p(Math.exp(Math.min(shifted, logRest) - larger));
    return power * logRatio - 0.5 * z * z;
  }

  /** The largest h with {@code 2πy/h - y²/2 - log growth ≥ accuracy + 1} for some strip y < πσ. */
  private double widestStep(double accuracy) {
    double best = 0;
    for (int i = 1; i < STRIPS; i++) {
      double theta = Math.PI * i / STRIPS;
      for (double y : new double[] {theta * sigma, Math.min(0.1 * i, theta * sigma)}) {
        double growth = power > 0 ? 0 : power * Math.log(Math.cos(y / (2 * sigma)));
        best = Math.max(best, 2 * Math.PI * y / (accuracy + 1 + y * y / 2 + growth));
      }
    }
    int exponent = Math.getExponent(best) - 9;
    return Math.scalb(Math.floor(Math.scalb(best, -exponent)), exponent);
  }

  private long[][] windows(double accuracy) {
    if (power < 0) {
      double reach = Math.sqrt(2 * accuracy);
      return new long[][] {window(peakOfReverse(), reach)};
    }
    double reach = Math.sqrt(2 * (accuracy + power * LN_2));
    long[] left = window(0, reach);
    long[] right = window(power / sigma, reach);
    return left[1] + 1 < right[0] ? new long[][] {left, right} : new long[][] {{left[0], right[1]}};
  }

  private long[] window(double center, double reach) {
    double first = Math.floor((center - reach) / step) - 1;
    double last = Math.ceil((center + reach) / step) + 1;
    if (!(last - first < MAXIMUM_NODES)) {
      throw new ArithmeticException(
          "noise multiplier was "
              + sigma
              + " and the power "
              + power
              + ": arbitrary precision would need "
              + (last - first)
              + " nodes");
    }
    return new long[] {(long) first, (long) last};
  }

  /** The only zero of {@code -z + (power/σ) p(z)} for a negative power, p the posterior. */
  private double peakOfReverse() {
    double low = power / sigma;
    double high = 0;
    for (int i = 0; i < 200; i++) {
      InterruptedComputationException.check();
      double middle = 0.5 * (low + high);
      double shifted = logQ + middle / sigma - 1 / (2 * sigma * sigma);
      double posterior = 1 / (1 + Math.exp(logRest - shifted));
      if (middle < power / sigma * posterior) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private double largestExponent() {
    double largest = Double.NEGATIVE_INFINITY;
    for (long[] window : windows) {
      for (long k = window[0]; k <= window[1]; k++) {
        largest = Math.max(largest, exponent(k * step));
      }
    }
    return largest;
  }
}
