package org.assay.algorithms.objective;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * The multinomial logistic loss {@code log sum_k exp⟨w_k, x⟩ - ⟨w_y, x⟩} of K classes without
 * intercepts, labels y from 0 to K - 1. A parameter holds the vectors w_k one after the other.
 *
 * <p>With p the softmax of the predictions, the gradient is {@code (p - e_y) ⊗ x}. As {@code |p -
 * e_y|² = (1 - p_y)² + sum of the other p_k² ≤ 2 (1 - p_y)²}, it is shorter than {@code √2 |x|}.
 * The Hessian is {@code (diag p - p pᵀ) ⊗ x xᵀ}; the first factor's quadratic form at a unit vector
 * u is the variance of a variable that takes the value u_k with probability p_k, at most {@code
 * (max u - min u)²/4 ≤ 1/2}. So over features of norm at most B the loss is convex, {@code √2
 * B}-Lipschitz and {@code B²/2}-smooth. Longer records and other labels are refused.
 *
 * @param classes number K of classes, from 2
 * @param featureNormBound bound B on the Euclidean norm of a record's features, finite and above 0
 */
public record SoftmaxLoss(int classes, double featureNormBound) implements Loss {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if there are fewer than 2 classes, or the bound or its square
   *     is not finite and above 0
   */
  public SoftmaxLoss {
    if (!(classes >= 2)) {
      throw new IllegalArgumentException("classes was " + classes + ": it must be at least 2");
    }
    Parameters.requirePositive("featureNormBound", featureNormBound);
    Parameters.requirePositive("square of featureNormBound", featureNormBound * featureNormBound);
  }

  @Override
  public double value(double[] parameter, Dataset dataset, int i) {
    double[] predictions = new double[classes];
    predict(parameter, dataset, i, predictions);
    double prediction = predictions[(int) dataset.label(i)];
    double largest = largest(predictions);
    double sum = 0;
    for (double other : predictions) {
      sum += Math.exp(other - largest);
    }
    return Math.log(sum) + (largest - prediction);
  }

  @Override
  public void addGradient(
      double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
    addGradient(parameter, dataset, i, weight, accumulator, new double[classes]);
  }

  @Override
  public void addSampleGradient(
      double[] parameter,
      Dataset dataset,
      int[] sample,
      int size,
      double weight,
      double[] accumulator) {
    double[] buffer = new double[classes];
    for (int k = 0; k < size; k++) {
      addGradient(parameter, dataset, sample[k], weight, accumulator, buffer);
    }
  }

  private void addGradient(
      double[] parameter,
      Dataset dataset,
      int i,
      double weight,
      double[] accumulator,
      double[] buffer) {
    predict(parameter, dataset, i, buffer);
    double largest = largest(buffer);
    double sum = 0;
    for (int k = 0; k < classes; k++) {
      buffer[k] = Math.exp(buffer[k] - largest);
      sum += buffer[k];
    }
    int label = (int) dataset.label(i);
    int features = dataset.dimension();
    for (int k = 0; k < classes; k++) {
      double factor = weight * (buffer[k] / sum - (k == label ? 1 : 0));
      dataset.addRowTo(i, factor, accumulator, k * features);
    }
  }

  private void predict(double[] parameter, Dataset dataset, int i, double[] predictions) {
    for (int k = 0; k < classes; k++) {
      predictions[k] = dataset.dot(i, parameter, k * dataset.dimension());
    }
  }

  private static double largest(double[] values) {
    double largest = values[0];
    for (double value : values) {
      largest = Math.max(largest, value);
    }
    return largest;
  }

  @Override
  public int parameterDimension(Dataset dataset) {
    return Math.multiplyExact(classes, dataset.dimension());
  }

  @Override
  public double lipschitzConstant() {
    return Rounding.multiplyUp(Rounding.sqrtUp(2), featureNormBound);
  }

  @Override
  public double smoothness() {
    return Rounding.divideUp(Rounding.multiplyUp(featureNormBound, featureNormBound), 2);
  }

  @Override
  public boolean predictsLogOdds() {
    return true;
  }

  @Override
  public void requireSupported(Dataset dataset) {
    if (!(dataset.largestRowNorm() <= featureNormBound)) {
      throw new IllegalArgumentException(
          String.format(
              "largest norm of a record was %s: the softmax loss was declared for norms up to %s;"
                  + " clip the records or declare a larger bound",
              dataset.largestRowNorm(), featureNormBound));
    }
    if (!dataset.hasClassLabels(classes)) {
      throw new IllegalArgumentException(
          "labels were not all whole numbers from 0 to "
              + (classes - 1)
              + ": the softmax loss knows no others");
    }
  }
}
