package org.assay.algorithms.objective;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * A convex loss {@code phi(⟨w, x⟩, y)} of a linear prediction without intercept.
 *
 * <p>Its gradient is {@code phi'(⟨w, x⟩, y) x} and its Hessian, where there is one, {@code phi'' x
 * xᵀ}, of rank at most 1. Hence the constants over features of norm at most B, rounded up:
 * Lipschitz constant B times that of phi, smoothness B² times that of phi. Datasets with a longer
 * record or a label that does not suit are <strong>refused</strong>; nothing is clipped silently.
 * {@link CoordinateBound#loss} declares a loss for records of bounded coordinates.
 */
public sealed interface LinearPredictionLoss extends Loss
    permits LogisticLoss, GeneralizedLinearLoss, CoordinateBound.CoordinateBoundedLoss {
  /**
   * The loss of a prediction.
   *
   * @return phi
   */
  ScalarLoss scalarLoss();

  /**
   * Bound on the Euclidean norm of a record's features.
   *
   * @return finite, above 0
   */
  double featureNormBound();

  /**
   * Bound on the magnitude of a label; 1 where labels are ±1.
   *
   * @return finite, above 0
   */
  double labelBound();

  /**
   * The logistic loss {@code log(1 + exp(-y p))}, labels ±1.
   *
   * @param featureNormBound bound on the norm of a record's features, finite and above 0
   * @return the loss
   * @throws IllegalArgumentException if the bound is out of range
   */
  static LinearPredictionLoss logistic(double featureNormBound) {
    return new LogisticLoss(featureNormBound);
  }

  /**
   * The hinge loss {@code max(0, 1 - y p)}, labels ±1.
   *
   * @param featureNormBound bound on the norm of a record's features, finite and above 0
   * @return the loss
   * @throws IllegalArgumentException if the bound is out of range
   */
  static LinearPredictionLoss hinge(double featureNormBound) {
    return new GeneralizedLinearLoss(new HingeScalarLoss(), featureNormBound, 1);
  }

  /**
   * The absolute loss {@code |p - y|}.
   *
   * @param featureNormBound bound on the norm of a record's features, finite and above 0
   * @param labelBound bound on the magnitude of a label, finite and above 0
   * @return the loss
   * @throws IllegalArgumentException if a bound is out of range
   */
  static LinearPredictionLoss absolute(double featureNormBound, double labelBound) {
    return new GeneralizedLinearLoss(new AbsoluteScalarLoss(), featureNormBound, labelBound);
  }

  /**
   * The linear loss {@code -y p}.
   *
   * @param featureNormBound bound on the norm of a record's features, finite and above 0
   * @param labelBound bound on the magnitude of a label, finite and above 0
   * @return the loss
   * @throws IllegalArgumentException if a bound is out of range
   */
  static LinearPredictionLoss linear(double featureNormBound, double labelBound) {
    return new GeneralizedLinearLoss(new LinearScalarLoss(), featureNormBound, labelBound);
  }

  /**
   * The Huber loss of the residual r = p - y: r²/2 up to a threshold h and {@code h |r| - h²/2}
   * beyond.
   *
   * @param threshold the residual at which the square ends, finite and above 0
   * @param featureNormBound bound on the norm of a record's features, finite and above 0
   * @param labelBound bound on the magnitude of a label, finite and above 0
   * @return the loss
   * @throws IllegalArgumentException if a parameter is out of range
   */
  static LinearPredictionLoss huber(double threshold, double featureNormBound, double labelBound) {
    return new GeneralizedLinearLoss(new HuberScalarLoss(threshold), featureNormBound, labelBound);
  }

  /**
   * Half the square {@code (p - y)²/2} for parameters of norm at most a radius R. Residuals are
   * then at most {@code h = B R + Y} in magnitude; beyond, the loss continues along its tangent, as
   * the Huber loss of threshold h, so that Lipschitz constant B h and smoothness B² hold for every
   * parameter.
   *
   * @param featureNormBound bound B on the norm of a record's features, finite and above 0
   * @param labelBound bound Y on the magnitude of a label, finite and above 0
   * @param radius bound R on the norm of the parameters for which the loss is a square, finite and
   *     above 0
   * @return the loss
   * @throws IllegalArgumentException if a parameter is out of range
   */
  static LinearPredictionLoss squared(double featureNormBound, double labelBound, double radius) {
    Parameters.requirePositive("radius", radius);
    double threshold = Rounding.addUp(Rounding.multiplyUp(featureNormBound, radius), labelBound);
    return huber(threshold, featureNormBound, labelBound);
  }

  /**
   * The slope u at the proximal point of one record: the minimizer of {@code phi(⟨w, x⟩, y) +
   * (beta/2) |w - point|²} is {@code point - (u/beta) x}, and the gradient of the Moreau envelope
   * at the point is {@code u x}.
   *
   * <p>{@code |u x|} never exceeds the Lipschitz constant up to one rounding of the product, so
   * errors of the solver affect accuracy and not sensitivity. The error of u is that of {@link
   * ScalarLoss#proximalSlope}, plus {@code smoothness of phi} times the rounding error of the
   * prediction where phi is smooth, plus {@code beta/|x|²} times it elsewhere.
   *
   * @param point the point of the envelope
   * @param dataset the records
   * @param i index of the record, from 0
   * @param beta weight of the squared distance, finite and above 0
   * @return the slope u
   * @throws IllegalArgumentException if beta is out of range
   */
  default double proximalSlope(double[] point, Dataset dataset, int i, double beta) {
    Parameters.requirePositive("beta", beta);
    double norm = dataset.rowNorm(i);
    return scalarLoss().proximalSlope(dataset.dot(i, point), norm * norm / beta, dataset.label(i));
  }

  /**
   * {@inheritDoc}
   *
   * <p>Clipped gradients of one linear prediction are gradients of a convex loss of the same
   * smoothness: {@code clamp(phi', -C/|x|, C/|x|)} does not decrease in the prediction either.
   */
  @Override
  default Loss clippedTo(double bound) {
    return new ClippedLinearPredictionLoss(this, bound);
  }

  @Override
  default double value(double[] parameter, Dataset dataset, int i) {
    return scalarLoss().value(dataset.dot(i, parameter), dataset.label(i));
  }

  @Override
  default void addGradient(
      double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
    double slope = scalarLoss().derivative(dataset.dot(i, parameter), dataset.label(i));
    dataset.addRowTo(i, weight * slope, accumulator);
  }

  @Override
  default double lipschitzConstant() {
    return Rounding.multiplyUp(featureNormBound(), scalarLoss().lipschitzConstant(labelBound()));
  }

  @Override
  default double smoothness() {
    double square = Rounding.multiplyUp(featureNormBound(), featureNormBound());
    return Math.abs(Rounding.multiplyUp(square, scalarLoss().smoothness()));
  }

  @Override
  default void requireSupported(Dataset dataset) {
    if (!(dataset.largestRowNorm() <= featureNormBound())) {
      throw new IllegalArgumentException(
          String.format(
              "largest norm of a record was %s: the loss was declared for norms up to %s; clip the"
                  + " records or declare a larger bound",
              dataset.largestRowNorm(), featureNormBound()));
    }
    if (scalarLoss().needsSignLabels() && !dataset.hasSignLabels()) {
      throw new IllegalArgumentException(
          "labels were not all +1 or -1: this loss knows no others; "
              + "map the labels to signs or choose a loss for regression");
    }
    if (!(dataset.largestLabelMagnitude() <= labelBound())) {
      throw new IllegalArgumentException(
          String.format(
              "largest magnitude of a label was %s: the loss was declared for labels up to %s; clip"
                  + " or scale the labels or declare a larger bound",
              dataset.largestLabelMagnitude(), labelBound()));
    }
  }
}
