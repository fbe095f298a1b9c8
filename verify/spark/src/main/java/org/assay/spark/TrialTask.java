package org.assay.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.assay.verify.trial.TrialBatch;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialPlan.TrialRange;
import org.assay.verify.trial.TrialWorker;

/** Runs some ranges of trials on an executor. */
final class TrialTask implements Function<TrialRange[], TaskAnswer> {
  private static final long serialVersionUID = 1L;

  private final Broadcast<Assignment> assignment;

  TrialTask(Broadcast<Assignment> assignment) {
    this.assignment = assignment;
  }

  @Override
  public TaskAnswer call(TrialRange[] ranges) throws Exception {
    Assignment work = assignment.value();
    requireFirstAttempt(work);
    TrialWorker<?> worker = work.worker();
    List<TrialBatch> batches = new ArrayList<>();
    long started = System.nanoTime();
    for (TrialRange range : ranges) {
      batches.add(run(worker, range));
    }
    long nanos = System.nanoTime() - started;
    // A run that was told to stop may have swallowed the interruption; what it says is worth
    // nothing.
    TaskContext.get().killTaskIfInterrupted();
    return TaskAnswer.of(batches, nanos);
  }

  /** An error within a run must not end the executor, which may be the driver. */
  private static TrialBatch run(TrialWorker<?> worker, TrialRange range)
      throws InterruptedException {
    try {
      return worker.run(range);
    } catch (Error e) {
      String reason = "a run ended in " + Failures.firstLine(e);
      // Spark would look for the error among the causes, and end the executor after all.
      throw new IllegalStateException(reason);
    }
  }

  /** Numbers count every start of a task, also after its executor or its answer was lost. */
  private static void requireFirstAttempt(Assignment work) {
    TaskContext context = TaskContext.get();
    if (!work.plan().isRepeatable()
        && (context.attemptNumber() > 0 || context.stageAttemptNumber() > 0)) {
      throw new TrialClusterException(
          "runs were lost, and must not be made again: they may come out differently, which would"
              + " prefer those that are not lost. Declare the mechanism repeatable if it draws all"
              + " randomness from the generator it is handed and has no time limit, or go on from a"
              + " checkpoint if the loss had nothing to do with the outcomes");
    }
  }
}
