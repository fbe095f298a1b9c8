package org.assay.ledger.internal.papera;

import java.util.Arrays;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.Dataset;
import org.assay.verify.trial.AdjacentPair;

/** Neighbouring datasets for attacks. */
final class Pairs {
  private Pairs() {}

  /**
   * Records with one feature and label 1. All features are 0 except that of one record, which is 1
   * or -1. With the linear loss this record's gradient is -1 or 1, and the other gradients do not
   * matter.
   */
  static AdjacentPair<Dataset> oneSlope(int records, int changed) {
    return oneSlope(records, changed, 1);
  }

  /** Records with one feature and label 1, as above, with a slope in place of 1. */
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
