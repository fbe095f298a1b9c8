package org.assay.accountant.divergence;

import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.NormalTail;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * What a test of the largest coordinate proves about a Gaussian whose mean is moved in one unknown
 * coordinate of many: with P the uniform mixture of the means {@code far · e_i} and Q that of the
 * means {@code near · e_i}, the event that some coordinate exceeds a threshold. Every threshold is
 * a valid test, so the search for a good one needs no care; only the last evaluation rounds
 * outward: {@code doc-files/shuffled-batches.md}.
 */
public final class LargestCoordinate {
  private static final int SCAN = 600;
  private static final int REFINEMENTS = 60;

  /** Below this, and above the other beyond the far mean, tails are 1 or no doubles. */
  private static final double LOWEST_DEVIATIONS = -12;

  private static final double HIGHEST_DEVIATIONS = 45;

  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  private final long coordinates;
  private final Enclosure deviation;
  private final double far;
  private final double near;

  private LargestCoordinate(long coordinates, Enclosure deviation, double far, double near) {
    this.coordinates = coordinates;
    this.deviation = deviation;
    this.far = far;
    this.near = near;
  }

  /**
   * The test.
   *
   * @param coordinates how many coordinates, at least 1
   * @param deviation the standard deviation of each, above 0
   * @param far how far the mean is moved under P, above {@code near}
   * @param near how far it is moved under Q, at least 0
   * @return the test, evaluated when asked
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static LargestCoordinate of(
      long coordinates, Enclosure deviation, double far, double near) {
    Parameters.requireAtLeastOne("coordinates", coordinates);
    Parameters.requirePositive("deviation", deviation.lower());
    Parameters.requireNonNegative("near", near);
    Parameters.requirePositive("far - near", far - near);
    return new LargestCoordinate(coordinates, deviation, far, near);
  }

  /**
   * A number that no delta of P against Q lies below.
   *
   * @param epsilon finite and at least 0
   * @return a certified lower bound, at least 0
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public double delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    Enclosure factor = Enclosure.exact(epsilon).exp();
    return best(
        threshold -> {
          double cost = tail(threshold, near).times(factor).upper();
          return Rounding.subtractDown(tail(threshold, far).lower(), cost);
        });
  }

  /**
   * A number that no epsilon of P against Q lies below: {@code log((P(A) - delta)/Q(A))}.
   *
   * @param delta strictly between 0 and 1
   * @return a certified lower bound, at least 0
   * @throws IllegalArgumentException if delta is out of range
   */
  public double epsilon(double delta) {
    Parameters.requireOpenProbability("delta", delta);
    return best(
        threshold -> {
          double excess = Rounding.subtractDown(tail(threshold, far).lower(), delta);
          double base = tail(threshold, near).upper();
          return excess > 0
              ? Enclosure.exact(excess).dividedBy(Enclosure.exact(base)).log().lower()
              : 0;
        });
  }

  /** The largest value over some thresholds; a value that is no number counts as 0. */
  private double best(DoubleUnaryOperator proved) {
    double sigma = deviation.midpoint();
    double start = LOWEST_DEVIATIONS * sigma;
    double step = (far + HIGHEST_DEVIATIONS * sigma - start) / SCAN;
    double value = 0;
    double place = far;
    for (int i = 0; i <= SCAN; i++) {
      double here = proved.applyAsDouble(start + i * step);
      if (here > value) {
        value = here;
        place = start + i * step;
      }
    }
    return Math.max(value, refined(place - step, place + step, proved));
  }

  /** Golden section: any of its values is proved, so the largest one is. */
  private static double refined(double first, double last, DoubleUnaryOperator proved) {
    double low = first;
    double high = last;
    double value = 0;
    for (int i = 0; i < REFINEMENTS; i++) {
      double left = high - GOLDEN * (high - low);
      double right = low + GOLDEN * (high - low);
      double atLeft = proved.applyAsDouble(left);
      double atRight = proved.applyAsDouble(right);
      value = Math.max(value, Math.max(zeroUnlessNumber(atLeft), zeroUnlessNumber(atRight)));
      if (atLeft > atRight) {
        high = right;
      } else {
        low = left;
      }
    }
    return value;
  }

  private static double zeroUnlessNumber(double value) {
    return value > 0 ? value : 0;
  }

  /** {@code 1 - Φ((C-s)/σ) Φ(C/σ)^(T-1)}, the chance that some coordinate exceeds C. */
  private Enclosure tail(double threshold, double shift) {
    Enclosure moved = Enclosure.exact(threshold).minus(shift).dividedBy(deviation);
    Enclosure still = Enclosure.exact(threshold).dividedBy(deviation);
    Enclosure others = Enclosure.ofCount(coordinates - 1).times(logBelow(still));
    Enclosure logNone = coordinates == 1 ? logBelow(moved) : logBelow(moved).plus(others);
    return logNone.expm1().negate().max(Enclosure.ZERO).min(Enclosure.ONE);
  }

  /** {@code log Φ(x)}, at whichever tail keeps its digits. */
  private static Enclosure logBelow(Enclosure x) {
    return x.lower() >= 0
        ? NormalTail.upperTail(x).negate().log1p()
        : NormalTail.logUpperTail(x.negate());
  }
}
