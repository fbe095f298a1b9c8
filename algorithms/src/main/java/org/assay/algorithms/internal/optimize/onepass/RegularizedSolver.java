package org.assay.algorithms.internal.optimize.onepass;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.ReplacedRecord;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/**
 * The minimizer of the mean loss of n records plus {@code |w − start|²/(eta n)}, up to a distance
 * of {@code accuracy · L eta}, with half of a gradient's sensitivity for L.
 *
 * <p>The exact minimizer moves by at most {@code L eta} when a record is replaced, and each of the
 * two solutions is off by at most the accuracy and what doubles round, so the sensitivity is {@code
 * (1 + 2 accuracy) L eta} and four times the {@link #rounding}: {@code doc-files/phased-erm.md}.
 */
final class RegularizedSolver implements StableSolver {
  /** Four times the largest relative error of an operation. */
  private static final double UNIT = 0x1p-51;

  /** Operations on a coordinate besides those of a sum. */
  private static final double ROUNDINGS = 16;

  private final int records;
  private final double stepSize;
  private final double accuracy;
  private final Loss loss;
  private final ConstraintSet set;
  private final CertifiedMinimizer minimizer;

  private RegularizedSolver(
      int records, double stepSize, double accuracy, Loss loss, ConstraintSet set) {
    this.records = (int) Parameters.requireAtLeastOne("records", records);
    this.stepSize = Parameters.requirePositive("stepSize", stepSize);
    this.accuracy = Parameters.requirePositive("accuracy", accuracy);
    this.loss = loss;
    this.set = set;
    this.minimizer = CertifiedMinimizer.of(loss.smoothness());
  }

  /**
   * A solver.
   *
   * @throws IllegalArgumentException if the loss may be non-convex or clips its gradients
   */
  static RegularizedSolver of(
      int records, double stepSize, double accuracy, Loss loss, ConstraintSet set) {
    Suitability.requireConvexGradients(loss);
    return new RegularizedSolver(records, stepSize, accuracy, loss, set);
  }

  @Override
  public int records() {
    return records;
  }

  @Override
  public double sensitivity() {
    double moves = Rounding.addUp(1, Rounding.multiplyUp(2, accuracy));
    double reach = Rounding.multiplyUp(ReplacedRecord.halfSensitivity(loss), stepSize);
    return Rounding.addUp(Rounding.multiplyUp(moves, reach), 4 * rounding());
  }

  /**
   * What doubles round in one step of a solver, or in one projection: a few units in the last place
   * of every coordinate, which the set bounds, and of the terms of a mean gradient, multiplied by
   * at most {@code 1/lambda = eta n/2}; and what the set's projections are off by. It does not
   * shrink with L where a regularizer cancels.
   */
  private double rounding() {
    int dimension = set.dimension();
    double reach = set.largestDistance(new double[dimension]) + set.diameter();
    double steps = loss.lipschitzConstant() * stepSize * records;
    double projected = set.projectionError() * (reach + steps);
    return projected
        + UNIT * ((dimension + ROUNDINGS) * reach + (records + dimension + ROUNDINGS) * steps);
  }

  @Override
  public double stepSize() {
    return stepSize;
  }

  /** {@code E|start − w|²/(eta n) + (1 + accuracy) eta L²}, with the Lipschitz constant for L. */
  @Override
  public double addExcessLoss(double sum, double squaredDistance) {
    double lipschitz = loss.lipschitzConstant();
    double fromStart = sum + squaredDistance / (stepSize * records);
    return fromStart + (1 + accuracy) * stepSize * lipschitz * lipschitz;
  }

  @Override
  public void solve(double[] point, Dataset dataset, int from) {
    double lambda = 2 / (stepSize * records);
    RegularizedProblem problem =
        new RegularizedProblem(loss, set, dataset, from, records, point.clone(), lambda);
    double reach = Rounding.multiplyDown(ReplacedRecord.halfSensitivity(loss), stepSize);
    double tolerance = Rounding.multiplyDown(accuracy, reach) + rounding();
    double[] solution = minimizer.minimize(problem, tolerance);
    System.arraycopy(solution, 0, point, 0, point.length);
  }
}
