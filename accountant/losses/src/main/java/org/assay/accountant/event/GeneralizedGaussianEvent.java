package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Release of a query with noise of density proportional to {@code e^(-‖z‖²/2s²)}, {@code s =
 * noiseMultiplier · sensitivity}, in a norm whose square p is κ-smooth: {@code p(x + h) ≤ p(x) +
 * ⟨∇p(x), h⟩ + κ p(h)}.
 *
 * @param noiseMultiplier s over the sensitivity, finite and above 0
 * @param smoothness κ, finite and at least 1 (1 is the Euclidean norm)
 * @param sensitivity the query's sensitivity in that norm
 */
public record GeneralizedGaussianEvent(
    double noiseMultiplier, double smoothness, Sensitivity sensitivity) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public GeneralizedGaussianEvent {
    Parameters.requirePositive("noiseMultiplier", noiseMultiplier);
    if (!(smoothness >= 1 && smoothness < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "smoothness was " + smoothness + ": it must be finite and at least 1");
    }
  }

  @Override
  public AdjacencyRelation adjacency() {
    return sensitivity.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitGeneralizedGaussian(this);
  }
}
