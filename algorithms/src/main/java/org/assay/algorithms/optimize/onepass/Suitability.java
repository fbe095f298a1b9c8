package org.assay.algorithms.optimize.onepass;

import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/** What a dataset must satisfy before a pass over it starts. */
final class Suitability {
  private Suitability() {}

  /**
   * Refuses a dataset that is too small, does not suit the set or holds a record that the loss does
   * not vouch for.
   *
   * @throws IllegalArgumentException with the reason
   */
  static void require(Dataset dataset, Loss loss, ConstraintSet set, long records) {
    if (loss.parameterDimension(dataset) != set.dimension()) {
      throw new IllegalArgumentException(
          "dimension of parameters on the dataset was "
              + loss.parameterDimension(dataset)
              + ": it must be that of the constraint set, "
              + set.dimension());
    }
    if (dataset.size() < records) {
      throw new IllegalArgumentException(
          "size of the dataset was " + dataset.size() + ": one pass needs at least " + records);
    }
    loss.requireSupported(dataset);
  }
}
