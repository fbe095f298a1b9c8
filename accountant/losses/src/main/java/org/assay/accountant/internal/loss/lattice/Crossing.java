package org.assay.accountant.internal.loss.lattice;

import java.util.function.DoubleUnaryOperator;

/**
 * The point at which a falling bound crosses a value. The search is in plain doubles; the bound is
 * evaluated at both resulting ends.
 */
public final class Crossing {
  /** Largest argument of the search. Not tuned: ends the search. */
  private static final double LARGEST = 1e300;

  /** Largest number of secant or bisection steps. Not tuned: bounds the time. */
  private static final int MOST_SECANTS = 60;

  private final DoubleUnaryOperator bound;
  private final double value;
  private double left;
  private double right;
  private double leftLog = Double.NaN;
  private double rightLog;

  private Crossing(DoubleUnaryOperator bound, double value) {
    this.bound = bound;
    this.value = value;
  }

  /**
   * Ends of an interval in {@code [0, ∞)}. At the left end the bound is above the value, or the end
   * is 0. At the right end the bound is at most the value, or the end is infinite.
   *
   * @param guess start of the search, finite and at least 0
   * @param tolerance wanted relative length of the interval
   */
  public static double[] of(
      DoubleUnaryOperator bound, double value, double guess, double tolerance) {
    Crossing crossing = new Crossing(bound, value);
    crossing.right = guess;
    crossing.rightLog = crossing.gap(guess);
    double stride = guess > 0 ? guess * 4 * tolerance : 1e-3;
    boolean found = crossing.rightLog > 0 ? crossing.moveUp(stride) : crossing.moveDown(stride);
    if (found) {
      crossing.close(tolerance);
    }
    return new double[] {crossing.left, crossing.right};
  }

  /** Moves up until the bound is at most the value. */
  private boolean moveUp(double start) {
    if (gap(LARGEST) > 0) {
      left = LARGEST;
      right = Double.POSITIVE_INFINITY;
      return false;
    }
    for (double stride = start; rightLog > 0; stride *= 8) {
      left = right;
      leftLog = rightLog;
      right = Math.min(LARGEST, right + stride);
      rightLog = gap(right);
    }
    return true;
  }

  private boolean moveDown(double start) {
    for (double stride = start; Double.isNaN(leftLog); stride *= 8) {
      double trial = Math.max(0, right - stride);
      double log = gap(trial);
      if (log > 0) {
        left = trial;
        leftLog = log;
      } else {
        right = trial;
        rightLog = log;
        if (trial == 0) {
          return false;
        }
      }
    }
    return true;
  }

  private void close(double tolerance) {
    for (int i = 0; i < MOST_SECANTS && right - left > tolerance * right; i++) {
      double share = leftLog / (leftLog - rightLog);
      double nudged = Math.max(0.02, Math.min(0.98, share)) + (share < 0.5 ? 0.01 : -0.01);
      double middle = left + (i % 3 == 2 || !(share > 0) ? 0.5 : nudged) * (right - left);
      double log = gap(middle);
      if (log > 0) {
        left = middle;
        leftLog = log;
      } else {
        right = middle;
        rightLog = log;
      }
    }
  }

  private double gap(double at) {
    double here = bound.applyAsDouble(at);
    return here > value ? Math.log(here / value) : Math.min(0, Math.log(here / value));
  }
}
