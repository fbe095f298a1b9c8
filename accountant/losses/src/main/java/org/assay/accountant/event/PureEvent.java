package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * A mechanism of which only pure differential privacy is known.
 *
 * @param epsilon its parameter, finite and at least 0
 * @param adjacency the relation the statement is about
 */
public record PureEvent(double epsilon, AdjacencyRelation adjacency) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if epsilon is not finite or below 0
   */
  public PureEvent {
    Parameters.requireNonNegative("epsilon", epsilon);
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitPure(this);
  }
}
