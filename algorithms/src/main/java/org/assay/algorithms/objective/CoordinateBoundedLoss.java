package org.assay.algorithms.objective;

import org.assay.accountant.numeric.Rounding;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.geometry.LpNorm;

/**
 * A linear prediction's loss over records of bounded coordinates. Everything is the inner loss's
 * but what records are supported, and the constants in other norms than the Euclidean one: {@code
 * doc-files/coordinate-bounds.md}.
 */
record CoordinateBoundedLoss(LinearPredictionLoss inner, CoordinateBound bound)
    implements LinearPredictionLoss {
  CoordinateBoundedLoss {
    if (inner.featureNormBound() != bound.euclideanNorm()) {
      throw new IllegalArgumentException(
          "featureNormBound of the loss was "
              + inner.featureNormBound()
              + ": it must be the bound that the family was asked for, "
              + bound.euclideanNorm());
    }
  }

  @Override
  public ScalarLoss scalarLoss() {
    return inner.scalarLoss();
  }

  @Override
  public double featureNormBound() {
    return inner.featureNormBound();
  }

  @Override
  public double labelBound() {
    return inner.labelBound();
  }

  @Override
  public void addGradient(
      double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
    inner.addGradient(parameter, dataset, i, weight, accumulator);
  }

  @Override
  public void addBatchGradient(
      double[] parameter, Dataset dataset, int from, int to, double weight, double[] accumulator) {
    inner.addBatchGradient(parameter, dataset, from, to, weight, accumulator);
  }

  @Override
  public void addSampleGradient(
      double[] parameter,
      Dataset dataset,
      int[] sample,
      int size,
      double weight,
      double[] accumulator) {
    inner.addSampleGradient(parameter, dataset, sample, size, weight, accumulator);
  }

  @Override
  public double lipschitzConstant() {
    return inner.lipschitzConstant();
  }

  @Override
  public double smoothness() {
    return inner.smoothness();
  }

  @Override
  public boolean predictsLogOdds() {
    return inner.predictsLogOdds();
  }

  @Override
  public GradientConstants constants(LpNorm gradientNorm) {
    Loss.requireDualNorm(gradientNorm);
    double norm = bound.norm(gradientNorm);
    double lipschitz = Rounding.multiplyUp(norm, scalarLoss().lipschitzConstant(labelBound()));
    double square = Rounding.multiplyUp(norm, norm);
    return new GradientConstants(
        lipschitz,
        Rounding.multiplyUp(2, lipschitz),
        Math.abs(Rounding.multiplyUp(square, scalarLoss().smoothness())));
  }

  @Override
  public void requireSupported(Dataset dataset) {
    bound.requireSupported(dataset);
    inner.requireSupported(dataset);
  }

  @Override
  public void requireSupportedOn(ConstraintSet set) {
    inner.requireSupportedOn(set);
  }
}
