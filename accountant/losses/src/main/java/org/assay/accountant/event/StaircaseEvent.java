package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Release of one number with staircase noise ([@GengViswanath2016], Definition 1), whose density
 * falls by the factor {@code e^-ε} at the distances {@code γΔ, (1+γ)Δ, (2+γ)Δ, …}. Here Δ is the
 * number's sensitivity. The noise scales with Δ, so the privacy does not depend on it.
 *
 * @param epsilon epsilon of one step of the relation, finite and above 0
 * @param gamma the place γ in an interval of length Δ at which the density falls, from 0 to 1
 * @param adjacency the relation whose neighbours move the number by at most Δ
 */
public record StaircaseEvent(double epsilon, double gamma, AdjacencyRelation adjacency)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if epsilon is not finite or not above 0, or gamma is not a
   *     share
   */
  public StaircaseEvent {
    Parameters.requirePositive("epsilon", epsilon);
    Parameters.requireProbability("gamma", gamma);
    Parameters.requireGiven("adjacency", adjacency);
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitStaircase(this);
  }
}
