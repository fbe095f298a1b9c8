package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Which of a stream of queries exceed a threshold, by the sparse vector technique with Gaussian
 * noise: the threshold's noise is kept until an answer is positive and drawn anew then, every query
 * has fresh noise, and it stops after a number of positive answers or of queries. Only above or
 * below is released, never a noisy value.
 *
 * @param thresholdNoiseMultiplier standard deviation of the threshold's noise over the sensitivity,
 *     finite and above 0
 * @param queryNoiseMultiplier standard deviation of each query's noise over the sensitivity, finite
 *     and above 0
 * @param queries how many queries are asked at most, at least 1
 * @param positives after how many positive answers it stops, at least 1
 * @param monotone whether neighbours move all queries in one direction
 * @param sensitivity the sensitivity of every single query
 */
public record GaussianSparseVectorEvent(
    double thresholdNoiseMultiplier,
    double queryNoiseMultiplier,
    long queries,
    long positives,
    boolean monotone,
    Sensitivity sensitivity)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public GaussianSparseVectorEvent {
    Parameters.requirePositive("thresholdNoiseMultiplier", thresholdNoiseMultiplier);
    Parameters.requirePositive("queryNoiseMultiplier", queryNoiseMultiplier);
    Parameters.requireAtLeastOne("queries", queries);
    Parameters.requireAtLeastOne("positives", positives);
    Parameters.requireGiven("sensitivity", sensitivity);
  }

  @Override
  public AdjacencyRelation adjacency() {
    return sensitivity.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitGaussianSparseVector(this);
  }
}
