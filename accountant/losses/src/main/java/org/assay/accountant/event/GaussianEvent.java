package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Release of a query with independent Gaussian noise N(0, s² I), s = noiseMultiplier · sensitivity.
 *
 * @param noiseMultiplier standard deviation of the noise over the sensitivity, finite and above 0
 * @param sensitivity the query's sensitivity in the Euclidean norm
 */
public record GaussianEvent(double noiseMultiplier, Sensitivity sensitivity) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the noise multiplier is not finite or not above 0
   */
  public GaussianEvent {
    Parameters.requirePositive("noiseMultiplier", noiseMultiplier);
  }

  @Override
  public AdjacencyRelation adjacency() {
    return sensitivity.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitGaussian(this);
  }
}
