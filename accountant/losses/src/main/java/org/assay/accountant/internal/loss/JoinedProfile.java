package org.assay.accountant.internal.loss;

import java.util.Arrays;
import org.assay.accountant.numeric.Rounding;

/**
 * Upper bounds of a profile in both orders at some factors, joined by straight lines: a convex
 * function lies below its chords. For factors below 1 the other order gives {@code H_γ(P || Q) = 1
 * - γ + γ H_(1/γ)(Q || P)}. Every number is rounded up.
 */
public final class JoinedProfile {
  /** Factor above the relative error of a quotient of two differences. */
  private static final double ROUNDED_UP = 1 + 0x1p-50;

  private final double[] factors;
  private final double[] bounds;
  private final double[] exchanged;

  /**
   * Joins bounds.
   *
   * @param factors rising, the first one 1
   * @param bounds upper bounds of the profile at the factors, falling
   * @param exchanged upper bounds of the exchanged pair's profile at the factors, falling
   */
  public JoinedProfile(double[] factors, double[] bounds, double[] exchanged) {
    this.factors = factors;
    this.bounds = bounds;
    this.exchanged = exchanged;
  }

  public JoinedProfile reversed() {
    return new JoinedProfile(factors, exchanged, bounds);
  }

  /** An upper bound at a factor above 0. */
  public double at(double factor) {
    if (factor >= 1) {
      return joined(bounds, factor);
    }
    double other = joined(exchanged, Math.max(1, Rounding.divideDown(1, factor)));
    return Rounding.addUp(Rounding.subtractUp(1, factor), Rounding.multiplyUp(factor, other));
  }

  private double joined(double[] values, double factor) {
    int found = Arrays.binarySearch(factors, factor);
    int next = found >= 0 ? found : -found - 1;
    if (found >= 0 || next == factors.length) {
      return values[Math.min(next, factors.length - 1)];
    }
    double length = factors[next] - factors[next - 1];
    double left = Math.min(1, (factors[next] - factor) / length * ROUNDED_UP);
    double right = Rounding.subtractUp(1, left);
    return Rounding.addUp(
        Rounding.multiplyUp(left, values[next - 1]), Rounding.multiplyUp(right, values[next]));
  }
}
