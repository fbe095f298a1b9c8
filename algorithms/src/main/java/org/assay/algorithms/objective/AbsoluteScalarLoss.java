package org.assay.algorithms.objective;

/** {@code |p - y|}; at the kink the derivative is taken to be 0. */
record AbsoluteScalarLoss() implements ScalarLoss {
  @Override
  public double value(double prediction, double label) {
    return Math.abs(prediction - label);
  }

  @Override
  public double derivative(double prediction, double label) {
    return Math.signum(prediction - label);
  }

  @Override
  public double lipschitzConstant(double labelBound) {
    return 1;
  }

  @Override
  public double smoothness() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public boolean needsSignLabels() {
    return false;
  }

  @Override
  public boolean keepsSign() {
    return false;
  }

  /**
   * The slope at the proximal point: of a step that ends at the kink, or of a whole step that does
   * not reach the kink.
   */
  @Override
  public double proximalSlope(double center, double step, double label) {
    double residual = center - label;
    return Math.abs(residual) >= step ? Math.signum(residual) : residual / step;
  }
}
