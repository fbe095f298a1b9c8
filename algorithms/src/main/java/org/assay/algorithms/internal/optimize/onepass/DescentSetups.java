package org.assay.algorithms.internal.optimize.onepass;

import java.util.Arrays;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.internal.optimize.NoiseScaling;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.ProjectedNoisySgd;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/** Sets one-pass noisy gradient descent up for a training task and a target guarantee. */
final class DescentSetups {
  private DescentSetups() {}

  /**
   * Equal steps for n records: batches of {@code ⌈2 √d/rho⌉}, where the noise that rho asks for is
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

  static Training projected(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.smooth(task);
    double mu = PrivacyTargets.gaussianMu(target);
    return problem.solvedBy(
        leastNoise(equalSteps(task.records(), mu, problem.loss(), problem.set()), problem, target));
  }

  static Training projectedAsPrinted(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.smooth(task);
    double rho = PrivacyTargets.paperRho(target);
    GradientSchedule schedule = equalSteps(task.records(), rho, problem.loss(), problem.set());
    return problem.solvedBy(
        ProjectedNoisySgd.of(schedule, problem.loss(), problem.set())
            .withNoiseScaling(NoiseScaling.NONE));
  }

  static Training snowball(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.smooth(task);
    double mu = PrivacyTargets.gaussianMu(target);
    SnowballSgd snowball =
        SnowballSgd.constantStepFor(task.records(), mu, problem.loss(), problem.set());
    return problem.solvedBy(leastNoise(snowball.schedule(), problem, target));
  }

  static Training snowballAsPrinted(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.smooth(task);
    double rho = PrivacyTargets.paperRho(target);
    return problem.solvedBy(
        SnowballSgd.constantStepFor(task.records(), rho, problem.loss(), problem.set())
            .withNoiseScaling(NoiseScaling.NONE));
  }

  static Training decaying(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.smooth(task);
    double mu = PrivacyTargets.gaussianMu(target);
    SnowballSgd snowball =
        SnowballSgd.decayingStepFor(task.records(), mu, problem.loss(), problem.set());
    return problem.solvedBy(leastNoise(snowball.schedule(), problem, target));
  }

  static Training decayingAsPrinted(TrainingTask task, Guarantee target) {
    return TaskProblem.smooth(task)
        .solvedBy(SnowballSgd::decayingStepFor, task.records(), PrivacyTargets.paperRho(target));
  }

  static Training stronglyConvex(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.stronglyConvex(task);
    double mu = PrivacyTargets.gaussianMu(target);
    SnowballSgd snowball =
        SnowballSgd.stronglyConvexFor(task.records(), mu, problem.loss(), problem.set());
    return problem.solvedBy(leastNoise(snowball.schedule(), problem, target));
  }

  static Training stronglyConvexAsPrinted(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.stronglyConvex(task);
    double rho = PrivacyTargets.paperRho(target);
    int steps = SnowballBatches.constantStep(problem.set().dimension(), rho).steps(task.records());
    return problem.solvedBy(SnowballSgd.stronglyConvex(steps, rho, problem.loss(), problem.set()));
  }

  static Training averaged(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.smooth(task);
    double mu = PrivacyTargets.gaussianMu(target);
    GradientSchedule schedule = equalSteps(task.records(), mu, problem.loss(), problem.set());
    double factor =
        NoiseTarget.smallestNoise(target, times -> averaged(schedule, times, problem).event());
    return problem.solvedBy(averaged(schedule, factor, problem));
  }

  /** Snowball-SGD's steps as if the average were as private as the last iterate. */
  static Training averagedAsConjectured(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.smooth(task);
    double rho = PrivacyTargets.paperRho(target);
    GradientSchedule schedule =
        SnowballSgd.constantStepFor(task.records(), rho, problem.loss(), problem.set()).schedule();
    return problem.solvedBy(averaged(schedule, 1, problem));
  }

  private static AveragedNoisySgd averaged(
      GradientSchedule schedule, double times, TaskProblem problem) {
    return AveragedNoisySgd.of(
        ScheduledDescent.scaled(schedule, times), problem.loss(), problem.set());
  }

  /** The schedule with all noise multiplied by the smallest number that meets the target. */
  private static ProjectedNoisySgd leastNoise(
      GradientSchedule schedule, TaskProblem problem, Guarantee target) {
    double factor =
        NoiseTarget.smallestNoise(target, times -> projected(schedule, times, problem).event());
    return projected(schedule, factor, problem);
  }

  private static ProjectedNoisySgd projected(
      GradientSchedule schedule, double times, TaskProblem problem) {
    return ProjectedNoisySgd.of(
        ScheduledDescent.scaled(schedule, times), problem.loss(), problem.set());
  }
}
