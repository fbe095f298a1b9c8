package org.assay.ledger.internal.papera;

import java.util.Arrays;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.Dataset;
import org.assay.verify.trial.AdjacentPair;

/** Neighbouring datasets on which algorithms are attacked. */
final class Pairs {
  private Pairs() {}

  /**
   * Records with one feature and label 1: all features are 0 but one record's, which is 1 or -1.
   * With the linear loss that record's gradient is -1 or 1 and nobody else's matters.
   */
  static AdjacentPair<Dataset> oneSlope(int records, int changed) {
    return oneSlope(records, changed, 1);
  }

  /** The same with another slope in place of 1. */
  static AdjacentPair<Dataset> oneSlope(int records, int changed, double slope) {
    return AdjacentPair.of(
            "record "
                + changed
                + " of "
                + records
                + " has a slope of one sign or the other, the"
                + " others none",
            dataset(records, changed, slope),
            dataset(records, changed, -slope),
            AdjacencyRelation.REPLACE_ONE)
        .withCanaryDirection(1);
  }

  private static Dataset dataset(int records, int changed, double feature) {
    double[][] features = new double[records][1];
    features[changed][0] = feature;
    double[] labels = new double[records];
    Arrays.fill(labels, 1);
    return Dataset.of(features, labels);
  }

  /** (alpha, alpha rho²/2)-RDP for every order. */
  static Guarantee concentrated(double rho) {
    return new Guarantee.ZeroConcentrated(rho * rho / 2, AdjacencyRelation.REPLACE_ONE);
  }
}
