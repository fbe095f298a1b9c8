package org.assay.ledger.internal.claim;

import org.assay.accountant.numeric.Enclosure;

/**
 * The cost of an instance against the claim, in one unit.
 *
 * @param exact the cost; its lower end refutes, its upper end certifies
 * @param claimed the claim, at least 0
 */
public record Comparison(Enclosure exact, Enclosure claimed) {
  /**
   * Relative amount by which the two sides of an equality may overlap: both are rounded outward.
   */
  private static final double EQUALITY = 1e-9;

  /**
   * Cost over claim.
   *
   * @return above 1 if the claim is violated; infinite if the claim is 0 and the cost is not
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
   * Whether the instance satisfies the claim, by the upper end of its cost. If cost and claim are
   * the same number, rounding may put this end above the claim by a relative 1e-9, the width of
   * enclosures. The claim's argument must then prove the equality.
   *
   * @return false if that is not certain
   */
  public boolean obeys() {
    return ratio().upper() <= 1 + EQUALITY;
  }
}
