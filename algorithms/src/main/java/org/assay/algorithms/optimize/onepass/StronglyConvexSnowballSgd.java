package org.assay.algorithms.optimize.onepass;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.optimize.ProjectedNoisySgd;
import org.assay.algorithms.optimize.SnowballBatches;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Snowball-SGD for strongly convex losses ([@FeldmanKorenTalwar2020], Theorem 5.4): {@link
 * ProjectedNoisySgd} with
 *
 * <pre>B_t = ⌈2 √(d / (T − t + 1)) / rho⌉,  eta = 2 ln T / (lambda T),  sigma = L/√d.</pre>
 *
 * The root of the batch size covers the quotient, as in Theorem 3.5, whose proof is the same; the
 * typesetting allows {@code √d/(T − t + 1)}, for which the claim is false. The event does not use
 * that strongly convex steps contract: the last batches, which decide, gain nothing from it.
 */
public final class StronglyConvexSnowballSgd implements PrivateAlgorithm {
  private final double rho;
  private final double excessLossBound;
  private final ProjectedNoisySgd algorithm;

  private StronglyConvexSnowballSgd(
      double rho, double excessLossBound, ProjectedNoisySgd algorithm) {
    this.rho = rho;
    this.excessLossBound = excessLossBound;
    this.algorithm = algorithm;
  }

  /**
   * The paper's schedule of a given number of steps.
   *
   * @param steps number of steps T, at least 9, from where on the step size is at most 1/(2 lambda)
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a strongly convex loss
   * @param set where the parameter is confined to
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range, a batch would not fit an
   *     {@code int} or the step size exceeds 2/smoothness (take more steps)
   */
  public static StronglyConvexSnowballSgd paperSchedule(
      int steps, double rho, Loss loss, ConstraintSet set) {
    if (!(steps >= 9)) {
      throw new IllegalArgumentException(
          "steps was " + steps + ": it must be at least 9; raise rho or take more records");
    }
    double convexity = ScheduledDescent.requireStronglyConvex(loss);
    return of(steps, 2 * Math.log(steps) / (convexity * steps), rho, loss, set);
  }

  private static StronglyConvexSnowballSgd of(
      int steps, double stepSize, double rho, Loss loss, ConstraintSet set) {
    int[] batchSizes = SnowballBatches.constantStep(set.dimension(), rho).sizes(steps);
    double[] stepSizes = ScheduledDescent.filled(steps, stepSize);
    double[] noise = ScheduledDescent.filled(steps, ScheduledDescent.snowballNoise(loss, set));
    GradientSchedule schedule = GradientSchedule.of(stepSizes, batchSizes, noise);
    double bound = excessLossBound(steps, stepSize, loss, set);
    return new StronglyConvexSnowballSgd(rho, bound, ProjectedNoisySgd.of(schedule, loss, set));
  }

  private static double excessLossBound(int steps, double stepSize, Loss loss, ConstraintSet set) {
    double lipschitz = loss.lipschitzConstant();
    double convexity = loss.strongConvexity();
    double distance = Math.min(set.diameter(), 2 * lipschitz / convexity);
    double forgotten = Math.expm1(stepSize * convexity * steps);
    return convexity * distance * distance / forgotten
        + lipschitz * lipschitz * stepSize * (2 + Math.log(steps));
  }

  /**
   * The most steps that a number of records suffices for, with the paper's step size but never
   * above 1/(2 lambda) and 2/smoothness.
   *
   * @param records number of records n
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a strongly convex loss
   * @param set where the parameter is confined to
   * @return the algorithm with the largest T whose batch sizes sum to at most n
   * @throws IllegalArgumentException if a parameter is out of range or the records do not suffice
   *     for one step
   */
  public static StronglyConvexSnowballSgd longestFor(
      int records, double rho, Loss loss, ConstraintSet set) {
    int steps = SnowballBatches.constantStep(set.dimension(), rho).steps(records);
    double convexity = ScheduledDescent.requireStronglyConvex(loss);
    double paper = 2 * Math.log(Math.max(2, steps)) / (convexity * steps);
    double stepSize = ScheduledDescent.contractive(Math.min(paper, 0.5 / convexity), loss);
    return of(steps, stepSize, rho, loss, set);
  }

  /**
   * What the paper claims for the release: (alpha, alpha rho²/2)-RDP for every alpha, that is
   * rho²/2-zCDP when one record is replaced.
   *
   * @return the claim, its parameter rounded up
   */
  public Guarantee claimedGuarantee() {
    return new Guarantee.ZeroConcentrated(
        Rounding.divideUp(Rounding.multiplyUp(rho, rho), 2), AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * A bound on the expected excess loss over the set's best parameter, for records drawn
   * independently from one distribution: {@code lambda R²/(e^(eta lambda T) − 1) + L² eta (2 + ln
   * T)} with {@code R = min(D, 2L/lambda)}, which the paper's proof gives and which is below its
   * {@code 20 L² ln² T / (lambda T)} from T = 9 on.
   *
   * @return the bound
   */
  public double excessLossBound() {
    return excessLossBound;
  }

  /**
   * The schedule.
   *
   * @return step sizes, batch sizes and noise parameters
   */
  public GradientSchedule schedule() {
    return algorithm.schedule();
  }

  /**
   * This algorithm from another starting point.
   *
   * @param point a point of the set that does not depend on the data; copied
   * @return the algorithm
   * @throws IllegalArgumentException if the point is not in the set
   */
  public StronglyConvexSnowballSgd withStartingPoint(double[] point) {
    return new StronglyConvexSnowballSgd(rho, excessLossBound, algorithm.withStartingPoint(point));
  }

  @Override
  public LastIterateEvent event() {
    return algorithm.event();
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    return algorithm.run(dataset, random);
  }

  @Override
  public String toString() {
    return "StronglyConvexSnowballSgd(rho " + rho + ", " + algorithm + ")";
  }
}
