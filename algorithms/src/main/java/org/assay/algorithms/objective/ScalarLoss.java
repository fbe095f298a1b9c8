package org.assay.algorithms.objective;

/**
 * A convex loss phi(p, y) of a real prediction p on a label y. Its constants hold for every real
 * prediction and for every supported label.
 *
 * <p>Implementations are immutable and safe to use from any thread.
 */
public sealed interface ScalarLoss
    permits LogisticScalarLoss,
        HuberScalarLoss,
        HingeScalarLoss,
        AbsoluteScalarLoss,
        LinearScalarLoss {
  /**
   * The loss.
   *
   * @param prediction the prediction p, finite
   * @param label the label y
   * @return phi(p, y)
   */
  double value(double prediction, double label);

  /**
   * The derivative in the prediction, or a subderivative where there is a kink.
   *
   * @param prediction the prediction p, finite
   * @param label the label y
   * @return a number of magnitude at most the Lipschitz constant
   */
  double derivative(double prediction, double label);

  /**
   * A bound on the magnitude of every subderivative.
   *
   * @param labelBound largest magnitude of a label
   * @return finite, above 0, rounded up
   */
  double lipschitzConstant(double labelBound);

  /**
   * A bound on the Lipschitz constant of the derivative.
   *
   * @return at least 0, infinite for losses with kinks
   */
  double smoothness();

  /**
   * Whether the only supported labels are +1 and -1.
   *
   * @return false if every bounded label is supported
   */
  boolean needsSignLabels();

  /**
   * Whether the label alone determines the sign of the derivative.
   *
   * @return false if the derivative has both signs for some label
   */
  boolean keepsSign();

  /**
   * The slope of the loss at its proximal point: the number u that is a subderivative of phi(·, y)
   * at {@code p = a - s u}, which is the minimizer of {@code phi(p, y) + (p - a)²/(2 s)}. As a
   * function of the center it is the derivative of the Moreau envelope.
   *
   * <p>The magnitude never exceeds the Lipschitz constant, for every rounding error. The error is
   * at most {@code 2^-40 L + 2^-50 (1 + |a|)} for the Lipschitz constant L over the label at hand:
   * {@code u - phi'(a - s u)} grows at least as fast as u, so a residual bounds the error, and the
   * default halves an interval until it is that narrow.
   *
   * @param center the point a, finite
   * @param step the step s, at least 0
   * @param label the label y
   * @return the slope u
   */
  default double proximalSlope(double center, double step, double label) {
    double bound = lipschitzConstant(Math.abs(label));
    double low = -bound;
    double high = bound;
    double width = 0x1p-41 * bound;
    while (high - low > width) {
      double middle = low + 0.5 * (high - low);
      if (middle < derivative(center - step * middle, label)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low + 0.5 * (high - low);
  }
}
