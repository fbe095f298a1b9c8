package org.assay.ledger.internal.papere;

import java.util.Arrays;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.algorithms.objective.Dataset;
import org.assay.verify.trial.AdjacentPair;

/** Neighbouring datasets for attacks. */
final class Pairs {
  private Pairs() {}

  /**
   * Records with label 1 and one feature, except the first record. Its feature is the first unit
   * vector on one dataset, and the opposite on the other.
   *
   * @param others the feature of all other records; its length is the dimension
   */
  static AdjacentPair<Dataset> oneSlope(int records, double... others) {
    int dimension = others.length;
    double[] canary = new double[dimension];
    canary[0] = 1;
    return AdjacentPair.of(
            "one record pulls along the first axis, or against it",
            dataset(records, others, 1),
            dataset(records, others, -1),
            AdjacencyRelation.REPLACE_ONE)
        .withCanaryDirection(canary);
  }

  private static Dataset dataset(int records, double[] others, double slope) {
    double[][] features = new double[records][];
    Arrays.setAll(features, i -> others.clone());
    features[0] = new double[others.length];
    features[0][0] = slope;
    double[] labels = new double[records];
    Arrays.fill(labels, 1);
    return Dataset.of(features, labels);
  }
}
