package org.assay.algorithms.internal.optimize.onepass;

import java.util.Arrays;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.NoiseScaling;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.internal.optimize.ProjectedNoisySgd;
import org.assay.algorithms.internal.optimize.TaskProblem;
import org.assay.algorithms.internal.optimize.TaskProblem.Family;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.PrivateAlgorithm;

/** Configures the algorithms of this package for a problem and a target guarantee. */
public final class OnePassSetups {
  private OnePassSetups() {}

  /**
   * Equal steps for n records: batches of {@code ⌈2 √d/rho⌉}, where the noise that rho requires is
   * about as large as the gradient, and step size {@code D/(√(L² + d sigma²) √T)}, at most
   * 2/smoothness.
   */
  static GradientSchedule equalSteps(int records, double rho, Loss loss, ConstraintSet set) {
    int batch = Math.min(records, SnowballBatches.constantStep(set.dimension(), rho).size(1));
    int steps = records / batch;
    double sigma = Rounding.divideUp(Rounding.divideUp(loss.gradientSensitivity(), batch), rho);
    double length = Math.hypot(loss.lipschitzConstant(), Math.sqrt(set.dimension()) * sigma);
    double stepSize =
        ScheduledDescent.contractive(set.diameter() / (length * Math.sqrt(steps)), loss);
    int[] batches = new int[steps];
    Arrays.fill(batches, batch);
    return GradientSchedule.of(
        ScheduledDescent.filled(steps, stepSize), batches, ScheduledDescent.filled(steps, sigma));
  }

  private static ProjectedNoisySgd equalDescent(
      int records, double rho, Loss loss, ConstraintSet set) {
    return ProjectedNoisySgd.of(equalSteps(records, rho, loss, set), loss, set);
  }

  /** Steps for a number of records and a privacy parameter. */
  private interface Steps {
    GradientSchedule of(int records, double parameter, Loss loss, ConstraintSet set);
  }

  /** An algorithm with steps. */
  private interface Descent {
    PrivateAlgorithm of(GradientSchedule schedule, Loss loss, ConstraintSet set);
  }

  /** Steps for the target's mu, with all noise multiplied by the smallest number that meets it. */
  private static Family<Loss, ConstraintSet> leastNoise(Steps steps, Descent descent) {
    return (records, loss, set, target) -> {
      GradientSchedule schedule = steps.of(records, NoiseTarget.gaussianMu(target), loss, set);
      double factor =
          NoiseTarget.smallestNoise(
              target,
              times -> descent.of(ScheduledDescent.scaled(schedule, times), loss, set).event());
      return descent.of(ScheduledDescent.scaled(schedule, factor), loss, set);
    };
  }

  /** Projected noisy SGD in equal steps. */
  public static Family<Loss, ConstraintSet> projected() {
    return leastNoise(OnePassSetups::equalSteps, ProjectedNoisySgd::of);
  }

  /** Projected noisy SGD with noise outside the step size, as the paper's listing prints it. */
  public static Family<Loss, ConstraintSet> projectedAsPrinted() {
    return TaskProblem.ofRho(
        (records, rho, loss, set) ->
            equalDescent(records, rho, loss, set).withNoiseScaling(NoiseScaling.NONE));
  }

  /** Snowball-SGD with a constant step. */
  public static Family<Loss, ConstraintSet> snowball() {
    return leastNoise(
        (records, mu, loss, set) -> SnowballSgd.constantStepFor(records, mu, loss, set).schedule(),
        ProjectedNoisySgd::of);
  }

  /** Snowball-SGD with noise outside the step size, as the paper's listing prints it. */
  public static Family<Loss, ConstraintSet> snowballAsPrinted() {
    return TaskProblem.ofRho(
        (records, rho, loss, set) ->
            SnowballSgd.constantStepFor(records, rho, loss, set)
                .withNoiseScaling(NoiseScaling.NONE));
  }

  /** Snowball-SGD with decaying steps. */
  public static Family<Loss, ConstraintSet> decaying() {
    return leastNoise(
        (records, mu, loss, set) -> SnowballSgd.decayingStepFor(records, mu, loss, set).schedule(),
        ProjectedNoisySgd::of);
  }

  /** Snowball-SGD for strongly convex losses. */
  public static Family<Loss, ConstraintSet> stronglyConvex() {
    return leastNoise(
        (records, mu, loss, set) ->
            SnowballSgd.stronglyConvexFor(records, mu, loss, set).schedule(),
        ProjectedNoisySgd::of);
  }

  /** Snowball-SGD for strongly convex losses with the paper's step size, for any smoothness. */
  public static Family<Loss, ConstraintSet> stronglyConvexAsPrinted() {
    return TaskProblem.ofRho(
        (records, rho, loss, set) ->
            SnowballSgd.stronglyConvex(
                SnowballBatches.constantStep(set.dimension(), rho).steps(records), rho, loss, set));
  }

  /** Averaged noisy SGD in equal steps. */
  public static Family<Loss, ConstraintSet> averaged() {
    return leastNoise(OnePassSetups::equalSteps, AveragedNoisySgd::of);
  }

  /** Snowball-SGD's steps as if the average were as private as the last iterate. */
  public static Family<Loss, ConstraintSet> averagedAsConjectured() {
    return TaskProblem.ofRho(
        (records, rho, loss, set) ->
            AveragedNoisySgd.of(
                SnowballSgd.constantStepFor(records, rho, loss, set).schedule(), loss, set));
  }

  /** Phased empirical risk minimization with the paper's noise. */
  public static PhasedRelease ermAsPrinted(
      int records, Loss loss, ConstraintSet set, Guarantee target) {
    Guarantee.Approximate promised = PaperBudget.approximate(target);
    AdjacencyRelation.REPLACE_ONE.requireSame(promised.adjacency());
    return PhasedErm.paperSchedule(records, promised.epsilon(), promised.delta() / 2, loss, set);
  }
}
