package org.assay.algorithms.objective;

import org.assay.accountant.numeric.Rounding;
import org.assay.algorithms.internal.geometry.ConstraintSet;

/**
 * A loss of a linear prediction whose gradients are clipped, record by record, to a bound C: {@code
 * clamp(phi'(p, y), -C/|x|, C/|x|) x}. Unlike clipped gradients of other losses these are gradients
 * of a convex loss, so contraction arguments hold.
 *
 * <p>Proof. On a record (x, y) the number {@code c = C/|x|} is fixed. phi' does not decrease in the
 * prediction and changes by at most its smoothness times the change of p; clamping to [-c, c] keeps
 * both. So {@code psi(p) = phi(0, y) + ∫_0^p clamp(phi'(s, y), -c, c) ds} is convex, with the same
 * smoothness, and the gradient of {@code psi(⟨w, x⟩)} is {@code clamp(phi', -c, c) x}: phi' x
 * clipped to norm C. Values are those of psi, which is phi where nothing is clipped between 0 and
 * p. Strong convexity is 0.
 *
 * <p>Rounding. c is computed from a norm rounded up and rounded down itself, so the exact norm of
 * the computed slope times x is at most C, as for losses that are not clipped. A record without
 * features has gradient 0, clipped or not.
 *
 * @param inner the loss
 * @param bound the largest norm C of a gradient, finite and at least 1e-100
 */
record ClippedLinearPredictionLoss(LinearPredictionLoss inner, double bound) implements Loss {
  ClippedLinearPredictionLoss {
    UnitNormClipping.requireBound(bound);
  }

  @Override
  public double value(double[] parameter, Dataset dataset, int i) {
    return new ClampedSlope(inner.scalarLoss(), dataset.label(i), largestSlope(dataset, i))
        .value(dataset.dot(i, parameter));
  }

  @Override
  public void addGradient(
      double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
    double slope = inner.scalarLoss().derivative(dataset.dot(i, parameter), dataset.label(i));
    double largest = largestSlope(dataset, i);
    double clamped = Math.max(-largest, Math.min(largest, slope));
    dataset.addRowTo(i, weight * clamped, accumulator);
  }

  /**
   * The largest slope of a record; infinite for a record without features, whose slope is not
   * clamped.
   */
  private double largestSlope(Dataset dataset, int i) {
    double norm = dataset.rowNorm(i);
    return norm > 0 ? Rounding.divideDown(bound, norm) : Double.POSITIVE_INFINITY;
  }

  @Override
  public double lipschitzConstant() {
    return Math.min(bound, inner.lipschitzConstant());
  }

  @Override
  public double smoothness() {
    return inner.smoothness();
  }

  @Override
  public void requireSupported(Dataset dataset) {
    inner.requireSupported(dataset);
  }

  @Override
  public void requireSupportedOn(ConstraintSet set) {
    inner.requireSupportedOn(set);
  }

  /** The loss psi of a prediction, on one record. */
  private record ClampedSlope(ScalarLoss loss, double label, double largest) {
    /** Number of halvings after which an interval has the precision of doubles. */
    private static final int HALVINGS = 64;

    /**
     * The value psi of a prediction. Without features the prediction is 0 and slopes are unbounded.
     */
    double value(double prediction) {
      double atZero = loss.value(0, label);
      if (prediction == 0) {
        return atZero;
      }
      return prediction > 0 ? atZero + integral(0, prediction) : atZero - integral(prediction, 0);
    }

    /** The integral of the clamped slope: constant at both ends, phi's own between them. */
    private double integral(double low, double high) {
      double first = firstOfSlope(-largest, low, high);
      double second = firstOfSlope(largest, low, high);
      double inner = loss.value(second, label) - loss.value(first, label);
      return inner + largest * ((high - second) - (first - low));
    }

    /**
     * The smallest point of an interval at which the slope is at least a level, or the upper end.
     */
    private double firstOfSlope(double level, double low, double high) {
      if (loss.derivative(low, label) >= level) {
        return low;
      }
      double below = low;
      double above = high;
      for (int k = 0; k < HALVINGS; k++) {
        double middle = below + (above - below) / 2;
        if (loss.derivative(middle, label) >= level) {
          above = middle;
        } else {
          below = middle;
        }
      }
      return above;
    }
  }
}
