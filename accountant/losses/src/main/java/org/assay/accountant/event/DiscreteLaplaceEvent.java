package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Release of a query with whole-number values and independent discrete Laplace (two-sided
 * geometric) noise, {@code Pr[x] ∝ e^(-|x|/scale)} on the integers, on every coordinate.
 *
 * @param scale the noise's scale, in the query's own unit, finite and above 0
 * @param sensitivity the query's sensitivity in the 1-norm, a whole number of at most 2^53
 */
public record DiscreteLaplaceEvent(double scale, Sensitivity sensitivity) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the scale is not finite or not above 0, or the sensitivity
   *     is not whole
   */
  public DiscreteLaplaceEvent {
    Parameters.requirePositive("scale", scale);
    Parameters.requireWhole("sensitivity", sensitivity.value());
  }

  @Override
  public AdjacencyRelation adjacency() {
    return sensitivity.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitDiscreteLaplace(this);
  }
}
