package org.assay.verify.catalogue;

import java.util.List;

/**
 * A record as its answers to yes-or-no questions; the answer of a dataset to a question is the
 * number of records that say yes.
 *
 * @param mask one bit for each question
 */
record Row(int mask) {
  /** Answers to all questions. */
  static double[] counts(List<Row> rows, int questions) {
    double[] counts = new double[questions];
    for (Row row : rows) {
      for (int i = 0; i < questions; i++) {
        counts[i] += (row.mask >>> i) & 1;
      }
    }
    return counts;
  }

  @Override
  public String toString() {
    return "0x" + Integer.toHexString(mask);
  }
}
