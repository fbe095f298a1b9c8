package org.assay.algorithms.objective;

import java.util.Arrays;
import org.assay.algorithms.internal.geometry.ConstraintSet;

/**
 * A loss whose gradients are clipped, record by record, to a Lipschitz constant: {@code g min(1,
 * bound/|g|)}. Clipping serves losses, or records, for which no Lipschitz constant is known.
 *
 * <p>The exact norm of a clipped gradient is at most the bound for every record, so sensitivities
 * hold for every dataset. Records are <strong>not</strong> refused for their norms or labels. A
 * clipped gradient is in general not the gradient of any function, so nothing is claimed of
 * contraction: smoothness is infinite and strong convexity 0. Values are those of the loss itself.
 *
 * @param inner the loss
 * @param bound the Lipschitz constant, finite and at least 1e-100
 */
public record ClippedLoss(Loss inner, double bound) implements Loss {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the bound is not finite or below 1e-100
   */
  public ClippedLoss {
    UnitNormClipping.requireBound(bound);
  }

  @Override
  public double value(double[] parameter, Dataset dataset, int i) {
    return inner.value(parameter, dataset, i);
  }

  /**
   * Adds a multiple of the clipped gradient; allocates one array, unlike the batch methods, which
   * allocate one for each batch.
   *
   * @throws ArithmeticException if the gradient is not finite
   */
  @Override
  public void addGradient(
      double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
    double[] gradient = new double[parameter.length];
    inner.addGradient(parameter, dataset, i, 1, gradient);
    addClipped(gradient, weight, accumulator);
  }

  @Override
  public void addSampleGradient(
      double[] parameter,
      Dataset dataset,
      int[] sample,
      int size,
      double weight,
      double[] accumulator) {
    double[] gradient = new double[parameter.length];
    for (int k = 0; k < size; k++) {
      Arrays.fill(gradient, 0);
      inner.addGradient(parameter, dataset, sample[k], 1, gradient);
      addClipped(gradient, weight, accumulator);
    }
  }

  private void addClipped(double[] gradient, double weight, double[] accumulator) {
    clip(gradient);
    for (int j = 0; j < gradient.length; j++) {
      accumulator[j] += weight * gradient[j];
    }
  }

  private void clip(double[] gradient) {
    double square = 0;
    for (double coordinate : gradient) {
      square += coordinate * coordinate;
    }
    // A sum of d squares has a relative error of at most d 2^-53, and bounds are too large for
    // underflow.
    double largest = square * (1 + 0x1p-52 * (gradient.length + 1.0));
    if (largest < bound * bound * (1 - 0x1p-50)) {
      return;
    }
    if (Double.isFinite(largest)) {
      shrink(gradient, bound / Math.sqrt(largest) * (1 - 0x1p-50));
      return;
    }
    requireFinite(gradient);
    new UnitNormClipping(bound).clip(gradient);
  }

  /**
   * Multiplies a gradient by a factor, whose margin of 2^-50 covers the roundings of a root, a
   * quotient and two products.
   */
  private static void shrink(double[] gradient, double factor) {
    for (int j = 0; j < gradient.length; j++) {
      gradient[j] *= factor;
    }
  }

  private static void requireFinite(double[] gradient) {
    for (int j = 0; j < gradient.length; j++) {
      if (!Double.isFinite(gradient[j])) {
        throw new ArithmeticException(
            "coordinate " + j + " of a gradient was " + gradient[j] + ": it cannot be clipped");
      }
    }
  }

  @Override
  public int parameterDimension(Dataset dataset) {
    return inner.parameterDimension(dataset);
  }

  @Override
  public double lipschitzConstant() {
    return bound;
  }

  @Override
  public double smoothness() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public boolean clipsGradients() {
    return true;
  }

  @Override
  public boolean predictsLogOdds() {
    return inner.predictsLogOdds();
  }

  @Override
  public void requireSupported(Dataset dataset) {
    // Clipping bounds the gradient on any record.
  }

  @Override
  public void requireSupportedOn(ConstraintSet set) {
    // Clipping bounds the gradient at any parameter.
  }
}
