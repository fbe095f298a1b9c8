package org.assay.algorithms.objective;

import org.assay.accountant.privacy.Parameters;

/**
 * Half the square of the residual r = p - y up to a threshold h, {@code h |r| - h²/2} beyond.
 *
 * @param threshold the residual at which the square ends, finite and above 0
 */
record HuberScalarLoss(double threshold) implements ScalarLoss {
  HuberScalarLoss {
    Parameters.requirePositive("threshold", threshold);
  }

  @Override
  public double value(double prediction, double label) {
    double residual = Math.abs(prediction - label);
    return residual <= threshold
        ? 0.5 * residual * residual
        : threshold * (residual - 0.5 * threshold);
  }

  @Override
  public double derivative(double prediction, double label) {
    return Math.max(-threshold, Math.min(threshold, prediction - label));
  }

  @Override
  public double lipschitzConstant(double labelBound) {
    return threshold;
  }

  @Override
  public double smoothness() {
    return 1;
  }

  @Override
  public boolean needsSignLabels() {
    return false;
  }

  @Override
  public boolean keepsSign() {
    return false;
  }

  /** The slope at the proximal point; in the quadratic part of the loss, u = a - s u - y. */
  @Override
  public double proximalSlope(double center, double step, double label) {
    double slope = (center - label) / (1 + step);
    return Math.max(-threshold, Math.min(threshold, slope));
  }
}
