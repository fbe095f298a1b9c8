package org.assay.algorithms.objective;

/** {@code max(0, 1 - y p)} for labels ±1; at the kink the derivative is taken to be 0. */
record HingeScalarLoss() implements ScalarLoss {
  @Override
  public double value(double prediction, double label) {
    return Math.max(0, 1 - label * prediction);
  }

  @Override
  public double derivative(double prediction, double label) {
    return label * prediction < 1 ? -label : 0;
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
    return true;
  }

  @Override
  public boolean keepsSign() {
    return true;
  }

  /**
   * The slope at the proximal point: of a step that ends at the kink, or of a whole step that does
   * not reach the kink.
   */
  @Override
  public double proximalSlope(double center, double step, double label) {
    double missing = 1 - label * center;
    if (missing <= 0) {
      return 0;
    }
    return missing >= step ? -label : -label * (missing / step);
  }
}
