package org.assay.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.assay.verify.trial.TrialBatch;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialPlan;
import org.assay.verify.trial.TrialPlan.TrialRange;
import org.assay.verify.trial.TrialSession;

/**
 * The trials of one audit as Spark jobs. Two jobs are under way at a time: while the answers of one
 * are read, executors work at the next, and no more than two have to be held.
 */
final class SparkTrials implements TrialSession {
  private static final int JOBS_UNDER_WAY = 2;
  private static final long FOREVER_NANOS = TimeUnit.DAYS.toNanos(365);

  private final JavaSparkContext context;
  private final Broadcast<Assignment> assignment;
  private final TaskCounter counter;
  private final TaskSizes sizes;
  private final String group = "assay-" + UUID.randomUUID();

  SparkTrials(JavaSparkContext context, TrialPlan plan, TaskCounter counter) {
    this.context = context;
    this.counter = counter;
    this.sizes = new TaskSizes(context.defaultParallelism());
    this.assignment = context.broadcast(new Assignment(plan));
  }

  /** A job under way: where its ranges begin, and what comes of it. */
  private record Job(int first, long trials, JavaFutureAction<List<TaskAnswer>> answers) {}

  @Override
  public int trialsPerRange(long trials) {
    return sizes.trialsPerTask(trials);
  }

  @Override
  public boolean run(List<TrialRange> ranges, long deadline, Sink sink)
      throws InterruptedException {
    List<TrialRange[]> tasks = sizes.tasks(ranges);
    counter.begin(tasks.size());
    Deque<Job> jobs = new ArrayDeque<>();
    int submitted = 0;
    int first = 0;
    boolean complete = false;
    try {
      while (submitted < tasks.size() || !jobs.isEmpty()) {
        while (submitted < tasks.size() && jobs.size() < JOBS_UNDER_WAY) {
          int end = Math.min(tasks.size(), submitted + sizes.tasksPerJob());
          List<TrialRange[]> part = tasks.subList(submitted, end);
          jobs.add(submit(first, part));
          first += part.stream().mapToInt(task -> task.length).sum();
          submitted = end;
        }
        Job job = jobs.element();
        List<TaskAnswer> answers = await(job, deadline);
        if (answers.isEmpty()) {
          return false;
        }
        jobs.remove();
        read(job, answers, sink);
      }
      complete = true;
      return true;
    } finally {
      if (!complete) {
        jobs.forEach(job -> job.answers().cancel(true));
      }
    }
  }

  private Job submit(int first, List<TrialRange[]> tasks) {
    long trials = tasks.stream().flatMap(Arrays::stream).mapToLong(TrialRange::count).sum();
    boolean interruptTasks = true;
    context.setJobGroup(group, "audit trials", interruptTasks);
    try {
      return new Job(
          first,
          trials,
          context
              .parallelize(new ArrayList<>(tasks), tasks.size())
              .map(new TrialTask(assignment))
              .collectAsync());
    } catch (IllegalStateException e) {
      throw Failures.ofStoppedContext(context.master(), e);
    } finally {
      context.clearJobGroup();
    }
  }

  /** The answers of a job, in the order of its tasks; none if the deadline passed first. */
  private static List<TaskAnswer> await(Job job, long deadline) throws InterruptedException {
    long patience =
        deadline == Long.MAX_VALUE ? FOREVER_NANOS : Math.max(0, deadline - System.nanoTime());
    try {
      return job.answers().get(patience, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return List.of();
    } catch (ExecutionException e) {
      throw Failures.ofJob(Objects.requireNonNullElse(e.getCause(), e));
    } catch (CancellationException e) {
      throw new TrialClusterException("the cluster cancelled the runs", e);
    }
  }

  private void read(Job job, List<TaskAnswer> answers, Sink sink) throws InterruptedException {
    sizes.observe(job.trials(), answers);
    List<TrialBatch> batches = new ArrayList<>();
    answers.forEach(answer -> batches.addAll(answer.batches()));
    sink.accept(job.first(), batches);
  }

  /**
   * Cancels the jobs and frees the broadcast. A pending interruption of this thread is restored
   * afterwards, because it would end Spark's own waiting with an error.
   */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    try {
      if (!context.sc().isStopped()) {
        context.cancelJobGroup(group);
        assignment.destroy();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
