package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Which of a stream of queries exceed a threshold, by the sparse vector technique: one Laplace
 * perturbation of the threshold that is kept for the whole stream, a fresh one for every query, and
 * a stop after a number of positive answers. Only above or below is released, never a noisy value.
 *
 * @param thresholdNoiseMultiplier scale of the threshold's noise over the sensitivity, finite and
 *     above 0
 * @param queryNoiseMultiplier scale of each query's noise over the sensitivity, finite and above 0
 * @param positives after how many positive answers it stops, at least 1
 * @param monotone whether neighbours move all queries in one direction
 * @param sensitivity the sensitivity of every single query
 */
public record SparseVectorEvent(
    double thresholdNoiseMultiplier,
    double queryNoiseMultiplier,
    long positives,
    boolean monotone,
    Sensitivity sensitivity)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public SparseVectorEvent {
    Parameters.requirePositive("thresholdNoiseMultiplier", thresholdNoiseMultiplier);
    Parameters.requirePositive("queryNoiseMultiplier", queryNoiseMultiplier);
    Parameters.requireAtLeastOne("positives", positives);
  }

  @Override
  public AdjacencyRelation adjacency() {
    return sensitivity.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitSparseVector(this);
  }
}
