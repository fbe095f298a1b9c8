package org.assay.algorithms.internal.optimize;

import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/** What losses and datasets must satisfy before an algorithm looks at a record. */
public final class Suitability {
  private static final double COARSEST_PROJECTION = 1e-9;

  private Suitability() {}

  /**
   * Refuses losses whose gradient steps need not be contractions, whatever their size.
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
   * Refuses a set on which two runs may drift apart by more than rounding, as computed projections
   * are not non-expansive there. What one projection adds is charged by nobody.
   *
   * @param set where parameters are confined to
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
   * Refuses a dataset that is too small, does not suit the set or holds a record that the loss does
   * not vouch for.
   *
   * @param set where parameters are confined to
   * @param records how many records are needed at least
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
   * Refuses a dataset of another size than the noise is for, and else as without a size.
   *
   * @param set where parameters are confined to
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
