package org.assay.verify.replay;

/**
 * What the accountant says about the primitives that a run declared, in the currency of the claim.
 *
 * @param unit the currency, for example {@code delta at epsilon 1.0}
 * @param declared what the accountant computes for the primitives; infinite if they have no such
 *     guarantee. For a delta this is the lower end of the enclosure, so that the accountant's own
 *     discretization never counts as an excess; otherwise the upper end
 * @param claimed the claimed value
 */
public record DeclaredCost(String unit, double declared, double claimed) {
  /** Relative excess that rounding may cause; larger ones count. */
  private static final double DUST = 1e-9;

  /**
   * Whether the claim is exceeded by more than one part in 10<sup>9</sup>.
   *
   * @return true if the account does not add up
   */
  public boolean exceedsClaim() {
    return !(declared <= claimed * (1 + DUST));
  }

  /** The cost divided by the claim, which makes costs in different units comparable. */
  double shareOfClaim() {
    if (claimed > 0) {
      return declared / claimed;
    }
    return declared > 0 ? Double.POSITIVE_INFINITY : 0;
  }

  /**
   * The cost in words.
   *
   * @return for example {@code epsilon 2.0, claimed 1.0}
   */
  public String describe() {
    return unit + " " + declared + ", claimed " + claimed;
  }
}
