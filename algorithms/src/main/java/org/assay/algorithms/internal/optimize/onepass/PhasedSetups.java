package org.assay.algorithms.internal.optimize.onepass;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/** Sets the phased (localized) algorithms up for a training task and a target guarantee. */
final class PhasedSetups {
  private PhasedSetups() {}

  static Training sgd(TrainingTask task, Guarantee target) {
    return TaskProblem.smooth(task)
        .solvedBy(PhasedSgd::calibrated, task.records(), PrivacyTargets.gaussianMu(target));
  }

  static Training sgdAsPrinted(TrainingTask task, Guarantee target) {
    return TaskProblem.smooth(task)
        .solvedBy(PhasedSgd::paperSchedule, task.records(), PrivacyTargets.paperRho(target));
  }

  static Training erm(TrainingTask task, Guarantee target) {
    return TaskProblem.nonSmooth(task)
        .solvedBy(PhasedErm::calibrated, task.records(), PrivacyTargets.gaussianMu(target));
  }

  static Training ermAsPrinted(TrainingTask task, Guarantee target) {
    Guarantee.Approximate approximate =
        target
            .asApproximate()
            .filter(pair -> pair.adjacency() == AdjacencyRelation.REPLACE_ONE)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "target was "
                            + target
                            + ": the paper states this schedule for approximate differential"
                            + " privacy when one record is replaced"));
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
    return TaskProblem.stronglyConvex(task)
        .solvedBy(
            StronglyConvexReduction::calibrated, task.records(), PrivacyTargets.gaussianMu(target));
  }

  static Training reductionAsPrinted(TrainingTask task, Guarantee target) {
    return TaskProblem.stronglyConvex(task)
        .solvedBy(
            StronglyConvexReduction::paperSchedule,
            task.records(),
            PrivacyTargets.paperRho(target));
  }

  static Training stronglyConvex(TrainingTask task, Guarantee target) {
    return TaskProblem.stronglyConvex(task)
        .solvedBy(
            StronglyConvexPhasedSgd::calibrated, task.records(), PrivacyTargets.gaussianMu(target));
  }

  static Training stronglyConvexAsPrinted(TrainingTask task, Guarantee target) {
    return TaskProblem.stronglyConvex(task)
        .solvedBy(
            StronglyConvexPhasedSgd::paperSchedule,
            task.records(),
            PrivacyTargets.paperRho(target));
  }
}
