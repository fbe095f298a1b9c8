package org.assay.algorithms.internal.optimize.onepass;

import java.util.Arrays;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/**
 * One pass of projected gradient descent without noise, {@code w_{t+1} = Proj_K[w_t − eta
 * gradient_t(w_t)]}, and the average of the points w_1 to w_n at which gradients were taken, w_t
 * weighted by {@code retention^(n − t)}: uniformly if the retention is 1, more towards the end if
 * it is less.
 *
 * <p>Sensitivity: {@code doc-files/averaged-descent.md}.
 */
final class AveragedDescent implements StableSolver {
  /** Bound far above the rounding errors of one step, relative to the point. Not tuned. */
  private static final double ROUNDING = 0x1p-50;

  private final int records;
  private final double stepSize;
  private final double retention;
  private final boolean uniform;
  private final Loss loss;
  private final ConstraintSet set;
  private final double sensitivity;

  private AveragedDescent(
      int records,
      double stepSize,
      double retention,
      boolean uniform,
      Loss loss,
      ConstraintSet set) {
    this.records = (int) Parameters.requireAtLeastOne("records", records);
    this.stepSize = Parameters.requirePositive("stepSize", stepSize);
    this.retention = retention;
    this.uniform = uniform;
    this.loss = loss;
    this.set = set;
    requireContraction();
    double reach = Rounding.multiplyUp(loss.gradientSensitivity(), stepSize);
    this.sensitivity =
        Rounding.addUp(
            Rounding.multiplyUp(reach, share(records, retention, contraction())), rounding());
  }

  /** The uniform average. */
  static AveragedDescent uniform(int records, double stepSize, Loss loss, ConstraintSet set) {
    return new AveragedDescent(records, stepSize, 1, true, loss, set);
  }

  /**
   * The average with the weights of [@FeldmanKorenTalwar2020], Lemma 5.2, retention {@code 1 − eta
   * lambda} for a lambda-strongly convex loss.
   *
   * @throws IllegalArgumentException if the step size exceeds 1/(2 lambda)
   */
  static AveragedDescent stronglyConvex(
      int records, double stepSize, Loss loss, ConstraintSet set) {
    double product = stepSize * ScheduledDescent.requireStronglyConvex(loss);
    if (!(product <= 0.5)) {
      throw new InvalidParameterException(
          "stepSize",
          String.format(
              "was %s: it must be at most 1/(2 strongConvexity) = %s",
              stepSize, 0.5 / loss.strongConvexity()));
    }
    return new AveragedDescent(records, stepSize, 1 - product, false, loss, set);
  }

  private void requireContraction() {
    Suitability.requireConvexGradients(loss);
    if (!(Rounding.multiplyUp(stepSize, loss.smoothness()) <= 2)) {
      throw new InvalidParameterException(
          "stepSize",
          String.format(
              "was %s: it must be at most 2/smoothness = %s, or steps may expand",
              stepSize, 2 / loss.smoothness()));
    }
  }

  /**
   * Upper bound of the addend of rounding errors to the distance of two computed averages. In each
   * of n steps of both, and in the average, each coordinate has an error of at most {@link
   * #ROUNDING} of the largest coordinate.
   */
  private double rounding() {
    double largest =
        set.largestDistance(new double[set.dimension()]) + stepSize * loss.lipschitzConstant();
    double step = set.dimension() * ROUNDING * largest;
    return 4.0 * records * (step + set.projectionError() * (largest + set.diameter()));
  }

  /** Lipschitz constant of one step, rounded up. */
  private double contraction() {
    double flat = Rounding.subtractUp(1, Rounding.multiplyDown(stepSize, loss.strongConvexity()));
    double steep = Rounding.subtractUp(Rounding.multiplyUp(stepSize, loss.smoothness()), 1);
    return Math.max(flat, steep);
  }

  /**
   * The largest share of a step's movement that reaches the average, rounded up: the maximum over
   * the places j of the replaced record of {@code Σ_{t>j} r^(n−t) c^(t−j−1) / Σ_t r^(n−t)}. With
   * one record the average is the starting point, and 1 is an upper bound that keeps events finite.
   */
  static double share(int records, double retention, double contraction) {
    if (records == 1) {
      return 1;
    }
    double reached = 0;
    double largest = 0;
    double weightUp = 1;
    double weightDown = 1;
    double total = 1;
    for (int t = records; t >= 2; t--) {
      reached = Rounding.addUp(weightUp, Rounding.multiplyUp(contraction, reached));
      largest = Math.max(largest, reached);
      weightUp = Rounding.multiplyUp(weightUp, retention);
      weightDown = Rounding.multiplyDown(weightDown, retention);
      total = Rounding.addDown(total, weightDown);
    }
    return Rounding.divideUp(largest, total);
  }

  @Override
  public int records() {
    return records;
  }

  @Override
  public double sensitivity() {
    return sensitivity;
  }

  @Override
  public double stepSize() {
    return stepSize;
  }

  /**
   * The bound of [@FeldmanKorenTalwar2020], Lemma 4.5, for the uniform average, {@code E|start −
   * w|²/(2 eta n) + eta L²/2}; and of Lemma 5.2 for the other average, {@code lambda E|start −
   * w|²/(e^(eta lambda n) − 1) + eta L²/2}.
   */
  @Override
  public double addExcessLoss(double sum, double squaredDistance) {
    double lipschitz = loss.lipschitzConstant();
    double fromSteps = stepSize * lipschitz * lipschitz / 2;
    if (uniform) {
      return sum + squaredDistance / (2 * stepSize * records) + fromSteps;
    }
    double convexity = loss.strongConvexity();
    double forgotten = Math.expm1(stepSize * convexity * records);
    return sum + (convexity * squaredDistance / forgotten + fromSteps);
  }

  @Override
  public void solve(double[] point, Dataset dataset, int from) {
    double[] average = new double[point.length];
    double[] gradient = new double[point.length];
    double total = 0;
    for (int i = from; i < from + records; i++) {
      total = 1 + retention * total;
      for (int j = 0; j < point.length; j++) {
        average[j] += (point[j] - average[j]) / total;
      }
      Arrays.fill(gradient, 0);
      loss.addGradient(point, dataset, i, 1, gradient);
      for (int j = 0; j < point.length; j++) {
        point[j] -= stepSize * gradient[j];
      }
      set.project(point);
    }
    System.arraycopy(average, 0, point, 0, point.length);
  }
}
