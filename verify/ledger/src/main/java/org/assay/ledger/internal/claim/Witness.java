package org.assay.ledger.internal.claim;

/**
 * An instance that proves a claim false.
 *
 * @param parameters its parameters
 * @param instance data, losses and constants in words
 * @param quantity the compared quantity
 * @param comparison cost and claim
 * @param departure how the instance violates the printed assumptions; empty if it does not
 * @param recheck the same comparison by arbitrary precision
 */
public record Witness(
    Point parameters,
    String instance,
    String quantity,
    Comparison comparison,
    String departure,
    Recheck recheck) {
  /**
   * Throws unless two computations agree on a violation.
   *
   * @throws IllegalStateException if there is none
   */
  public Witness {
    if (!comparison.violates()) {
      throw new IllegalStateException(
          quantity + " at " + parameters + " violates nothing: " + comparison);
    }
    if (!(recheck.confirms() && recheck.agreesWith(comparison))) {
      throw new IllegalStateException(
          String.format(
              "%s at %s is %s but by second computation %s",
              quantity, parameters, comparison, recheck));
    }
  }

  /**
   * A point of a family as a witness.
   *
   * @param family the instances
   * @param point the point
   * @return the witness
   * @throws IllegalStateException if the point is no witness
   */
  public static Witness at(Family family, Point point) {
    return new Witness(
        point,
        family.instance().apply(point),
        family.quantity(),
        family.at(point),
        family.departure(),
        family.recheck().apply(point));
  }

  /**
   * Whether the instance obeys the assumptions printed with the claim.
   *
   * @return true if it does
   */
  public boolean insideAssumptions() {
    return departure.isEmpty();
  }

  /**
   * The violation in words.
   *
   * @return one line
   */
  public String words() {
    return String.format(
        "%s is %s, claimed %s",
        quantity, Numbers.about(comparison.exact()), Numbers.about(comparison.claimed()));
  }
}
