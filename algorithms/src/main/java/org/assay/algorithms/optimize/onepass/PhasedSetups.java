package org.assay.algorithms.optimize.onepass;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/** Localization set up for a task and a target. */
final class PhasedSetups {
  private PhasedSetups() {}

  static Training sgd(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.smooth(task);
    double mu = PrivacyTargets.gaussianMu(target);
    return problem.solvedBy(
        PhasedSgd.calibrated(task.records(), mu, problem.loss(), problem.set()));
  }

  static Training sgdAsPrinted(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.smooth(task);
    double rho = PrivacyTargets.paperRho(target);
    return problem.solvedBy(
        PhasedSgd.paperSchedule(task.records(), rho, problem.loss(), problem.set()));
  }

  static Training erm(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.nonSmooth(task);
    double mu = PrivacyTargets.gaussianMu(target);
    return problem.solvedBy(
        PhasedErm.calibrated(task.records(), mu, problem.loss(), problem.set()));
  }

  static Training ermAsPrinted(TrainingTask task, Guarantee target) {
    if (!(target instanceof Guarantee.Approximate approximate
        && target.adjacency() == AdjacencyRelation.REPLACE_ONE)) {
      throw new IllegalArgumentException(
          "target was "
              + target
              + ": the paper states this schedule for approximate differential privacy when one"
              + " record is replaced");
    }
    TaskProblem problem = TaskProblem.nonSmooth(task);
    return problem.solvedBy(
        PhasedErm.paperSchedule(
            task.records(),
            approximate.epsilon(),
            approximate.delta() / 2,
            problem.loss(),
            problem.set()));
  }

  static Training reduction(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.stronglyConvex(task);
    double mu = PrivacyTargets.gaussianMu(target);
    return problem.solvedBy(
        StronglyConvexReduction.calibrated(task.records(), mu, problem.loss(), problem.set()));
  }

  static Training reductionAsPrinted(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.stronglyConvex(task);
    double rho = PrivacyTargets.paperRho(target);
    return problem.solvedBy(
        StronglyConvexReduction.paperSchedule(task.records(), rho, problem.loss(), problem.set()));
  }

  static Training stronglyConvex(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.stronglyConvex(task);
    double mu = PrivacyTargets.gaussianMu(target);
    return problem.solvedBy(
        StronglyConvexPhasedSgd.calibrated(task.records(), mu, problem.loss(), problem.set()));
  }

  static Training stronglyConvexAsPrinted(TrainingTask task, Guarantee target) {
    TaskProblem problem = TaskProblem.stronglyConvex(task);
    double rho = PrivacyTargets.paperRho(target);
    return problem.solvedBy(
        StronglyConvexPhasedSgd.paperSchedule(task.records(), rho, problem.loss(), problem.set()));
  }
}
