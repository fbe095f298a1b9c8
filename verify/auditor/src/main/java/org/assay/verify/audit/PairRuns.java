package org.assay.verify.audit;

/**
 * How many runs an audit made on each dataset of a pair.
 *
 * @param pair how the datasets differ
 * @param left runs on the left dataset
 * @param right runs on the right dataset
 * @param failed runs on either dataset that failed, and showed nothing else
 */
public record PairRuns(String pair, long left, long right, long failed) {
  /** If at least this part of the runs failed, the failures hide everything else. Not tuned. */
  private static final double NEARLY_ALL = 0.95;

  /**
   * Whether nearly all runs failed, so that hardly any output was seen.
   *
   * @return true if at least 95% of the runs failed, and there were runs
   */
  public boolean showedOnlyFailures() {
    return left + right > 0 && failed >= NEARLY_ALL * (left + right);
  }
}
