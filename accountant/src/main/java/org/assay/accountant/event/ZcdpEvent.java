package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * A mechanism of which only zero-concentrated differential privacy is known, up to an event of
 * probability delta on either side ([@BunSteinke2016], Definitions 1.1 and 8.1).
 *
 * @param rho its first parameter, finite and at least 0
 * @param delta its second parameter, in [0, 1]; 0 leaves no exception
 * @param adjacency the relation the statement is about
 */
public record ZcdpEvent(double rho, double delta, AdjacencyRelation adjacency) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public ZcdpEvent {
    Parameters.requireNonNegative("rho", rho);
    Parameters.requireProbability("delta", delta);
  }

  @Override
  public String describe() {
    return "Zcdp(rho " + rho + (delta == 0 ? "" : ", delta " + delta) + ", " + adjacency + ")";
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitZcdp(this);
  }
}
