package org.assay.algorithms.objective;

/**
 * A loss of a parameter on a record, with the constants that privacy statements rest on. The
 * constants hold for every parameter and for every record that {@link #requireSupported} lets pass;
 * being what a guarantee is computed from, they are true upper bounds in exact arithmetic.
 *
 * <p>Implementations are immutable and safe to use from any thread.
 */
public interface Loss {
  /**
   * The loss of a parameter on a record.
   *
   * @param parameter the parameter
   * @param dataset the records
   * @param i which record, from 0
   * @return the loss
   */
  double value(double[] parameter, Dataset dataset, int i);

  /**
   * Adds a multiple of the gradient on a record, without allocating.
   *
   * @param parameter where the gradient is taken
   * @param dataset the records
   * @param i which record, from 0
   * @param weight the factor
   * @param accumulator what is added to, in place
   */
  void addGradient(double[] parameter, Dataset dataset, int i, double weight, double[] accumulator);

  /**
   * A bound on the Euclidean norm of the gradient on any record.
   *
   * @return finite, above 0
   */
  double lipschitzConstant();

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
   * Whether {@link #addGradient} clips to the Lipschitz constant, so that it is not the gradient of
   * a function. Contraction arguments then fail, while sensitivities hold for any records.
   *
   * @return whether gradients are clipped
   */
  default boolean clipsGradients() {
    return false;
  }

  /**
   * Refuses a dataset with a record for which the constants are not known to hold. Algorithms ask
   * once for each run, so it must be cheap; gradients are not checked again, nor clipped.
   *
   * @param dataset the records
   * @throws IllegalArgumentException if the constants may fail on a record
   */
  void requireSupported(Dataset dataset);

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
