package org.assay.algorithms.internal.optimize.onepass;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.NoiseScaling;
import org.assay.algorithms.internal.optimize.ProjectedNoisySgd;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Snowball-SGD ([@FeldmanKorenTalwar2020]): {@link ProjectedNoisySgd} with batches that grow
 * towards the end, where less noise is still to come. With d the dimension and D the diameter of
 * the set, L the Lipschitz constant and lambda the strong convexity of the loss, step t = 1, …, T
 * of T uses noise of parameter {@code sigma = L/√d} and
 *
 * <table>
 *   <caption>The schedules</caption>
 *   <tr><th>schedule</th><th>batch size B_t</th><th>step size eta_t</th></tr>
 *   <tr><td>constant step, Theorem 3.5</td><td>{@code ⌈2 √(d/(T−t+1))/rho⌉}</td>
 *     <td>{@code D/(L √(2T))}</td></tr>
 *   <tr><td>decaying step, Definition 3.3 and Theorem 3.6</td>
 *     <td>{@code ⌈4 √(3d/(T−t+1))/rho⌉}</td><td>{@code 2^−i D/(L √(2T))}, i the number of halvings of the remaining steps</td></tr>
 *   <tr><td>strongly convex losses, Theorem 5.4</td><td>{@code ⌈2 √(d/(T−t+1))/rho⌉}</td>
 *     <td>{@code 2 ln T/(lambda T)}</td></tr>
 * </table>
 *
 * <p>The batch sizes are the exact ceilings and sigma is rounded up, so that rounding never weakens
 * the claim. The root covers the quotient, as the proofs have it; the statements' typesetting
 * allows {@code √(3d)/(T−t+1)}, for which the claims are false. Theorem 3.6's count of records
 * {@code n ≤ T + 4 √(dT)/rho} is too small; the proof has {@code T + 8 √3 √(dT)/rho}. The event
 * does not use that strongly convex steps contract: the last batches, which determine the cost,
 * gain nothing from contraction.
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

  /** The algorithm with given step sizes, and its bound of the excess loss. */
  private static SnowballSgd of(
      SnowballBatches batches, double[] stepSizes, double bound, Loss loss, ConstraintSet set) {
    int steps = stepSizes.length;
    double[] noise = ScheduledDescent.filled(steps, ScheduledDescent.snowballNoise(loss, set));
    GradientSchedule schedule = GradientSchedule.of(stepSizes, batches.sizes(steps), noise);
    return new SnowballSgd(batches.rho(), bound, ProjectedNoisySgd.of(schedule, loss, set));
  }

  /**
   * The schedule of a constant step size, for a number of steps.
   *
   * @param steps number of steps T, at least 1
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a convex loss
   * @return the algorithm, started at the point of the set nearest to the origin; its bound of the
   *     excess loss is the paper's {@code √8 D L (2 + ln T)/√T}
   * @throws IllegalArgumentException if a parameter is out of range, a batch would not fit an
   *     {@code int} or the step size exceeds 2/smoothness (take more steps)
   */
  public static SnowballSgd constantStep(int steps, double rho, Loss loss, ConstraintSet set) {
    Parameters.requireAtLeastOne("steps", steps);
    SnowballBatches batches = SnowballBatches.constantStep(set.dimension(), rho);
    double lipschitz = loss.lipschitzConstant();
    double stepSize = set.diameter() / (lipschitz * Math.sqrt(2.0 * steps));
    double bound =
        Math.sqrt(8) * set.diameter() * lipschitz * (2 + Math.log(steps)) / Math.sqrt(steps);
    return of(batches, ScheduledDescent.filled(steps, stepSize), bound, loss, set);
  }

  /**
   * The schedule of a constant step size, with the most steps that a number of records suffices
   * for.
   *
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a convex loss
   * @return the algorithm with the largest T whose batch sizes sum to at most n
   * @throws IllegalArgumentException if the records do not suffice for one step, or as {@link
   *     #constantStep} does
   */
  public static SnowballSgd constantStepFor(int records, double rho, Loss loss, ConstraintSet set) {
    int steps = SnowballBatches.constantStep(set.dimension(), rho).steps(records);
    return constantStep(steps, rho, loss, set);
  }

  /**
   * The schedule of decaying step sizes, for a number of steps.
   *
   * @param steps number of steps T, at least 1
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a convex loss
   * @return the algorithm, started at the point of the set nearest to the origin; its bound of the
   *     excess loss is {@code 15 √2 D L/√T}
   * @throws IllegalArgumentException if a parameter is out of range, a batch would not fit an
   *     {@code int} or the first step size exceeds 2/smoothness (take more steps)
   */
  public static SnowballSgd decayingStep(int steps, double rho, Loss loss, ConstraintSet set) {
    Parameters.requireAtLeastOne("steps", steps);
    SnowballBatches batches = SnowballBatches.decayingStep(set.dimension(), rho);
    double lipschitz = loss.lipschitzConstant();
    double[] stepSizes = DecayingSteps.of(steps, set.diameter() / (Math.sqrt(2) * lipschitz));
    double bound = 15 * Math.sqrt(2) * set.diameter() * lipschitz / Math.sqrt(steps);
    return of(batches, stepSizes, bound, loss, set);
  }

  /**
   * The schedule of decaying step sizes, with the most steps that a number of records suffices for.
   *
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a convex loss
   * @return the algorithm with the largest T whose batch sizes sum to at most n
   * @throws IllegalArgumentException if the records do not suffice for one step, or as {@link
   *     #decayingStep} does
   */
  public static SnowballSgd decayingStepFor(int records, double rho, Loss loss, ConstraintSet set) {
    int steps = SnowballBatches.decayingStep(set.dimension(), rho).steps(records);
    return decayingStep(steps, rho, loss, set);
  }

  /**
   * The schedule for strongly convex losses, for a number of steps. The bound of the excess loss is
   * {@code lambda R²/(e^(eta lambda T) − 1) + L² eta (2 + ln T)} with {@code R = min(D,
   * 2L/lambda)}, which the paper's proof gives and which is below its {@code 20 L² ln² T/(lambda
   * T)} from T = 9 on.
   *
   * @param steps number of steps T, at least 9, from where on the step size is at most 1/(2 lambda)
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a strongly convex loss
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range, a batch would not fit an
   *     {@code int} or the step size exceeds 2/smoothness (take more steps)
   */
  public static SnowballSgd stronglyConvex(int steps, double rho, Loss loss, ConstraintSet set) {
    if (!(steps >= 9)) {
      throw new IllegalArgumentException(
          "steps was " + steps + ": it must be at least 9; raise rho or take more records");
    }
    double convexity = ScheduledDescent.requireStronglyConvex(loss);
    return stronglyConvex(steps, 2 * Math.log(steps) / (convexity * steps), rho, loss, set);
  }

  private static SnowballSgd stronglyConvex(
      int steps, double stepSize, double rho, Loss loss, ConstraintSet set) {
    SnowballBatches batches = SnowballBatches.constantStep(set.dimension(), rho);
    double lipschitz = loss.lipschitzConstant();
    double convexity = loss.strongConvexity();
    double distance = Math.min(set.diameter(), 2 * lipschitz / convexity);
    double forgotten = Math.expm1(stepSize * convexity * steps);
    double bound =
        convexity * distance * distance / forgotten
            + lipschitz * lipschitz * stepSize * (2 + Math.log(steps));
    return of(batches, ScheduledDescent.filled(steps, stepSize), bound, loss, set);
  }

  /**
   * The schedule for strongly convex losses, with the most steps that a number of records suffices
   * for and the paper's step size, but never above 1/(2 lambda) and 2/smoothness.
   *
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a strongly convex loss
   * @return the algorithm with the largest T whose batch sizes sum to at most n
   * @throws IllegalArgumentException if a parameter is out of range or the records do not suffice
   *     for one step
   */
  public static SnowballSgd stronglyConvexFor(
      int records, double rho, Loss loss, ConstraintSet set) {
    int steps = SnowballBatches.constantStep(set.dimension(), rho).steps(records);
    double convexity = ScheduledDescent.requireStronglyConvex(loss);
    double paper = 2 * Math.log(Math.max(2, steps)) / (convexity * steps);
    double stepSize = ScheduledDescent.contractive(Math.min(paper, 0.5 / convexity), loss);
    return stronglyConvex(steps, stepSize, rho, loss, set);
  }

  /**
   * What the paper claims for the release: (alpha, alpha rho²/2)-RDP for every alpha, that is
   * rho²/2-zCDP when one record is replaced. The claim is about {@link NoiseScaling#STEP_SIZE}, and
   * is returned unchanged for every scaling; the accountant or an audit tests whether the claim
   * holds.
   *
   * @return the claim, its parameter rounded up
   */
  public Guarantee claimedGuarantee() {
    return new Guarantee.ZeroConcentrated(
        Rounding.divideUp(Rounding.multiplyUp(rho, rho), 2), AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * A bound on the expected excess loss over the set's best parameter, for records drawn
   * independently from one distribution, as each schedule states it.
   */
  public double excessLossBound() {
    return excessLossBound;
  }

  /**
   * This algorithm with another meaning of the noise parameter.
   *
   * @return the algorithm, with the same claim
   */
  public SnowballSgd withNoiseScaling(NoiseScaling scaling) {
    return new SnowballSgd(rho, excessLossBound, algorithm.withNoiseScaling(scaling));
  }

  /**
   * This algorithm from another starting point.
   *
   * @param point a point of the set that does not depend on the data; copied
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
   * The event of every run.
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

  /**
   * The step sizes of [@FeldmanKorenTalwar2020], Definition 3.3, which are halved whenever half of
   * the remaining steps are done: with {@code T_i = T − ⌈T 2^−i⌉} for i up to {@code l = ⌈log2 T⌉}
   * and {@code T_{l+1} = T}, step t is {@code c 2^−i / √T} for {@code T_i < t ≤ T_{i+1}}.
   */
  static final class DecayingSteps {
    private DecayingSteps() {}

    /**
     * The step sizes.
     *
     * @param steps T, at least 1
     * @param scale c, finite and above 0
     */
    static double[] of(int steps, double scale) {
      double[] sizes = new double[steps];
      for (int t = 1; t <= steps; t++) {
        sizes[t - 1] = Math.scalb(scale / Math.sqrt(steps), -halvings(steps, t));
      }
      return sizes;
    }

    /** The i of step t, counted from 1: the largest with {@code T_i < t}, at most l. */
    static int halvings(int steps, int t) {
      int most = steps == 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(steps - 1);
      int i = 0;
      while (i < most && steps - ceilOfShift(steps, i + 1) < t) {
        i++;
      }
      return i;
    }

    /** {@code ⌈value 2^−i⌉} for i up to 31. */
    private static long ceilOfShift(int value, int i) {
      return (value + (1L << i) - 1) >> i;
    }
  }
}
