package org.assay.algorithms.objective;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * The logistic loss {@code log(1 + exp(-y ⟨w, x⟩))} of a linear classifier without intercept,
 * labels y = ±1.
 *
 * <p>Its gradient in w is {@code -y x / (1 + exp(y ⟨w, x⟩))}, shorter than x, and its Hessian
 * {@code p (1 - p) x xᵀ} for a probability p, at most {@code |x|²/4}. Hence the constants over
 * features of norm at most {@link #featureNormBound}: Lipschitz constant equal to the bound,
 * smoothness a quarter of its square. Datasets with a longer record, or with other labels, are
 * <strong>refused</strong>; nothing is clipped silently ({@link UnitNormClipping} clips records
 * explicitly).
 *
 * @param featureNormBound bound on the Euclidean norm of a record's features, finite and above 0
 */
public record LogisticLoss(double featureNormBound) implements LinearPredictionLoss {
  /**
   * Largest number of features for which four records are processed together: four longer records
   * would not stay in the fastest cache between two passes.
   */
  private static final int LARGEST_IN_FOURS = 512;

  private static final ScalarLoss SCALAR = new LogisticScalarLoss();

  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException if the bound, or the smoothness it implies, is not finite or
   *     not above 0
   */
  public LogisticLoss {
    Parameters.requirePositive("featureNormBound", featureNormBound);
    Parameters.requirePositive("smoothness", smoothness(featureNormBound));
  }

  @Override
  public ScalarLoss scalarLoss() {
    return SCALAR;
  }

  @Override
  public double labelBound() {
    return 1;
  }

  @Override
  public void addGradient(
      double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
    dataset.addRowTo(i, weight * slope(parameter, dataset, i), accumulator);
  }

  // The loop is separate, so that the virtual machine sees one loss and no virtual call. Four
  // records are taken at a time, so that the sum is read and written once for all of them.

  @Override
  public void addSampleGradient(
      double[] parameter,
      Dataset dataset,
      int[] sample,
      int size,
      double weight,
      double[] accumulator) {
    int k = 0;
    int fours = dataset.dimension() <= LARGEST_IN_FOURS ? size : 0;
    for (; k < fours - 3; k += 4) {
      addFour(
          parameter,
          dataset,
          sample[k],
          sample[k + 1],
          sample[k + 2],
          sample[k + 3],
          weight,
          accumulator);
    }
    for (; k < size; k++) {
      addGradient(parameter, dataset, sample[k], weight, accumulator);
    }
  }

  private static void addFour(
      double[] w, Dataset dataset, int i0, int i1, int i2, int i3, double weight, double[] sum) {
    double slope0 = weight * slope(w, dataset, i0);
    double slope1 = weight * slope(w, dataset, i1);
    double slope2 = weight * slope(w, dataset, i2);
    double slope3 = weight * slope(w, dataset, i3);
    dataset.addFourRowsTo(i0, slope0, i1, slope1, i2, slope2, i3, slope3, sum);
  }

  private static double slope(double[] parameter, Dataset dataset, int i) {
    double label = dataset.label(i);
    return -label / (1 + Math.exp(label * dataset.dot(i, parameter)));
  }

  @Override
  public boolean predictsLogOdds() {
    return true;
  }

  @Override
  public double smoothness() {
    return smoothness(featureNormBound);
  }

  private static double smoothness(double bound) {
    return Rounding.divideUp(Rounding.multiplyUp(bound, bound), 4);
  }
}
