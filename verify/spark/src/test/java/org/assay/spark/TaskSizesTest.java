package org.assay.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.assay.verify.trial.TrialPlan.TrialRange;
import org.junit.jupiter.api.Test;

class TaskSizesTest {
  private static final long MILLISECOND = 1_000_000;

  private static TaskSizes after(long trials, long nanos) {
    TaskSizes sizes = new TaskSizes(2);
    sizes.observe(trials, List.of(TaskAnswer.of(List.of(), nanos)));
    return sizes;
  }

  @Test
  void everyRangeIsInOneTaskAndInItsPlace() {
    List<TrialRange> ranges = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      ranges.add(new TrialRange(i % 3, 1000L * i, 1 + 7 * i));
    }
    List<TrialRange> inTasks = new ArrayList<>();
    after(1000, 1000 * MILLISECOND)
        .tasks(ranges)
        .forEach(task -> inTasks.addAll(Arrays.asList(task)));
    assertEquals(ranges, inTasks);
  }

  @Test
  void slowTrialsAreSpreadAndQuickOnesGathered() {
    assertEquals(1, after(10, 10_000 * MILLISECOND).trialsPerTask(100));
    assertEquals(17, after(10, 10 * 10 * MILLISECOND).trialsPerTask(100));
    assertTrue(after(1000, MILLISECOND).trialsPerTask(100) >= 100);
    assertTrue(after(1000, 0).trialsPerTask(Long.MAX_VALUE) >= 1);
  }

  @Test
  void smallRangesShareTasks() {
    List<TrialRange> ranges = Collections.nCopies(64, new TrialRange(0, 0, 8));
    int tasks = after(1000, 10 * MILLISECOND).tasks(ranges).size();
    assertEquals(1, tasks);
  }
}
