package org.assay.spark;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Tells how many tasks of a batch are done. */
final class TaskCounter extends SparkListener {
  private final String master;
  private final Consumer<String> progress;
  private final AtomicInteger tasks = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();

  TaskCounter(String master, Consumer<String> progress) {
    this.master = master;
    this.progress = progress;
  }

  void begin(int count) {
    tasks.set(count);
    done.set(0);
    tell();
  }

  /** How many attempts at a task were lost so far. */
  int lost() {
    return lost.get();
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    (end.taskInfo().successful() ? done : lost).incrementAndGet();
    tell();
  }

  private void tell() {
    String again = lost.get() == 0 ? "" : ", " + lost.get() + " lost so far";
    progress.accept(done.get() + " of " + tasks.get() + " tasks on " + master + again);
  }
}
