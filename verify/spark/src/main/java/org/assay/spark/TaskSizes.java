package org.assay.spark;

import java.util.ArrayList;
import java.util.List;
import org.assay.verify.trial.TrialPlan.TrialRange;

/** How many trials make a task, from what trials took so far. Outcomes do not depend on it. */
final class TaskSizes {
  /** Long enough to be worth a task, short enough to leave no executor idle for long. */
  private static final double SHORTEST_NANOS = 20e6;

  private static final double LONGEST_NANOS = 500e6;

  /** Limits what one answer weighs. */
  private static final double MOST_BYTES = 16e6;

  /** Tasks for each core, so that an executor that is slower than others gets fewer. */
  private static final int TASKS_PER_SLOT = 3;

  private final int slots;
  private double nanosPerTrial = SHORTEST_NANOS;
  private double bytesPerTrial = 1;

  TaskSizes(int slots) {
    this.slots = Math.max(1, slots);
  }

  /** How many tasks a job should have at most. */
  int tasksPerJob() {
    return 2 * TASKS_PER_SLOT * slots;
  }

  int trialsPerTask(long trials) {
    double even = Math.ceil((double) trials / (TASKS_PER_SLOT * slots));
    double least = SHORTEST_NANOS / nanosPerTrial;
    double most = Math.min(LONGEST_NANOS / nanosPerTrial, MOST_BYTES / bytesPerTrial);
    return (int) Math.max(1, Math.min(1 << 20, Math.min(most, Math.max(least, even))));
  }

  /** Consecutive ranges, several to a task where they are small. */
  List<TrialRange[]> tasks(List<TrialRange> ranges) {
    int size = trialsPerTask(ranges.stream().mapToLong(TrialRange::count).sum());
    List<TrialRange[]> tasks = new ArrayList<>();
    List<TrialRange> task = new ArrayList<>();
    long trials = 0;
    for (TrialRange range : ranges) {
      if (!task.isEmpty() && trials + range.count() > size) {
        tasks.add(task.toArray(TrialRange[]::new));
        task.clear();
        trials = 0;
      }
      task.add(range);
      trials += range.count();
    }
    tasks.add(task.toArray(TrialRange[]::new));
    return tasks;
  }

  void observe(long trials, List<TaskAnswer> answers) {
    double nanos = answers.stream().mapToLong(TaskAnswer::nanos).sum();
    double bytes = answers.stream().mapToLong(TaskAnswer::size).sum();
    nanosPerTrial = Math.max(1, nanos / trials);
    bytesPerTrial = Math.max(1, bytes / trials);
  }
}
