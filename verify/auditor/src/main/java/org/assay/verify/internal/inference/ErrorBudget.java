package org.assay.verify.internal.inference;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * One error probability for several verdicts. The sum of the parts bounds the probability that any
 * true claim among them is refuted, whether the verdicts are independent or not. Immutable.
 */
public final class ErrorBudget {
  private final double total;
  private final double spent;

  private ErrorBudget(double total, double spent) {
    this.total = total;
    this.spent = spent;
  }

  /**
   * A budget of which nothing is spent.
   *
   * @param total error probability of all verdicts together, strictly between 0 and 1
   * @return the budget
   */
  public static ErrorBudget of(double total) {
    return new ErrorBudget(Parameters.requireOpenProbability("total", total), 0);
  }

  /**
   * The part that is not spent.
   *
   * @return a lower bound of the total minus the spent part
   */
  public double remaining() {
    return Rounding.subtractDown(total, spent);
  }

  /**
   * An equal share of the remaining part.
   *
   * @param claims number of claims that share, at least 1
   * @return a share that each of them can spend
   * @throws IllegalStateException if nothing is left to share
   */
  public double share(int claims) {
    Parameters.requireAtLeastOne("claims", claims);
    // A share is smaller by one part in 2^40, so that the rounded-up sum of all shares stays within
    // the budget.
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
   * @return the remaining budget
   * @throws IllegalStateException if {@code probability} exceeds the remaining part
   */
  public ErrorBudget spend(double probability) {
    Parameters.requireOpenProbability("probability", probability);
    double after = Rounding.addUp(spent, probability);
    if (!(after <= total)) {
      throw new IllegalStateException(
          String.format(
              "error probability %s was asked of the %s left of %s: lower it or enlarge the budget",
              probability, remaining(), total));
    }
    return new ErrorBudget(total, after);
  }

  /** The remaining part, rounded down, and the total. */
  @Override
  public String toString() {
    return String.format(
        "error probability: %s of %s left", Enclosure.exact(remaining()).lowerDecimal(), total);
  }
}
