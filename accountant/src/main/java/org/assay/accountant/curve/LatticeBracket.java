package org.assay.accountant.curve;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.numeric.Enclosure;

/**
 * A pessimistic and an optimistic composition around the true one, at one step and tilt; each is
 * convolved when first asked.
 */
final class LatticeBracket {
  private static final double LARGEST_EPSILON = 1e8;
  private static final int MOST_SECANTS = 60;

  private final List<LatticeLaw> above;
  private final List<LatticeLaw> below;
  private final long[] counts;
  private final double theta;
  private final double tail;

  LatticeBracket(
      List<LatticeLaw> above, List<LatticeLaw> below, long[] counts, double theta, double tail) {
    this.above = above;
    this.below = below;
    this.counts = counts.clone();
    this.theta = theta;
    this.tail = tail;
  }

  SaddlePoint saddlePoint() {
    return new SaddlePoint(above, counts);
  }

  /** Whether a smaller step would cost too much. */
  boolean exhausted() {
    return LatticeWindow.of(above, counts, theta, tail, 62).logSize()
        >= LatticeComposition.LARGEST_LOG_SIZE;
  }

  Enclosure delta(double epsilon) {
    double high = upper().applyAsDouble(epsilon);
    double low = lower().applyAsDouble(epsilon);
    return Enclosure.of(Math.min(low, high), high);
  }

  /** Encloses the smallest epsilon of at least 0 at which the profile is at most delta. */
  Enclosure epsilon(double delta, double guess, double accuracy) {
    double[] high = cross(upper(), delta, guess, accuracy / 50);
    double[] low = cross(lower(), delta, high[0] > 0 ? high[0] : guess, accuracy / 50);
    // The upper profile is at most delta at high[1], the lower one above it at low[0].
    return Enclosure.of(Math.min(low[0], high[1]), high[1]);
  }

  private DoubleUnaryOperator upper() {
    LatticeComposition composition = new LatticeComposition(above, counts, theta, tail);
    double shift = shift();
    return epsilon -> composition.delta(Math.nextDown(epsilon - shift)).upper();
  }

  private DoubleUnaryOperator lower() {
    if (below.stream().anyMatch(law -> law.size() == 0)) {
      return epsilon -> 0;
    }
    LatticeComposition composition = new LatticeComposition(below, counts, theta, tail);
    double shift = shift();
    return epsilon -> composition.delta(Math.nextUp(epsilon + shift)).lower();
  }

  /** Upper bound of what the offsets of all steps add up to. */
  private double shift() {
    double sum = 0;
    for (long count : counts) {
      sum += count * Discretization.offset(above.get(0).step());
    }
    return sum * (1 + 0x1p-40);
  }

  /**
   * Ends of a stretch in which a falling bound crosses a value: above it at the left end (or the
   * left end is 0), at most it at the right end (or the right end is infinite).
   */
  private static double[] cross(
      DoubleUnaryOperator bound, double delta, double guess, double tolerance) {
    double left = 0;
    double right = guess;
    double leftLog = Double.NaN;
    double rightLog = gap(bound, delta, right);
    double stride = Math.max(guess * 4 * tolerance, 1e-300);
    while (rightLog > 0) {
      left = right;
      leftLog = rightLog;
      right += stride;
      stride *= 8;
      if (right > LARGEST_EPSILON) {
        return new double[] {left, Double.POSITIVE_INFINITY};
      }
      rightLog = gap(bound, delta, right);
    }
    while (Double.isNaN(leftLog)) {
      double trial = right - stride;
      stride *= 8;
      if (trial <= 0) {
        leftLog = gap(bound, delta, 0);
        if (leftLog <= 0) {
          return new double[] {0, 0};
        }
        break;
      }
      double value = gap(bound, delta, trial);
      if (value > 0) {
        left = trial;
        leftLog = value;
      } else {
        right = trial;
        rightLog = value;
      }
    }
    for (int i = 0; i < MOST_SECANTS && right - left > tolerance * right; i++) {
      double share = leftLog / (leftLog - rightLog);
      double nudged = Math.max(0.02, Math.min(0.98, share)) + (share < 0.5 ? 0.01 : -0.01);
      double middle = left + (i % 3 == 2 || !(share > 0) ? 0.5 : nudged) * (right - left);
      double value = gap(bound, delta, middle);
      if (value > 0) {
        left = middle;
        leftLog = value;
      } else {
        right = middle;
        rightLog = value;
      }
    }
    return new double[] {left, right};
  }

  private static double gap(DoubleUnaryOperator bound, double delta, double epsilon) {
    double value = bound.applyAsDouble(epsilon);
    return value > delta ? Math.log(value / delta) : Math.min(0, Math.log(value / delta));
  }
}
