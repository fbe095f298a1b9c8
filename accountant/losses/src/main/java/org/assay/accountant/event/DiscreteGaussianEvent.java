package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Release of a query with whole-number values and independent discrete Gaussian noise, {@code Pr[x]
 * ∝ e^(-x²/2σ²)} on the integers, on every coordinate.
 *
 * @param sigma the noise's parameter σ, in the query's own unit, finite and above 0
 * @param sensitivity the query's sensitivity in the 1-norm, a whole number of at most 2^53
 */
public record DiscreteGaussianEvent(double sigma, Sensitivity sensitivity) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if sigma is not finite or not above 0, or the sensitivity is
   *     not whole
   */
  public DiscreteGaussianEvent {
    Parameters.requirePositive("sigma", sigma);
    Parameters.requireWhole("sensitivity", sensitivity.value());
  }

  @Override
  public AdjacencyRelation adjacency() {
    return sensitivity.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitDiscreteGaussian(this);
  }
}
