package org.assay.testing.arbitrary;

import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.privacy.Parameters;

/**
 * A convex loss of a real prediction, with the constants that privacy statements rest on.
 *
 * @param name the loss with its parameters
 * @param value the loss
 * @param derivative its derivative, or a subderivative where there is a kink
 * @param lipschitzConstant a bound on the magnitude of every subderivative, above 0
 * @param smoothness a bound on the Lipschitz constant of the derivative, at least 0; infinite for a
 *     loss with a kink
 */
public record ConvexLoss(
    String name,
    DoubleUnaryOperator value,
    DoubleUnaryOperator derivative,
    double lipschitzConstant,
    double smoothness) {
  /**
   * Checks the constants.
   *
   * @throws IllegalArgumentException if a constant is out of range
   */
  public ConvexLoss {
    Parameters.requirePositive("lipschitzConstant", lipschitzConstant);
    if (!(smoothness >= 0)) {
      throw new IllegalArgumentException(
          "smoothness was " + smoothness + ": it must be at least 0, or infinite");
    }
  }

  /**
   * The absolute deviation {@code |t - center|}.
   *
   * @param center the minimizer
   * @return the loss
   */
  public static ConvexLoss absolute(double center) {
    return new ConvexLoss(
        "|t - " + center + "|",
        t -> Math.abs(t - center),
        t -> Math.signum(t - center),
        1,
        Double.POSITIVE_INFINITY);
  }

  /**
   * The pinball loss of a quantile.
   *
   * @param quantile strictly between 0 and 1
   * @return the loss, {@code quantile · t} above 0 and {@code (quantile - 1) · t} below
   */
  public static ConvexLoss pinball(double quantile) {
    Parameters.requireOpenProbability("quantile", quantile);
    return new ConvexLoss(
        "pinball at quantile " + quantile,
        t -> t >= 0 ? quantile * t : (quantile - 1) * t,
        t -> t >= 0 ? quantile : quantile - 1,
        Math.max(quantile, 1 - quantile),
        Double.POSITIVE_INFINITY);
  }

  /**
   * Huber's loss: {@code t²/(2 width)} up to the width, {@code |t| - width/2} beyond.
   *
   * @param width distance at which the loss becomes linear, above 0
   * @return the loss
   */
  public static ConvexLoss huber(double width) {
    Parameters.requirePositive("width", width);
    return new ConvexLoss(
        "Huber of width " + width,
        t -> Math.abs(t) <= width ? t * t / (2 * width) : Math.abs(t) - width / 2,
        t -> Math.max(-1, Math.min(1, t / width)),
        1,
        Math.nextUp(1 / width));
  }

  /**
   * The logistic loss {@code ln(1 + exp(-t))} of a margin.
   *
   * @return the loss
   */
  public static ConvexLoss logistic() {
    return new ConvexLoss(
        "logistic",
        t -> Math.max(0, -t) + Math.log1p(Math.exp(-Math.abs(t))),
        t -> -1 / (1 + Math.exp(t)),
        1,
        0.25);
  }

  /**
   * The hinge loss {@code max(0, 1 - t)} of a margin.
   *
   * @return the loss
   */
  public static ConvexLoss hinge() {
    return new ConvexLoss(
        "hinge", t -> Math.max(0, 1 - t), t -> t < 1 ? -1 : 0, 1, Double.POSITIVE_INFINITY);
  }

  /**
   * A multiple of this loss.
   *
   * @param weight the factor, finite and above 0
   * @return the loss with its constants, rounded up
   */
  public ConvexLoss times(double weight) {
    Parameters.requirePositive("weight", weight);
    return new ConvexLoss(
        weight + " × " + name,
        t -> weight * value.applyAsDouble(t),
        t -> weight * derivative.applyAsDouble(t),
        Math.nextUp(weight * lipschitzConstant),
        Math.nextUp(weight * smoothness));
  }

  @Override
  public String toString() {
    return name;
  }
}
