package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Release of a query with independent Laplace noise of scale {@code noiseMultiplier · sensitivity}
 * on every coordinate.
 *
 * @param noiseMultiplier scale of the noise over the sensitivity, finite and above 0
 * @param sensitivity the query's sensitivity in the 1-norm
 */
public record LaplaceEvent(double noiseMultiplier, Sensitivity sensitivity) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the noise multiplier is not finite or not above 0
   */
  public LaplaceEvent {
    Parameters.requirePositive("noiseMultiplier", noiseMultiplier);
  }

  @Override
  public AdjacencyRelation adjacency() {
    return sensitivity.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitLaplace(this);
  }
}
