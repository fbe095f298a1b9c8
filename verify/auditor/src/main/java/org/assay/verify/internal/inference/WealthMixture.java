package org.assay.verify.internal.inference;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * A weighted average of wealths. With weights fixed in advance, the average is a wealth again; a
 * maximum would not be. An average is built anew from the current wealths each time.
 */
public final class WealthMixture {
  private double reference = Double.NEGATIVE_INFINITY;
  private double scaledSum;
  private double totalWeight;

  /** An average without any wealth. */
  public WealthMixture() {}

  /**
   * Adds a wealth.
   *
   * @param weight above 0; the average divides by the sum of all weights
   * @param logWealth natural logarithm of the wealth; negative infinity for a ruined bettor
   */
  public void include(double weight, double logWealth) {
    Parameters.requirePositive("weight", weight);
    totalWeight = Rounding.addUp(totalWeight, weight);
    if (logWealth > reference) {
      scaledSum = Rounding.multiplyDown(scaledSum, scale(reference, logWealth));
      reference = logWealth;
    }
    double term = Rounding.multiplyDown(weight, scale(logWealth, reference));
    scaledSum = Rounding.addDown(scaledSum, term);
  }

  /**
   * The average.
   *
   * @return a lower bound of the natural logarithm of the average wealth
   * @throws IllegalStateException if nothing was included
   */
  public double logWealth() {
    if (!(totalWeight > 0)) {
      throw new IllegalStateException("the mixture is empty: include a wealth first");
    }
    if (reference == Double.NEGATIVE_INFINITY) {
      return reference;
    }
    double average = Rounding.divideDown(scaledSum, totalWeight);
    return Rounding.addDown(reference, Rounding.logDown(average));
  }

  /** A lower bound of {@code e^(from - to)}, for {@code from ≤ to}. */
  private static double scale(double from, double to) {
    if (from == to) {
      return from == Double.NEGATIVE_INFINITY ? 0 : 1;
    }
    return from == Double.NEGATIVE_INFINITY ? 0 : Rounding.expDown(Rounding.subtractDown(from, to));
  }

  /** The logarithm of the wealth. */
  @Override
  public String toString() {
    return "mixed wealth e^" + logWealth();
  }
}
