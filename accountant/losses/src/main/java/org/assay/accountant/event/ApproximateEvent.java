package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * A mechanism of which only approximate differential privacy is known.
 *
 * @param epsilon its first parameter, finite and at least 0
 * @param delta its second parameter, in [0, 1]
 * @param adjacency the relation the statement is about
 */
public record ApproximateEvent(double epsilon, double delta, AdjacencyRelation adjacency)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public ApproximateEvent {
    Parameters.requireNonNegative("epsilon", epsilon);
    Parameters.requireProbability("delta", delta);
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitApproximate(this);
  }
}
