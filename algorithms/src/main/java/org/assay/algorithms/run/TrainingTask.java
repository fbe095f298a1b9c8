package org.assay.algorithms.run;

import org.assay.accountant.privacy.Parameters;

/**
 * What is known about a training problem before the data are seen: records of features with
 * Euclidean norm at most 1, and labels of one kind.
 *
 * @param records number of records n, at least 1; not protected
 * @param features number of features of a record, at least 1
 * @param labels what the labels are
 * @param radius radius of the set of parameters in the algorithm's norm, finite and above 0
 */
public record TrainingTask(int records, int features, Labels labels, double radius) {
  /** What the labels are. */
  public enum Labels {
    /** Two classes, -1 and +1. */
    SIGNS,
    /** Numbers from -1 to 1. */
    BOUNDED_NUMBERS
  }

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public TrainingTask {
    Parameters.requireAtLeastOne("records", records);
    Parameters.requireAtLeastOne("features", features);
    Parameters.requirePositive("radius", radius);
  }
}
