package org.assay.algorithms;

import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/** The loss -y ⟨w, x⟩ for |y| = 1 and |x| ≤ 1, whose minimizers are known. */
public final class LinearLoss implements Loss {
  @Override
  public double value(double[] parameter, Dataset dataset, int i) {
    return -dataset.label(i) * dataset.dot(i, parameter);
  }

  @Override
  public void addGradient(
      double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
    dataset.addRowTo(i, -dataset.label(i) * weight, accumulator);
  }

  @Override
  public double lipschitzConstant() {
    return 1;
  }

  @Override
  public double smoothness() {
    return 0;
  }

  @Override
  public void requireSupported(Dataset dataset) {
    if (dataset.largestRowNorm() > 1 || !dataset.hasSignLabels()) {
      throw new IllegalArgumentException("the linear loss needs unit features and sign labels");
    }
  }
}
