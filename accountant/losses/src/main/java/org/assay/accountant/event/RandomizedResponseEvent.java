package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Release of one of several answers: the true one with a given probability, each other one equally
 * likely. The true answer is a function of the dataset that neighbours may change arbitrarily.
 *
 * @param answers how many answers there are, from 2 to 2^53
 * @param truthProbability probability of the true answer, from 1e-308 to below 1
 * @param adjacency the relation the statement is about
 */
public record RandomizedResponseEvent(
    long answers, double truthProbability, AdjacencyRelation adjacency) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public RandomizedResponseEvent {
    Parameters.requireOpenProbability("truthProbability", truthProbability);
    Parameters.requireFiniteReciprocal("truthProbability", truthProbability);
    if (!(answers >= 2 && answers <= 1L << 53)) {
      throw new IllegalArgumentException(
          "answers was " + answers + ": there must be from 2 to 2^53 of them");
    }
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitRandomizedResponse(this);
  }
}
