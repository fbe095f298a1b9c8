package org.assay.verify.internal.inference;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * One error probability for several verdicts: the sum of what they spend bounds the probability
 * that any correct claim among them is refuted, dependent or not. Immutable.
 */
public final class ErrorBudget {
  private final double total;
  private final double spent;

  private ErrorBudget(double total, double spent) {
    this.total = total;
    this.spent = spent;
  }

  /**
   * A fresh budget.
   *
   * @param total error probability of everything together, strictly between 0 and 1
   * @return the budget
   */
  public static ErrorBudget of(double total) {
    return new ErrorBudget(Parameters.requireOpenProbability("total", total), 0);
  }

  /**
   * The error probability of everything together.
   *
   * @return the total
   */
  public double total() {
    return total;
  }

  /**
   * What is left.
   *
   * @return a lower bound of the total less what was spent
   */
  public double remaining() {
    return Rounding.subtractDown(total, spent);
  }

  /**
   * An equal share of what is left.
   *
   * @param claims how many claims share, at least 1
   * @return a share that all of them can spend
   * @throws IllegalStateException if nothing is left to share
   */
  public double share(int claims) {
    Parameters.requireAtLeastOne("claims", claims);
    // One part in 2^40 less, so that the rounded-up sum of all shares stays within the budget.
    double share = Rounding.divideDown(remaining(), claims) * (1 - 0x1p-40);
    if (!(share > 0)) {
      throw new IllegalStateException("nothing is left of the error budget " + total);
    }
    return share;
  }

  /**
   * Spends a part.
   *
   * @param probability error probability of one verdict, strictly between 0 and 1
   * @return the budget that is left
   * @throws IllegalStateException if that is more than what is left
   */
  public ErrorBudget spend(double probability) {
    Parameters.requireOpenProbability("probability", probability);
    double after = Rounding.addUp(spent, probability);
    if (!(after <= total)) {
      throw new IllegalStateException(
          "error probability "
              + probability
              + " was asked of the "
              + remaining()
              + " left of "
              + total
              + ": lower it or enlarge the budget");
    }
    return new ErrorBudget(total, after);
  }

  /** What is left of the total, rounded down. */
  @Override
  public String toString() {
    return "error probability: "
        + Enclosure.exact(remaining()).lowerDecimal()
        + " of "
        + total
        + " left";
  }
}
