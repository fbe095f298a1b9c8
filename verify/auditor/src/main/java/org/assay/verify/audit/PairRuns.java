package org.assay.verify.audit;

/**
 * How many runs an audit spent on each dataset of a pair.
 *
 * @param pair how the datasets differ
 * @param left runs on the left dataset
 * @param right runs on the right dataset
 * @param failed runs on either that failed, and so showed nothing but that
 */
public record PairRuns(String pair, long left, long right, long failed) {
  /** The part of the runs from which on failing hides whatever else there is to see. */
  private static final double NEARLY_ALL = 0.95;

  /**
   * Whether nearly all runs failed, so that nothing was seen of what the mechanism does otherwise.
   *
   * @return true if at least 95% did, of at least one
   */
  public boolean showedOnlyFailures() {
    return left + right > 0 && failed >= NEARLY_ALL * (left + right);
  }
}
