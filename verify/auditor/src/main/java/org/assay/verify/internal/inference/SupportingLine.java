package org.assay.verify.internal.inference;

import org.assay.accountant.privacy.Parameters;

/**
 * One linear consequence of a privacy claim: {@code P φ - odds · Q φ ≤ delta} for every test φ with
 * values in [0, 1], and the same with P and Q exchanged. Both coefficients are upper bounds:
 * rounding keeps the inequality of a true claim true.
 *
 * @param epsilon the slope's logarithm, at least 0
 * @param odds an upper bound of {@code e^epsilon}, finite
 * @param delta an upper bound of the delta that the claim implies at epsilon
 */
public record SupportingLine(double epsilon, double odds, double delta) {
  /** Largest stake of a bet, as a part of the stake that could lose the whole wealth. Not tuned. */
  private static final double PRUDENCE = 0.95;

  /**
   * Checks the coefficients.
   *
   * @throws IllegalArgumentException if epsilon is negative, the odds are not finite or below 1, or
   *     delta is not in [0, 1]
   */
  public SupportingLine {
    Parameters.requireNonNegative("epsilon", epsilon);
    if (!(odds >= 1 && odds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("odds were " + odds + ": they must be finite, at least 1");
    }
    Parameters.requireProbability("delta", delta);
  }

  /**
   * The largest stake a {@link Bet} on one side may carry.
   *
   * @return a stake that leaves at least a twentieth of the wealth in the worst case
   */
  public double largestStake() {
    return PRUDENCE / (odds + delta);
  }
}
