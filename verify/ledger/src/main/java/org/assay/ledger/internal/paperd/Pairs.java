package org.assay.ledger.internal.paperd;

import java.util.Arrays;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.algorithms.objective.Dataset;
import org.assay.verify.trial.AdjacentPair;

/** Neighbouring datasets for attacks. */
final class Pairs {
  private Pairs() {}

  /**
   * All records have their feature along the first axis, with a given length, except the first
   * record. Its feature is the second unit vector on one dataset, and the opposite on the other.
   * All labels are equal.
   */
  static AdjacentPair<Dataset> turned(int records, int dimension, double label, double others) {
    double[] canary = new double[dimension];
    canary[1] = 1;
    return AdjacentPair.of(
            "the others pull along the first axis, one record along the second, or against it",
            dataset(records, dimension, label, others, 1),
            dataset(records, dimension, label, others, -1),
            AdjacencyRelation.REPLACE_ONE)
        .withCanaryDirection(canary);
  }

  private static Dataset dataset(
      int records, int dimension, double label, double others, double turned) {
    double[][] features = new double[records][dimension];
    for (double[] feature : features) {
      feature[0] = others;
    }
    features[0][0] = 0;
    features[0][1] = turned;
    double[] labels = new double[records];
    Arrays.fill(labels, label);
    return Dataset.of(features, labels);
  }
}
