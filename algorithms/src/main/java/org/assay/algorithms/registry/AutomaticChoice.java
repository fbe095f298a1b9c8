package org.assay.algorithms.registry;

import java.util.List;
import java.util.Set;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/**
 * Chooses an algorithm by what is known before the data are seen: the numbers of records n and of
 * coordinates d, the kind of labels and the target.
 *
 * <p>DP gradient descent on all records needs no tuning and takes every kind of labels and targets.
 * If the budget is not small, that is from {@code epsilon n/√d = 30} on, noisy steps on sampled
 * batches of a tenth of the records see about as little noise in a tenth of the time, and samples
 * are priced for an epsilon and a delta: then it is DP-SGD. Either follows the same schedule, which
 * needs no tuning. Measured in {@code docs/why/utility.md}.
 */
public final class AutomaticChoice {
  /** The name under which the choice is offered. */
  public static final String ID = "auto";

  private static final double LARGE_BUDGET = 30;
  private static final String ALL_RECORDS = "dp-gradient-descent";
  private static final String SAMPLES = "dp-sgd";
  private static final Set<String> CLIPPED = Set.of(ID, ALL_RECORDS, SAMPLES, "dp-ftrl");

  private AutomaticChoice() {}

  /**
   * The algorithm for a task.
   *
   * @param task what is known before the data are seen
   * @param target the guarantee wanted
   * @return its entry
   */
  public static AlgorithmEntry of(TrainingTask task, Guarantee target) {
    double root = Math.sqrt(task.parameterDimension());
    boolean large =
        target
            .asApproximate()
            .filter(wanted -> wanted.epsilon() * task.records() / root >= LARGE_BUDGET)
            .isPresent();
    return AlgorithmRegistry.find(large ? SAMPLES : ALL_RECORDS).orElseThrow();
  }

  /**
   * The choice as an algorithm, which sets up the one that it chooses. It is not listed among the
   * algorithms.
   *
   * @return its entry, of number 0
   */
  public static AlgorithmEntry entry() {
    return new AlgorithmEntry(
        ID,
        0,
        "The algorithm that suits the task",
        "[@AbadiEtAl2016], Algorithm 1",
        "That of the algorithm which is chosen: DP gradient descent, or DP-SGD where the budget is"
            + " large.",
        List.of("checked and assumed: what the chosen algorithm's are"),
        TrainingTask.Labels.all(),
        AutomaticChoice::calibrated,
        AutomaticChoice::paperSchedule);
  }

  /**
   * Whether the noise of an algorithm does not depend on the radius of the set of models, so that a
   * wide one costs nothing: it is so for this choice and for the descents along clipped gradients.
   *
   * @param entry an algorithm
   * @return whether it clips gradients
   */
  public static boolean takesAnyRadius(AlgorithmEntry entry) {
    return CLIPPED.contains(entry.id());
  }

  private static Training calibrated(TrainingTask task, Guarantee target) {
    return of(task, target).calibrated().setUp(task, target);
  }

  private static Training paperSchedule(TrainingTask task, Guarantee target) {
    return of(task, target).paperSchedule().setUp(task, target);
  }
}
