package org.assay.algorithms.objective;

import java.util.Arrays;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.ConstraintSet;

/**
 * A loss plus {@code lambda |w - center|²/2}, for parameters within a radius of the center. Its
 * constants: Lipschitz constant {@code L + lambda radius} and smoothness {@code beta + lambda},
 * rounded up; strong convexity {@code m + lambda}, rounded down. The regularizer's gradient {@code
 * lambda (w - center)} is the same for all records, so the gradient's sensitivity is that of the
 * loss inside. Sets that reach beyond the radius are refused.
 */
public final class RegularizedLoss implements Loss {
  private final Loss inner;
  private final double lambda;
  private final double[] center;
  private final double radius;
  private final double lipschitzConstant;

  private RegularizedLoss(Loss inner, double lambda, double[] center, double radius) {
    this.inner = inner;
    this.lambda = Parameters.requirePositive("lambda", lambda);
    this.center = center.clone();
    this.radius = Parameters.requirePositive("radius", radius);
    this.lipschitzConstant =
        Rounding.addUp(inner.lipschitzConstant(), Rounding.multiplyUp(lambda, radius));
    Parameters.requirePositive("lipschitzConstant", lipschitzConstant);
  }

  /**
   * A regularized loss.
   *
   * @param inner the loss
   * @param lambda weight of the regularizer, finite and above 0
   * @param center the point at which the regularizer is 0, chosen independently of the data; copied
   * @param radius largest distance of a parameter from the center, finite and above 0
   * @return the loss
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static RegularizedLoss of(Loss inner, double lambda, double[] center, double radius) {
    return new RegularizedLoss(inner, lambda, center, radius);
  }

  /**
   * A regularized loss on a set.
   *
   * @param inner the loss
   * @param lambda weight of the regularizer, finite and above 0
   * @param center the point at which the regularizer is 0, chosen independently of the data; copied
   * @param set the set of parameters
   * @return the loss, with the set's largest distance from the center as radius
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static RegularizedLoss over(
      Loss inner, double lambda, double[] center, ConstraintSet set) {
    inner.requireSupportedOn(set);
    return new RegularizedLoss(inner, lambda, center, set.largestDistance(center));
  }

  @Override
  public double value(double[] parameter, Dataset dataset, int i) {
    double square = 0;
    for (int j = 0; j < center.length; j++) {
      double difference = parameter[j] - center[j];
      square += difference * difference;
    }
    return inner.value(parameter, dataset, i) + 0.5 * lambda * square;
  }

  @Override
  public void addGradient(
      double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
    inner.addGradient(parameter, dataset, i, weight, accumulator);
    addRegularizer(parameter, weight, accumulator);
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
    addRegularizer(parameter, weight * size, accumulator);
  }

  private void addRegularizer(double[] parameter, double weight, double[] accumulator) {
    double factor = weight * lambda;
    for (int j = 0; j < center.length; j++) {
      accumulator[j] += factor * (parameter[j] - center[j]);
    }
  }

  @Override
  public int parameterDimension(Dataset dataset) {
    return inner.parameterDimension(dataset);
  }

  @Override
  public double lipschitzConstant() {
    return lipschitzConstant;
  }

  /**
   * The sensitivity of the inner loss: two records' gradients at a parameter add the same doubles
   * for the regularizer.
   */
  @Override
  public double gradientSensitivity() {
    return inner.gradientSensitivity();
  }

  @Override
  public double smoothness() {
    return Rounding.addUp(inner.smoothness(), lambda);
  }

  @Override
  public double strongConvexity() {
    return Rounding.addDown(inner.strongConvexity(), lambda);
  }

  @Override
  public boolean clipsGradients() {
    return inner.clipsGradients();
  }

  @Override
  public boolean predictsLogOdds() {
    return inner.predictsLogOdds();
  }

  @Override
  public void requireSupported(Dataset dataset) {
    inner.requireSupported(dataset);
    requireDimension("parameters on the dataset", parameterDimension(dataset));
  }

  @Override
  public void requireSupportedOn(ConstraintSet set) {
    inner.requireSupportedOn(set);
    requireDimension("the set", set.dimension());
    double distance = set.largestDistance(center);
    if (!(distance <= radius)) {
      throw new IllegalArgumentException(
          String.format(
              "largest distance of the set from the center was %s: the regularized loss was"
                  + " declared for distances up to %s; declare a larger radius or choose a smaller"
                  + " set",
              distance, radius));
    }
  }

  private void requireDimension(String name, int dimension) {
    if (dimension != center.length) {
      throw new IllegalArgumentException(
          String.format(
              "dimension of %s was %s: it must be that of the regularizer's center, %s",
              name, dimension, center.length));
    }
  }

  @Override
  public String toString() {
    return inner + " + " + lambda + " |w - " + Arrays.toString(center) + "|²/2";
  }
}
