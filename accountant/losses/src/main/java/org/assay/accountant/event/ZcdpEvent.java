package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * A mechanism of which only zero-concentrated differential privacy is known, up to an event of
 * probability delta on either side: the Rényi divergence at every order is at most {@code xi +
 * order · rho} ([@BunSteinke2016], Definitions 1.1 and 8.1).
 *
 * @param xi what does not grow with the order, finite and at least 0
 * @param rho what grows with the order, finite and at least 0
 * @param delta the probability of the exception, in [0, 1]; 0 leaves none
 * @param adjacency the relation the statement is about
 */
public record ZcdpEvent(double xi, double rho, double delta, AdjacencyRelation adjacency)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public ZcdpEvent {
    Parameters.requireNonNegative("xi", xi);
    Parameters.requireNonNegative("rho", rho);
    Parameters.requireProbability("delta", delta);
  }

  /**
   * With a xi of 0.
   *
   * @param rho finite and at least 0
   * @param delta in [0, 1]
   * @param adjacency the relation
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public ZcdpEvent(double rho, double delta, AdjacencyRelation adjacency) {
    this(0, rho, delta, adjacency);
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitZcdp(this);
  }
}
