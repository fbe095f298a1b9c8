package org.assay.algorithms.objective;

import java.util.stream.IntStream;
import org.assay.accountant.numeric.Rounding;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.LpNorm;

/**
 * A loss of a parameter on a record, with the constants that privacy statements rest on. The
 * constants hold for every parameter of every set that {@link #requireSupportedOn} accepts and for
 * every record that {@link #requireSupported} accepts. They are true upper bounds in exact
 * arithmetic, since guarantees are computed from them.
 *
 * <p>Implementations are immutable and safe to use from any thread.
 */
public interface Loss {
  /**
   * The loss of a parameter on a record.
   *
   * @param parameter the parameter
   * @param dataset the records
   * @param i index of the record, from 0
   * @return the loss
   */
  double value(double[] parameter, Dataset dataset, int i);

  /**
   * Adds a multiple of the gradient on a record. The losses of linear predictions do not allocate.
   *
   * @param parameter the parameter
   * @param dataset the records
   * @param i index of the record, from 0
   * @param weight the factor
   * @param accumulator the target vector, changed in place
   */
  void addGradient(double[] parameter, Dataset dataset, int i, double weight, double[] accumulator);

  /**
   * Adds a multiple of the sum of the gradients on a sample of records: the same as {@link
   * #addGradient} on each of them, up to rounding. Losses that sum several gradients at once
   * override this method alone.
   *
   * @param parameter the parameter
   * @param dataset the records
   * @param sample indices of the records, with repetitions
   * @param size number of entries of the sample that are used
   * @param weight the factor
   * @param accumulator the target vector, changed in place
   */
  default void addSampleGradient(
      double[] parameter,
      Dataset dataset,
      int[] sample,
      int size,
      double weight,
      double[] accumulator) {
    for (int k = 0; k < size; k++) {
      addGradient(parameter, dataset, sample[k], weight, accumulator);
    }
  }

  /**
   * Adds a multiple of the sum of the gradients on consecutive records, which are a sample.
   *
   * @param parameter the parameter
   * @param dataset the records
   * @param from the first record
   * @param to the record after the last
   * @param weight the factor
   * @param accumulator the target vector, changed in place
   */
  default void addBatchGradient(
      double[] parameter, Dataset dataset, int from, int to, double weight, double[] accumulator) {
    int[] records = IntStream.range(from, to).toArray();
    addSampleGradient(parameter, dataset, records, records.length, weight, accumulator);
  }

  /**
   * Number of coordinates of a parameter.
   *
   * @param dataset the records
   * @return the number of features unless the loss says otherwise
   */
  default int parameterDimension(Dataset dataset) {
    return dataset.dimension();
  }

  /**
   * A bound on the Euclidean norm of the gradient on any record.
   *
   * @return finite, above 0
   */
  double lipschitzConstant();

  /**
   * The gradient's sensitivity to the replacement of a record: the diameter of a ball that contains
   * the gradients of all supported records at one parameter. The center may depend on the parameter
   * and need not be 0. The gradients of two records then differ by at most this number, in
   * Euclidean norm; the difference alone would not be enough for drawn batches. The losses of two
   * records then differ by a function that is Lipschitz with this constant on every convex set of
   * supported parameters. The addend of {@link #addGradient} with weight 1, computed in doubles, is
   * at most {@code L (d + 14) 2^-52} from the ball, where L is the Lipschitz constant and d the
   * dimension. For two records the computed gradients therefore differ by at most this number plus
   * twice that distance.
   *
   * <p>Terms that do not depend on the record, such as a regularizer, count for the Lipschitz
   * constant and cancel here.
   *
   * @return finite, above 0, at most twice the Lipschitz constant and that much unless the loss
   *     says otherwise; rounded up
   */
  default double gradientSensitivity() {
    return Rounding.multiplyUp(2, lipschitzConstant());
  }

  /**
   * A bound on the Lipschitz constant of the gradient on any record.
   *
   * @return at least 0; infinite if the gradient may jump, in which case {@link #addGradient} adds
   *     a subgradient
   */
  double smoothness();

  /**
   * A number m such that the loss minus {@code m |w|²/2} is convex on every record: above 0 for
   * strongly convex losses, 0 for convex ones, below 0 for others.
   *
   * @return finite, at most the smoothness and at least its negative, rounded down
   */
  default double strongConvexity() {
    return 0;
  }

  /**
   * The constants with gradients measured in a norm of index at least 2, and parameters in its
   * {@linkplain LpNorm#dual dual}. Proof that the Euclidean ones hold there, as norms of larger
   * index are smaller: {@code doc-files/coordinate-bounds.md}.
   *
   * @param gradientNorm the norm, of index at least 2; infinity is the largest coordinate
   * @return the Euclidean constants unless the loss says otherwise
   * @throws IllegalArgumentException if the index is below 2
   */
  default GradientConstants constants(LpNorm gradientNorm) {
    requireDualNorm(gradientNorm);
    return GradientConstants.euclidean(this);
  }

  /**
   * Refuses norms of index below 2, in which Euclidean bounds do not hold.
   *
   * @param gradientNorm the norm
   * @throws IllegalArgumentException if the index is below 2
   */
  static void requireDualNorm(LpNorm gradientNorm) {
    if (!(gradientNorm.order() >= 2)) {
      throw new IllegalArgumentException(
          "order of the gradients' norm was "
              + gradientNorm.order()
              + ": it must be at least 2, the parameters' at most 2");
    }
  }

  /**
   * Whether {@link #addGradient} clips to the Lipschitz constant, so that it is not the gradient of
   * a function. Contraction arguments then fail, while sensitivities hold for any records.
   *
   * @return whether gradients are clipped
   */
  default boolean clipsGradients() {
    return false;
  }

  /**
   * Whether predictions are the logarithms of odds, so that the model gives the probability of each
   * class: the loss is then the negative log-likelihood of labels, but for terms without them.
   *
   * @return true for the logistic losses
   */
  default boolean predictsLogOdds() {
    return false;
  }

  /**
   * This loss with gradients clipped, record by record, to a norm.
   *
   * @param bound the largest norm of a gradient, finite and at least 1e-100
   * @return the loss, of Lipschitz constant at most the bound; unless this loss overrides the
   *     method, a clipped gradient is not the gradient of a function
   * @throws IllegalArgumentException if the bound is out of range
   */
  default Loss clippedTo(double bound) {
    return new ClippedLoss(this, bound);
  }

  /**
   * Refuses a dataset with a record for which the constants are not known to hold. Algorithms call
   * this method once for each run, so it must be fast; gradients are not checked again, nor
   * clipped.
   *
   * @param dataset the records
   * @throws IllegalArgumentException if the constants may fail on a record
   */
  void requireSupported(Dataset dataset);

  /**
   * Refuses a set of parameters on which the constants are not known to hold. Most losses have
   * constants for every parameter and accept any set.
   *
   * @param set the set of parameters
   * @throws IllegalArgumentException if the constants may fail on the set
   */
  default void requireSupportedOn(ConstraintSet set) {}

  /**
   * The mean loss of a parameter.
   *
   * @param parameter the parameter
   * @param dataset at least one record
   * @return the mean over all records
   */
  default double meanValue(double[] parameter, Dataset dataset) {
    double sum = 0;
    for (int i = 0; i < dataset.size(); i++) {
      sum += value(parameter, dataset, i);
    }
    return sum / dataset.size();
  }
}
