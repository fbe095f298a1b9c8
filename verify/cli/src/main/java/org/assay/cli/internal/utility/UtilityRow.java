package org.assay.cli.internal.utility;

/**
 * A cell of the utility table.
 *
 * @param dataset name of the dataset
 * @param algorithm name of the algorithm
 * @param epsilon of the target; infinite for the non-private minimizer of the same loss over the
 *     same set
 * @param seeds number of runs, each with its own held-out records
 * @param headline mean accuracy, or root mean squared error of a regression, on held-out records
 * @param headlineError standard error of that mean; 0 for one run
 * @param excessLoss mean over the runs of the training loss above the non-private minimum
 * @param optimumGap what the computed minimum exceeds the true one by at most
 * @param note why there is no number; empty if there is one
 */
record UtilityRow(
    String dataset,
    String algorithm,
    double epsilon,
    int seeds,
    double headline,
    double headlineError,
    double excessLoss,
    double optimumGap,
    String note) {
  static UtilityRow refused(String dataset, String algorithm, double epsilon, String reason) {
    double none = Double.NaN;
    return new UtilityRow(dataset, algorithm, epsilon, 0, none, none, none, none, reason);
  }

  /**
   * Whether there is a number.
   *
   * @return false where the algorithm refused
   */
  boolean measured() {
    return note.isEmpty();
  }

  /**
   * Whether the non-private minimum of the loss is known.
   *
   * @return false for what is only compared with
   */
  boolean knowsOptimum() {
    return !Double.isNaN(excessLoss);
  }
}
