package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Choice of one outcome by permute-and-flip: outcomes in random order, each accepted with
 * probability {@code e^(epsilon · (utility - best)/2Δ)}, or {@code e^(epsilon · (utility -
 * best)/Δ)} if neighbours move all utilities in one direction; Δ is the largest change of one
 * utility.
 *
 * @param epsilon the mechanism's parameter, finite and above 0
 * @param adjacency the relation the statement is about
 */
public record PermuteAndFlipEvent(double epsilon, AdjacencyRelation adjacency) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if epsilon is not finite or not above 0
   */
  public PermuteAndFlipEvent {
    Parameters.requirePositive("epsilon", epsilon);
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitPermuteAndFlip(this);
  }
}
