package org.assay.algorithms.objective;

/** {@code -y p}. */
record LinearScalarLoss() implements ScalarLoss {
  @Override
  public double value(double prediction, double label) {
    return -label * prediction;
  }

  @Override
  public double derivative(double prediction, double label) {
    return -label;
  }

  @Override
  public double lipschitzConstant(double labelBound) {
    return labelBound;
  }

  @Override
  public double smoothness() {
    return 0;
  }

  @Override
  public boolean needsSignLabels() {
    return false;
  }

  @Override
  public boolean keepsSign() {
    return true;
  }

  @Override
  public double proximalSlope(double center, double step, double label) {
    return -label;
  }
}
