package org.assay.verify.replay;

/**
 * One use of the sparse vector technique ([@LyuSuLi2017], Algorithm 1). The threshold's noise is
 * drawn once and each question has noise of its own. Only "above" or "below" is released.
 */
@FunctionalInterface
public interface SparseVector {
  /**
   * Asks whether a query exceeds a threshold.
   *
   * @param query the query's exact value on the dataset
   * @param threshold the threshold, which must not depend on the dataset
   * @return whether the noisy query reaches the noisy threshold
   * @throws IllegalArgumentException if the declared number of positive answers is used up
   */
  boolean aboveThreshold(double query, double threshold);
}
