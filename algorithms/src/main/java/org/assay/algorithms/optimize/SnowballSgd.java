package org.assay.algorithms.optimize;

import java.util.Arrays;
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
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Snowball-SGD with a constant step size ([@FeldmanKorenTalwar2020], Theorem 3.5): {@link
 * ProjectedNoisySgd} with batches that grow towards the end, where less noise is still to come.
 * Step t = 1, …, T of T uses
 *
 * <pre>B_t = ⌈2 √(d / (T − t + 1)) / rho⌉,  eta = D / (L √(2T)),  sigma = L / √d,</pre>
 *
 * with d the dimension and D the diameter of the set and L the Lipschitz constant of the loss. The
 * batch sizes are the exact ceilings and sigma is rounded up, so that rounding never weakens the
 * claim.
 */
public final class SnowballSgd implements PrivateAlgorithm {
  private final double rho;
  private final double excessLossBound;
  private final ProjectedNoisySgd algorithm;

  private SnowballSgd(double rho, double excessLossBound, ProjectedNoisySgd algorithm) {
    this.rho = rho;
    this.excessLossBound = excessLossBound;
    this.algorithm = algorithm;
  }

  /**
   * The schedule of a given number of steps.
   *
   * @param steps number of steps T, at least 1
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a convex loss
   * @param set where the parameter is confined to
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range, a batch would not fit an
   *     {@code int} or the step size exceeds 2/smoothness (take more steps)
   */
  public static SnowballSgd constantStep(int steps, double rho, Loss loss, ConstraintSet set) {
    Parameters.requireAtLeastOne("steps", steps);
    int[] batchSizes = SnowballBatches.constantStep(set.dimension(), rho).sizes(steps);
    double lipschitz = loss.lipschitzConstant();
    double stepSize = set.diameter() / (lipschitz * Math.sqrt(2.0 * steps));
    double sigma = Rounding.divideUp(lipschitz, Rounding.sqrtDown(set.dimension()));
    GradientSchedule schedule =
        GradientSchedule.of(filled(steps, stepSize), batchSizes, filled(steps, sigma));
    double bound =
        Math.sqrt(8) * set.diameter() * lipschitz * (2 + Math.log(steps)) / Math.sqrt(steps);
    return new SnowballSgd(rho, bound, ProjectedNoisySgd.of(schedule, loss, set));
  }

  private static double[] filled(int length, double value) {
    double[] result = new double[length];
    Arrays.fill(result, value);
    return result;
  }

  /**
   * The schedule with the most steps that a number of records suffices for.
   *
   * @param records number of records n
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a convex loss
   * @param set where the parameter is confined to
   * @return the algorithm with the largest T whose batch sizes sum to at most n
   * @throws IllegalArgumentException if the records do not suffice for one step, or as {@link
   *     #constantStep} does
   */
  public static SnowballSgd longestFor(int records, double rho, Loss loss, ConstraintSet set) {
    int steps = SnowballBatches.constantStep(set.dimension(), rho).steps(records);
    return constantStep(steps, rho, loss, set);
  }

  /**
   * What the paper claims for the release: (alpha, alpha rho²/2)-RDP for every alpha, that is
   * rho²/2-zCDP when one record is replaced. A claim about {@link NoiseScaling#STEP_SIZE}, handed
   * out unchanged whatever scaling is in use: whether it holds is for the accountant or an audit to
   * say.
   *
   * @return the claim, its parameter rounded up
   */
  public Guarantee claimedGuarantee() {
    return new Guarantee.ZeroConcentrated(
        Rounding.divideUp(Rounding.multiplyUp(rho, rho), 2), AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * The paper's bound on the expected excess loss over the set's best parameter, {@code √8 D L (2 +
   * ln T) / √T}, for records drawn independently from one distribution.
   *
   * @return the bound
   */
  public double excessLossBound() {
    return excessLossBound;
  }

  /**
   * This algorithm with another reading of the noise parameter.
   *
   * @param scaling the reading
   * @return the algorithm, with the same claim
   */
  public SnowballSgd withNoiseScaling(NoiseScaling scaling) {
    return new SnowballSgd(rho, excessLossBound, algorithm.withNoiseScaling(scaling));
  }

  /**
   * This algorithm from another starting point.
   *
   * @param point a point of the set that does not depend on the data; copied
   * @return the algorithm
   * @throws IllegalArgumentException if the point is not in the set
   */
  public SnowballSgd withStartingPoint(double[] point) {
    return new SnowballSgd(rho, excessLossBound, algorithm.withStartingPoint(point));
  }

  /**
   * The parameter of the claim.
   *
   * @return rho, finite and above 0
   */
  public double rho() {
    return rho;
  }

  /**
   * The schedule as the paper states it.
   *
   * @return step sizes, batch sizes and noise parameters
   */
  public GradientSchedule schedule() {
    return algorithm.schedule();
  }

  /**
   * The algorithm this schedule is for.
   *
   * @return projected noisy gradient descent with this schedule
   */
  public ProjectedNoisySgd algorithm() {
    return algorithm;
  }

  /**
   * What every run spends.
   *
   * @return the event, with the noise really added
   */
  @Override
  public LastIterateEvent event() {
    return algorithm.event();
  }

  /**
   * Runs the algorithm.
   *
   * @param dataset at least as many records as the schedule uses
   * @param random the source of noise
   * @return the last iterate and what it cost
   * @throws IllegalArgumentException as {@link ProjectedNoisySgd#run}
   */
  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    return algorithm.run(dataset, random);
  }

  @Override
  public String toString() {
    return "SnowballSgd(rho " + rho + ", " + algorithm + ")";
  }
}
