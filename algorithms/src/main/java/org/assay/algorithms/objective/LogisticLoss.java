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
 * <strong>refused</strong>; nothing is clipped silently ({@link UnitNormClipping} does it openly).
 *
 * @param featureNormBound bound on the Euclidean norm of a record's features, finite and above 0
 */
public record LogisticLoss(double featureNormBound) implements LinearPredictionLoss {
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

  // Loops of its own, so that the virtual machine sees one loss in them and no virtual call.

  @Override
  public void addBatchGradient(
      double[] parameter, Dataset dataset, int from, int to, double weight, double[] accumulator) {
    for (int i = from; i < to; i++) {
      dataset.addRowTo(i, weight * slope(parameter, dataset, i), accumulator);
    }
  }

  @Override
  public void addSampleGradient(
      double[] parameter,
      Dataset dataset,
      int[] sample,
      int size,
      double weight,
      double[] accumulator) {
    for (int k = 0; k < size; k++) {
      dataset.addRowTo(sample[k], weight * slope(parameter, dataset, sample[k]), accumulator);
    }
  }

  private static double slope(double[] parameter, Dataset dataset, int i) {
    double label = dataset.label(i);
    return -label / (1 + Math.exp(label * dataset.dot(i, parameter)));
  }

  @Override
  public double smoothness() {
    return smoothness(featureNormBound);
  }

  private static double smoothness(double bound) {
    return Rounding.divideUp(Rounding.multiplyUp(bound, bound), 4);
  }
}
