package org.assay.algorithms.internal.optimize;

import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/** Preconditions on losses and datasets, checked before an algorithm reads a record. */
public final class Suitability {
  /**
   * Largest projection error of a set that is accepted, in the unit of the set's projection error.
   * Not tuned.
   */
  private static final double COARSEST_PROJECTION = 1e-9;

  private Suitability() {}

  /**
   * Refuses losses whose gradient steps need not be contractions for any step size.
   *
   * @throws IllegalArgumentException if the loss may be non-convex or clips its gradients
   */
  public static void requireConvexGradients(Loss loss) {
    if (!(loss.strongConvexity() >= 0)) {
      throw new InvalidParameterException(
          "strongConvexity",
          "was "
              + loss.strongConvexity()
              + ": the loss must be convex; take an algorithm for losses that are not");
    }
    if (loss.clipsGradients()) {
      throw new IllegalArgumentException(
          "the loss clips its gradients: clipped gradients need not be those of a convex function;"
              + " bound the records so that nothing is clipped");
    }
  }

  /**
   * Refuses a set whose computed projections may move two runs apart by more than rounding errors.
   * No event includes such an error.
   *
   * @param set the set of parameters
   * @throws IllegalArgumentException if nearest points are computed too coarsely
   */
  public static void requireContraction(ConstraintSet set) {
    if (!(set.projectionError() <= COARSEST_PROJECTION)) {
      throw new IllegalArgumentException(
          String.format(
              "nearest points of the %s are computed up to a relative %s: steps may expand by more"
                  + " than rounding; take a ball, a box or a simplex, or an algorithm that pays for"
                  + " every step",
              set, set.projectionError()));
    }
  }

  /**
   * Refuses a dataset that is too small, does not suit the set or holds a record on which the loss
   * does not guarantee its constants.
   *
   * @param set the set of parameters
   * @param records smallest number of records
   * @throws IllegalArgumentException with the reason
   */
  public static void require(Dataset dataset, Loss loss, ConstraintSet set, long records) {
    if (dataset.size() < records) {
      throw new IllegalArgumentException(
          "size of the dataset was " + dataset.size() + ": one pass needs at least " + records);
    }
    require(dataset, loss, set);
  }

  /**
   * Refuses a dataset of another size than the one assumed for the noise, or that is refused
   * without a size.
   *
   * @param set the set of parameters
   * @param records the public number of records
   * @throws IllegalArgumentException with the reason
   */
  public static void requireExactly(Dataset dataset, Loss loss, ConstraintSet set, long records) {
    if (dataset.size() != records) {
      throw new IllegalArgumentException(
          String.format(
              "size of the dataset was %s: the noise is for the public number of records, %s",
              dataset.size(), records));
    }
    require(dataset, loss, set);
  }

  /**
   * Refuses a dataset that does not suit the set or holds a record on which the loss does not
   * guarantee its constants. The parameters of a loss of several classes have more coordinates than
   * a record has.
   *
   * @param set where parameters are confined to
   * @throws IllegalArgumentException with the reason
   */
  public static void require(Dataset dataset, Loss loss, ConstraintSet set) {
    int dimension = loss.parameterDimension(dataset);
    if (dimension != set.dimension()) {
      throw new IllegalArgumentException(
          "dimension of parameters on the dataset was "
              + dimension
              + ": it must be that of the constraint set, "
              + set.dimension());
    }
    loss.requireSupported(dataset);
  }
}
