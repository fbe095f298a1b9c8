package org.assay.algorithms.internal.optimize.onepass;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.ReplacedRecord;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/**
 * Phased empirical risk minimization ([@FeldmanKorenTalwar2020], Algorithm 3), for convex losses
 * that need not be smooth: phase i minimizes, over about {@code n 2^−i} fresh records, the mean
 * loss plus {@code |w − w_{i−1}|²/(eta_i n_i)}, {@code eta_i = 4^−i eta}, adds Gaussian noise and
 * projects. The release is the last phase's result.
 *
 * <p>Three things differ from the paper. The solver certifies its distance from the minimizer on
 * every dataset, so there is no probability of failure. The minimizer moves by {@code L eta_i},
 * half of the paper's bound, to which the two solutions' errors are added. Gaussian noise of {@code
 * sensitivity · √ln(1/delta)/epsilon} (Lemma 4.6) is not (epsilon, 2 delta)-private in general; the
 * event states its privacy. Derivations: {@code doc-files/phased-erm.md}.
 */
public final class PhasedErm {
  /** The accuracy of the paper's solver, in units of {@code L eta_i}. */
  private static final double PAPER_ACCURACY = 1;

  /**
   * Accuracy of the solver, in units of {@code L eta_i}: a quarter needs 1.5 times the smallest
   * noise, and less takes more time. Not tuned.
   */
  private static final double ACCURACY = 0.25;

  private PhasedErm() {}

  /**
   * The paper's constants (Theorem 4.8): {@code eta = (D/L) min(4/√n, epsilon/√(d ln(1/delta)))},
   * noise {@code 4 L (eta_i/epsilon) √ln(1/delta)}, solver accuracy {@code L eta_i}. The claim is
   * (epsilon, 2 delta)-differential privacy; it fails for large epsilon, and the event does not
   * rest on it.
   *
   * @param records number of records n, at least 2
   * @param epsilon finite and above 0
   * @param delta strictly between 0 and 1/2
   * @param loss a convex loss
   * @param set the set of parameters, of diameter D
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PhasedRelease paperSchedule(
      int records, double epsilon, double delta, Loss loss, ConstraintSet set) {
    Parameters.requirePositive("epsilon", epsilon);
    if (!(delta > 0 && delta < 0.5)) {
      throw new IllegalArgumentException(
          "delta was " + delta + ": it must be strictly between 0 and 1/2");
    }
    Guarantee claim = new Guarantee.Approximate(epsilon, 2 * delta, AdjacencyRelation.REPLACE_ONE);
    double root = Rounding.sqrtUp(-Rounding.logDown(delta));
    double noiseLimit = epsilon / (root * Math.sqrt(set.dimension()));
    double scale = set.diameter() / loss.lipschitzConstant();
    double stepSize = scale * Math.min(4 / Math.sqrt(records), noiseLimit);
    ToDoubleFunction<StableSolver> noise =
        solver -> {
          double reach = Rounding.multiplyUp(PhasedRelease.reach(solver, loss), root);
          return Rounding.divideUp(Rounding.multiplyUp(PhasedRelease.PAPER_NOISE, reach), epsilon);
        };
    List<StableSolver> solvers = solvers(records, stepSize, PAPER_ACCURACY, loss, set);
    return PhasedRelease.of(solvers, noise, claim, loss, set, set.diameter());
  }

  /**
   * The algorithm with the smallest noise for mu-Gaussian privacy, {@code sensitivity/mu}, and step
   * sizes from {@code eta = (D/L) min(4/√n, mu/√d)}.
   *
   * @param records number of records n, at least 2
   * @param mu every run is mu-GDP; finite and above 0
   * @param loss a convex loss
   * @param set the set of parameters, of diameter D
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PhasedRelease calibrated(int records, double mu, Loss loss, ConstraintSet set) {
    return calibrated(records, mu, loss, set, set.diameter());
  }

  /** The calibrated algorithm for a start within a known distance of the best parameter. */
  static PhasedRelease calibrated(
      int records, double mu, Loss loss, ConstraintSet set, double distance) {
    Parameters.requirePositive("mu", mu);
    double scale = distance / loss.lipschitzConstant();
    double stepSize = scale * Math.min(4 / Math.sqrt(records), mu / Math.sqrt(set.dimension()));
    List<StableSolver> solvers = solvers(records, stepSize, ACCURACY, loss, set);
    Guarantee claim = new Guarantee.Gaussian(mu, AdjacencyRelation.REPLACE_ONE);
    return PhasedRelease.of(solvers, PhasedRelease.leastNoise(mu), claim, loss, set, distance);
  }

  private static List<StableSolver> solvers(
      int records, double stepSize, double accuracy, Loss loss, ConstraintSet set) {
    return PhasedRelease.halving(
        records, stepSize, (size, step) -> RegularizedSolver.of(size, step, accuracy, loss, set));
  }

  /**
   * The minimizer of the mean loss of n records plus {@code |w − start|²/(eta n)}, up to a distance
   * of {@code accuracy · L eta}, with half of a gradient's sensitivity for L.
   *
   * <p>The exact minimizer moves by at most {@code L eta} when a record is replaced. Each of the
   * two solutions has an error of at most the accuracy plus rounding, so the sensitivity is {@code
   * (1 + 2 accuracy) L eta} and four times the {@link #rounding}: {@code doc-files/phased-erm.md}.
   */
  static final class RegularizedSolver implements StableSolver {
    /** Four times the unit roundoff of double precision. */
    private static final double UNIT = 0x1p-51;

    /** Number of operations on a coordinate besides those of a sum. */
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
     * Bound of the rounding errors of one step of a solver, or of one projection. The bound counts
     * a few units in the last place of every coordinate, and of the terms of a mean gradient,
     * multiplied by at most {@code 1/lambda = eta n/2}. The error of the set's projections is
     * added. The bound does not shrink with L, since a regularizer may cancel.
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
}
