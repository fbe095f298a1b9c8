package org.assay.algorithms.optimize.onepass;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.optimize.ProjectedNoisySgd;
import org.assay.algorithms.optimize.SnowballBatches;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Snowball-SGD with step sizes that decay towards the end ([@FeldmanKorenTalwar2020], Definition
 * 3.3 and Theorem 3.6): {@link ProjectedNoisySgd} with
 *
 * <pre>B_t = ⌈4 √(3d / (T − t + 1)) / rho⌉,  eta_t = c 2^−i / √T,  c = D/(√2 L),  sigma = L/√d,
 * </pre>
 *
 * where i counts how often the remaining steps were halved. The root of the batch size covers the
 * quotient, as the proof has it; the statement's typesetting allows {@code √(3d)/(T − t + 1)}, for
 * which the claim is false. The statement's count of records {@code n ≤ T + 4 √(dT)/rho} is too
 * small; the proof has {@code T + 8 √3 √(dT)/rho}.
 */
public final class DecayingSnowballSgd implements PrivateAlgorithm {
  private final double rho;
  private final double excessLossBound;
  private final ProjectedNoisySgd algorithm;

  private DecayingSnowballSgd(double rho, double excessLossBound, ProjectedNoisySgd algorithm) {
    this.rho = rho;
    this.excessLossBound = excessLossBound;
    this.algorithm = algorithm;
  }

  /**
   * The paper's schedule of a given number of steps.
   *
   * @param steps number of steps T, at least 1
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a convex loss
   * @param set where the parameter is confined to
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range, a batch would not fit an
   *     {@code int} or the first step size exceeds 2/smoothness (take more steps)
   */
  public static DecayingSnowballSgd paperSchedule(
      int steps, double rho, Loss loss, ConstraintSet set) {
    Parameters.requireAtLeastOne("steps", steps);
    double lipschitz = loss.lipschitzConstant();
    double[] stepSizes = DecayingSteps.of(steps, set.diameter() / (Math.sqrt(2) * lipschitz));
    int[] batchSizes = SnowballBatches.decayingStep(set.dimension(), rho).sizes(steps);
    double[] noise = ScheduledDescent.filled(steps, ScheduledDescent.snowballNoise(loss, set));
    GradientSchedule schedule = GradientSchedule.of(stepSizes, batchSizes, noise);
    double bound = 15 * Math.sqrt(2) * set.diameter() * lipschitz / Math.sqrt(steps);
    return new DecayingSnowballSgd(rho, bound, ProjectedNoisySgd.of(schedule, loss, set));
  }

  /**
   * The paper's schedule with the most steps that a number of records suffices for.
   *
   * @param records number of records n
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a convex loss
   * @param set where the parameter is confined to
   * @return the algorithm with the largest T whose batch sizes sum to at most n
   * @throws IllegalArgumentException if the records do not suffice for one step, or as {@link
   *     #paperSchedule} does
   */
  public static DecayingSnowballSgd longestFor(
      int records, double rho, Loss loss, ConstraintSet set) {
    int steps = SnowballBatches.decayingStep(set.dimension(), rho).steps(records);
    return paperSchedule(steps, rho, loss, set);
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
   * independently from one distribution: {@code 15 √2 D L / √T}.
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
  public DecayingSnowballSgd withStartingPoint(double[] point) {
    return new DecayingSnowballSgd(rho, excessLossBound, algorithm.withStartingPoint(point));
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
    return "DecayingSnowballSgd(rho " + rho + ", " + algorithm + ")";
  }
}
