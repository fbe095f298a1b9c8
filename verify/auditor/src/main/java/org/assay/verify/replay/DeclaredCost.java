package org.assay.verify.replay;

/**
 * What the accountant says about the primitives that a run declared, in the currency of the claim.
 *
 * @param unit the currency, for example {@code delta at epsilon 1.0}
 * @param declared what the accountant computes for the primitives: of a delta the lower end of its
 *     enclosure, so that its own discretization never counts as an excess, otherwise the upper end;
 *     infinite if the primitives have no such guarantee
 * @param claimed what is claimed
 */
public record DeclaredCost(String unit, double declared, double claimed) {
  /** Rounding in the computation of scales and claims, above which an excess counts. */
  private static final double DUST = 1e-9;

  /**
   * Whether the claim is exceeded by more than one part in 10<sup>9</sup>.
   *
   * @return true if the account does not add up
   */
  public boolean exceedsClaim() {
    return !(declared <= claimed * (1 + DUST));
  }

  /** Costs in different units can be compared by how much of their claims they use. */
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
