package org.assay.accountant.internal.calculus;

import java.util.function.DoubleFunction;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * Inverse of a monotone function that is only known through enclosures. The result encloses every
 * argument at which the function takes the wanted value, because a comparison of enclosures proves
 * either end.
 *
 * <p>The search follows midpoints of enclosures: regula falsi, Illinois variant, with a bisection
 * whenever progress is slow. No bound depends on the midpoints. An end then starts one estimated
 * enclosure width off the answer. It moves away until a comparison proves its side, and back while
 * it is needlessly far.
 */
public final class MonotoneInverse {
  /** Largest number of steps, enough to shrink any bracket of doubles to neighbours. */
  private static final int MAXIMUM_STEPS = 2200;

  /** Largest distance of a proved end from the optimum, in widths of the function's enclosure. */
  private static final double TOLERANCE = 0.25;

  private final DoubleFunction<Enclosure> function;
  private final Enclosure target;
  private double slope = Double.NaN;
  private double noise;

  private MonotoneInverse(DoubleFunction<Enclosure> function, Enclosure target) {
    this.function = function;
    this.target = target;
  }

  /**
   * Inverse of a falling function.
   *
   * @param function falls as its argument rises
   * @param target an enclosure of the wanted value
   * @param start smallest argument to consider; the function is at least the target there
   * @param scale a guess of the size of the answer, above 0
   * @return an enclosure of the argument
   */
  public static Enclosure ofFalling(
      DoubleFunction<Enclosure> function, Enclosure target, double start, double scale) {
    return ofRising(x -> function.apply(x).negate(), target.negate(), start, scale);
  }

  /**
   * Inverse of a rising function.
   *
   * @param function rises with its argument
   * @param target an enclosure of the wanted value
   * @param start smallest argument to consider; the function is at most the target there
   * @param scale a guess of the size of the answer, above 0
   * @return an enclosure of the argument; its upper end is infinite if no double reaches the target
   */
  public static Enclosure ofRising(
      DoubleFunction<Enclosure> function, Enclosure target, double start, double scale) {
    return new MonotoneInverse(function, target).enclose(start, scale);
  }

  private Enclosure enclose(double start, double scale) {
    double low = start;
    double high = start + scale;
    while (high < Double.POSITIVE_INFINITY) {
      InterruptedComputationException.check();
      Enclosure value = function.apply(high);
      if (value.lower() >= target.upper()) {
        break;
      }
      // Only arguments proved to be below the answer may become its lower end.
      if (value.upper() <= target.lower()) {
        low = high;
      }
      high = start + (high - start) * 4;
    }
    double guess = steer(low, high);
    return Enclosure.of(provedEnd(guess, low, -1), provedEnd(guess, high, 1));
  }

  /** An argument near the answer; also sets the slope and the width of enclosures there. */
  private double steer(double low, double high) {
    double left = low;
    double right = high;
    double leftGap = gap(function.apply(left));
    double rightGap = right < Double.POSITIVE_INFINITY ? gap(function.apply(right)) : right;
    double last = left;
    double lastGap = leftGap;
    int repeats = 0;
    for (int i = 0; i < MAXIMUM_STEPS; i++) {
      InterruptedComputationException.check();
      double x = left - leftGap * ((right - left) / (rightGap - leftGap));
      if (!(x > left && x < right) || repeats > 2) {
        x = between(left, right);
        repeats = 0;
      }
      if (!(x > left && x < right)) {
        return left;
      }
      Enclosure value = function.apply(x);
      double gap = gap(value);
      slope = (gap - lastGap) / (x - last);
      double width = value.width() + target.width();
      noise = width < Double.POSITIVE_INFINITY ? width : 0;
      if (Math.abs(gap) <= noise / 4) {
        return x;
      }
      boolean sameSide = gap > 0 == lastGap > 0 && i > 0;
      repeats = sameSide ? repeats + 1 : 0;
      if (gap > 0) {
        right = x;
        rightGap = gap;
        leftGap = sameSide ? leftGap / 2 : leftGap;
      } else {
        left = x;
        leftGap = gap;
        rightGap = sameSide ? rightGap / 2 : rightGap;
      }
      last = x;
      lastGap = gap;
    }
    return left;
  }

  private double gap(Enclosure value) {
    return value.midpoint() - target.midpoint();
  }

  /**
   * An argument that a comparison proves to lie on one side of the answer.
   *
   * @param limit an argument on that side, proved to lie there or the outermost one to consider
   * @param side -1 for below, 1 for above
   */
  private double provedEnd(double guess, double limit, int side) {
    double distance = Math.max(noise / slope, Math.ulp(guess));
    distance = distance < Double.POSITIVE_INFINITY ? distance : Math.ulp(guess);
    double unproved = guess;
    double x = guess;
    double proved = limit;
    for (int i = 0; i < MAXIMUM_STEPS; i++) {
      InterruptedComputationException.check();
      boolean expanding = proved == limit;
      x =
          expanding
              ? guess + side * distance
              : between(Math.min(proved, unproved), Math.max(proved, unproved));
      if (expanding && !(side * x < side * limit)) {
        x = between(Math.min(limit, unproved), Math.max(limit, unproved));
      }
      if (!(side * x > side * unproved && side * x < side * proved)) {
        return proved;
      }
      Enclosure value = function.apply(x);
      double slack = side < 0 ? target.lower() - value.upper() : value.lower() - target.upper();
      if (slack >= 0) {
        proved = x;
        if (slack <= TOLERANCE * noise) {
          return proved;
        }
      } else {
        unproved = x;
        distance *= 2;
      }
    }
    return proved;
  }

  /** The geometric middle if the bracket spans magnitudes, else the arithmetic middle. */
  private static double between(double low, double high) {
    if (high == Double.POSITIVE_INFINITY) {
      return low < 1 ? 2 : low * 2;
    }
    if (low > 0 && high > 4 * low) {
      return Math.sqrt(low) * Math.sqrt(high);
    }
    if (low == 0 && high > Double.MIN_NORMAL) {
      return high * 0x1p-8;
    }
    return low + (high - low) / 2;
  }
}
