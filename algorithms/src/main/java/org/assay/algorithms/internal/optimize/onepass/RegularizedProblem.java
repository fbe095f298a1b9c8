package org.assay.algorithms.internal.optimize.onepass;

import java.util.Arrays;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/**
 * The problem of minimizing, over a set, the mean loss of some records plus {@code (lambda/2) |w −
 * center|²}.
 *
 * @param loss a convex loss
 * @param set the set of parameters
 * @param dataset the dataset of the records
 * @param from the first record
 * @param records number of records
 * @param center a point of the set
 * @param lambda finite and above 0
 */
@SuppressWarnings("ArrayRecordComponent") // internal and short-lived; never compared
record RegularizedProblem(
    Loss loss,
    ConstraintSet set,
    Dataset dataset,
    int from,
    int records,
    double[] center,
    double lambda) {

  /** Sets a vector to the objective's gradient. */
  void gradient(double[] point, double[] gradient) {
    Arrays.fill(gradient, 0);
    loss.addBatchGradient(point, dataset, from, from + records, 1.0 / records, gradient);
    for (int j = 0; j < point.length; j++) {
      gradient[j] += lambda * (point[j] - center[j]);
    }
  }

  /** Minimizes {@code ⟨slope, w⟩ + (lambda/2) |w − center|²} over the set. */
  void minimizeLinear(double[] slope, double[] point) {
    for (int j = 0; j < point.length; j++) {
      point[j] = center[j] - slope[j] / lambda;
    }
    set.project(point);
  }

  /** The loss of one of the records. */
  double value(double[] point, int record) {
    return loss.value(point, dataset, from + record);
  }

  /** Sets a vector to a subgradient of the loss of one of the records. */
  void gradient(double[] point, int record, double[] gradient) {
    Arrays.fill(gradient, 0);
    loss.addGradient(point, dataset, from + record, 1, gradient);
  }
}
