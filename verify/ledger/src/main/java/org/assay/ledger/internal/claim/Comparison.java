package org.assay.ledger.internal.claim;

import org.assay.accountant.numeric.Enclosure;

/**
 * What an instance really costs against what is claimed, in one unit.
 *
 * @param exact the cost; its lower end refutes, its upper end certifies
 * @param claimed the claim, at least 0
 */
public record Comparison(Enclosure exact, Enclosure claimed) {
  /** Both sides of an equality are rounded outward, and may overlap by so much. */
  private static final double EQUALITY = 1e-9;

  /**
   * Cost over claim.
   *
   * @return above 1 where the claim is violated; infinite if nothing is claimed to be spent and
   *     something is
   */
  public Enclosure ratio() {
    if (claimed.lower() > 0) {
      return exact.dividedBy(claimed);
    }
    double upper = exact.upper() > 0 ? Double.POSITIVE_INFINITY : 0;
    double lower =
        exact.lower() > claimed.upper()
            ? claimed.upper() == 0 ? Double.POSITIVE_INFINITY : exact.lower() / claimed.upper()
            : 0;
    return Enclosure.of(Math.min(lower, upper), upper);
  }

  /**
   * Whether the instance proves the claim false.
   *
   * @return true if even the lower end of the cost is above the claim
   */
  public boolean violates() {
    return exact.lower() > claimed.upper();
  }

  /**
   * Whether the instance obeys the claim, by the upper end of its cost. Where cost and claim are
   * one number, rounding may put that end above the claim by a relative 1e-9, the width that
   * enclosures are allowed; that they are equal is for the claim's argument to prove.
   *
   * @return false if that is not certain
   */
  public boolean obeys() {
    return ratio().upper() <= 1 + EQUALITY;
  }
}
