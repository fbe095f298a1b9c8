package org.assay.algorithms.objective;

/** {@code log(1 + exp(-y p))} for labels ±1, computed without overflow. */
record LogisticScalarLoss() implements ScalarLoss {
  @Override
  public double value(double prediction, double label) {
    double margin = label * prediction;
    return margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin;
  }

  @Override
  public double derivative(double prediction, double label) {
    return -label / (1 + Math.exp(label * prediction));
  }

  @Override
  public double lipschitzConstant(double labelBound) {
    return 1;
  }

  @Override
  public double smoothness() {
    return 0.25;
  }

  @Override
  public boolean needsSignLabels() {
    return true;
  }

  @Override
  public boolean keepsSign() {
    return true;
  }
}
