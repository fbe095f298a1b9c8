package org.assay.verify.trial;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.trial.TrialPlan.BatchShare;
import org.jspecify.annotations.Nullable;

/**
 * Runs a mechanism trial by trial. Trial number t tosses a fair coin, and runs on the left or the
 * right dataset with a generator of its own. Coin and generator are derived from the root seed and
 * t alone, so results do not depend on the number of threads.
 *
 * @param <D> the type of datasets
 */
public final class TrialRunner<D> implements AutoCloseable {
  /** Largest number of trials in a chunk. Not tuned: bounds memory. */
  private static final int LARGEST_CHUNK = 1024;

  /**
   * Time of a chunk, in nanoseconds: long beside the cost of handing it to a thread, short enough
   * to keep all threads busy. Not tuned.
   */
  private static final double CHUNK_NANOS = 500_000;

  /** Shorter work, in nanoseconds, is done by the calling thread alone. Not tuned. */
  private static final double SMALLEST_PARALLEL_NANOS = 200_000;

  private final Mechanism<D> mechanism;
  private final long seed;
  private final int threads;
  private final long deadline;
  private final LongSupplier nanos;
  private final Optional<ExecutorService> pool;
  private final Optional<RunClock> clock;
  private final Optional<RemoteTrials<D>> remote;

  /** Measured time of a trial, by which work is divided; results do not depend on this time. */
  private double nanosPerTrial = SMALLEST_PARALLEL_NANOS;

  /**
   * A runner.
   *
   * @param mechanism the mechanism to run
   * @param seed the root seed
   * @param threads largest number of runs in progress at once, at least 1
   * @param deadline the {@link System#nanoTime} at which to give up; {@link Long#MAX_VALUE} for
   *     none
   */
  public TrialRunner(Mechanism<D> mechanism, long seed, int threads, long deadline) {
    this(mechanism, seed, threads, deadline, Optional.empty());
  }

  /**
   * A runner that interrupts runs which take too long; such runs count as failures of the kind
   * {@code timeout}.
   *
   * @param mechanism the mechanism to run
   * @param seed the root seed
   * @param threads largest number of runs in progress at once, at least 1
   * @param deadline the {@link System#nanoTime} at which to give up; {@link Long#MAX_VALUE} for
   *     none
   * @param runLimit the longest time a run may take, above 0, if there is a limit
   */
  public TrialRunner(
      Mechanism<D> mechanism, long seed, int threads, long deadline, Optional<Duration> runLimit) {
    this(mechanism, seed, threads, deadline, runLimit, System::nanoTime);
  }

  /**
   * A runner with a clock. The clock determines the end of the time and the division of work, not
   * the results before the deadline.
   *
   * @param mechanism the mechanism to run
   * @param seed the root seed
   * @param threads largest number of runs in progress at once, at least 1
   * @param deadline the time on the clock at which to give up; {@link Long#MAX_VALUE} for none
   * @param runLimit the longest time a run may take, above 0, if there is a limit
   * @param clock nanoseconds, from any origin
   */
  public TrialRunner(
      Mechanism<D> mechanism,
      long seed,
      int threads,
      long deadline,
      Optional<Duration> runLimit,
      LongSupplier clock) {
    this(mechanism, seed, threads, deadline, runLimit, clock, Optional.empty());
  }

  private TrialRunner(
      Mechanism<D> mechanism,
      long seed,
      int threads,
      long deadline,
      Optional<Duration> runLimit,
      LongSupplier nanos,
      Optional<RemoteTrials<D>> remote) {
    Parameters.requireAtLeastOne("threads", threads);
    this.mechanism = mechanism;
    this.seed = seed;
    this.threads = threads;
    this.deadline = deadline;
    this.nanos = nanos;
    this.remote = remote;
    this.clock = runLimit.map(RunClock::new);
    this.pool = threads == 1 ? Optional.empty() : Optional.of(newPool(threads - 1));
  }

  /**
   * A runner whose trials are run on a cluster. Outcomes are the same as in this process; the
   * threads read the outcomes.
   *
   * @param subject the mechanism and its pairs, by which the cluster is checked
   * @param plan the plan of the cluster
   * @param session the cluster; not closed with the runner
   * @param threads number of threads that read, at least 1
   * @param deadline the {@link System#nanoTime} at which to give up; {@link Long#MAX_VALUE} for
   *     none
   * @param <D> the type of datasets
   * @return the runner
   */
  public static <D> TrialRunner<D> elsewhere(
      TrialSubject<D> subject, TrialPlan plan, TrialSession session, int threads, long deadline) {
    return new TrialRunner<>(
        RoundedOutputs.of(subject.mechanism(), plan.significantBits()),
        plan.seed(),
        threads,
        deadline,
        Optional.empty(),
        System::nanoTime,
        Optional.of(new RemoteTrials<>(subject, session, plan.isRepeatable())));
  }

  /**
   * Runs consecutive trials on one pair.
   *
   * @param pair the pair
   * @param first number of the first trial, at least 0
   * @param count number of trials
   * @return the results; empty if the deadline passed first, in which case the whole batch is void
   * @throws InterruptedException if the caller or a run was interrupted; the batch is void
   */
  public Optional<TrialBatch> run(AdjacentPair<D> pair, long first, int count)
      throws InterruptedException {
    return run(List.of(new BatchShare<>(pair, first, count, chunk -> chunk)))
        .map(chunks -> TrialBatch.join(chunks.get(0)));
  }

  /**
   * Runs the trials of several pairs. The calling thread works too.
   *
   * @param shares the trials to run
   * @param <T> the type of a read chunk
   * @return for each share the results of its chunks, in the order of the trials. Empty if the
   *     deadline passed first; all trials are then void
   * @throws InterruptedException if the caller or a run was interrupted; all trials are then void
   */
  public <T> Optional<List<List<T>>> run(List<BatchShare<D, T>> shares)
      throws InterruptedException {
    return remote.isPresent()
        ? remote.get().run(shares, trialsPerRequest(), this)
        : runAllHere(shares);
  }

  /** Runs consecutive trials on one pair in this process, even if other trials run on a cluster. */
  Optional<TrialBatch> runHere(AdjacentPair<D> pair, long first, int count)
      throws InterruptedException {
    return runAllHere(List.of(new BatchShare<>(pair, first, count, chunk -> chunk)))
        .map(chunks -> TrialBatch.join(chunks.get(0)));
  }

  /** The time on the clock at which to give up. */
  long deadline() {
    return deadline;
  }

  private int trialsPerRequest() {
    return mechanism instanceof BatchMechanism<D> batches ? batches.trialsPerRequest() : 1;
  }

  private <T> Optional<List<List<T>>> runAllHere(List<BatchShare<D, T>> shares)
      throws InterruptedException {
    List<Chunk<T>> chunks = chunks(shares);
    long trials = shares.stream().mapToLong(BatchShare::count).sum();
    long started = nanos.getAsLong();
    boolean complete = new Work<>(shares, chunks).finish(trials * nanosPerTrial);
    nanosPerTrial = trials == 0 ? nanosPerTrial : (double) (nanos.getAsLong() - started) / trials;
    return complete ? Optional.of(results(shares, chunks)) : Optional.empty();
  }

  /**
   * Does independent pieces of work on all threads.
   *
   * @param pieces the work; every piece is done, in no particular order
   * @throws InterruptedException if the caller was interrupted while it waited
   */
  public void doAll(List<Runnable> pieces) throws InterruptedException {
    if (pool.isEmpty() || pieces.size() < 2) {
      pieces.forEach(Runnable::run);
      return;
    }
    AtomicInteger next = new AtomicInteger();
    Runnable work =
        () -> {
          for (int i = next.getAndIncrement(); i < pieces.size(); i = next.getAndIncrement()) {
            pieces.get(i).run();
          }
        };
    List<Future<Boolean>> helpers = new ArrayList<>();
    for (int i = 1; i < Math.min(threads, pieces.size()); i++) {
      helpers.add(pool.get().submit(work, true));
    }
    work.run();
    for (Future<Boolean> helper : helpers) {
      join(helper);
    }
  }

  /** Ends the threads; runs in progress are interrupted. */
  @Override
  public void close() {
    pool.ifPresent(ExecutorService::shutdownNow);
    clock.ifPresent(RunClock::close);
  }

  private <T> List<Chunk<T>> chunks(List<BatchShare<D, T>> shares) {
    int size =
        mechanism instanceof BatchMechanism<D>
            ? trialsPerRequest()
            : (int) Math.max(1, Math.min(LARGEST_CHUNK, CHUNK_NANOS / nanosPerTrial));
    List<Chunk<T>> chunks = new ArrayList<>();
    for (int i = 0; i < shares.size(); i++) {
      int count = shares.get(i).count();
      for (int start = 0; start < count; start += size) {
        chunks.add(new Chunk<>(i, start, Math.min(size, count - start)));
      }
    }
    return chunks;
  }

  private static <D, T> List<List<T>> results(
      List<BatchShare<D, T>> shares, List<Chunk<T>> chunks) {
    List<List<T>> results = new ArrayList<>();
    for (int i = 0; i < shares.size(); i++) {
      results.add(new ArrayList<>());
    }
    for (Chunk<T> chunk : chunks) {
      results.get(chunk.share).add(chunk.result.orElseThrow());
    }
    return results;
  }

  /** Some trials of a share, and the result of reading them. */
  private static final class Chunk<T> {
    private final int share;
    private final int start;
    private final int count;
    private Optional<T> result = Optional.empty();

    Chunk(int share, int start, int count) {
      this.share = share;
      this.start = start;
      this.count = count;
    }
  }

  /** Chunks that all threads take from, until none is left or one of them fails. */
  private final class Work<T> {
    private final List<BatchShare<D, T>> shares;
    private final List<Chunk<T>> chunks;
    private final AtomicInteger next = new AtomicInteger();

    Work(List<BatchShare<D, T>> shares, List<Chunk<T>> chunks) {
      this.shares = shares;
      this.chunks = chunks;
    }

    boolean finish(double expectedNanos) throws InterruptedException {
      List<Future<Boolean>> helpers = new ArrayList<>();
      if (pool.isPresent() && chunks.size() > 1 && expectedNanos >= SMALLEST_PARALLEL_NANOS) {
        for (int i = 0; i < Math.min(threads, chunks.size()) - 1; i++) {
          helpers.add(pool.get().submit(this::takeChunks));
        }
      }
      boolean complete = takeChunks();
      for (Future<Boolean> helper : helpers) {
        complete &= join(helper);
      }
      return complete;
    }

    private boolean takeChunks() throws InterruptedException {
      boolean finished = false;
      try {
        int taken = next.getAndIncrement();
        while (taken < chunks.size()) {
          if (!take(chunks.get(taken))) {
            return false;
          }
          taken = next.getAndIncrement();
        }
        finished = true;
      } finally {
        if (!finished) {
          next.set(chunks.size());
        }
      }
      return true;
    }

    private boolean take(Chunk<T> chunk) throws InterruptedException {
      BatchShare<D, T> share = shares.get(chunk.share);
      boolean[] left = new boolean[chunk.count];
      Outcome[] outcomes = new Outcome[chunk.count];
      if (!runRange(share.pair(), share.first() + chunk.start, left, outcomes)) {
        return false;
      }
      TrialBatch batch = new TrialBatch(left, Arrays.asList(outcomes));
      chunk.result = Optional.of(share.reader().apply(batch));
      return true;
    }
  }

  private static boolean join(Future<Boolean> chunk) throws InterruptedException {
    try {
      return chunk.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InterruptedException) {
        throw new InterruptedException("a run was interrupted");
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("a trial could not be run", e.getCause());
    }
  }

  private boolean runRange(AdjacentPair<D> pair, long first, boolean[] left, Outcome[] outcomes)
      throws InterruptedException {
    if (mechanism instanceof BatchMechanism<D> batches) {
      return new BatchTrials<>(batches, seed, deadline, nanos)
          .run(pair, first, 0, left.length, left, outcomes);
    }
    for (int i = 0; i < left.length; i++) {
      if (Thread.interrupted()) {
        throw new InterruptedException("the audit was interrupted");
      }
      if (deadline != Long.MAX_VALUE && nanos.getAsLong() - deadline >= 0) {
        return false;
      }
      left[i] = TrialRandom.coin(seed, first + i);
      outcomes[i] = runInTime(pair, left[i], first + i);
    }
    return true;
  }

  private Outcome runInTime(AdjacentPair<D> pair, boolean onLeft, long trial)
      throws InterruptedException {
    if (clock.isEmpty()) {
      return runOne(pair, onLeft, trial);
    }
    Optional<Outcome> outcome = Optional.empty();
    boolean late = false;
    clock.get().begin();
    try {
      outcome = Optional.of(runOne(pair, onLeft, trial));
    } catch (InterruptedException e) {
      late = clock.get().end();
      if (!late) {
        throw e;
      }
    } finally {
      late |= clock.get().end();
    }
    return late ? new Outcome.Failure("timeout") : outcome.orElseThrow();
  }

  private Outcome runOne(AdjacentPair<D> pair, boolean onLeft, long trial)
      throws InterruptedException {
    try {
      D dataset = onLeft ? pair.left() : pair.right();
      return checked(mechanism.run(dataset, TrialRandom.of(seed, trial)));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | AssertionError | StackOverflowError e) {
      // Such failures may depend on the data like any output.
      return new Outcome.Failure(e.getClass().getName());
    } catch (Error e) {
      String side = onLeft ? "left" : "right";
      e.addSuppressed(
          new IllegalStateException(
              String.format(
                  "in trial %s on the %s dataset of '%s'", trial, side, pair.description())));
      throw e;
    }
  }

  private static ExecutorService newPool(int threads) {
    return Executors.newFixedThreadPool(
        threads,
        task -> {
          Thread thread = new Thread(task, "assay-trial");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** An outcome of a mechanism; null counts as a failure, although the signature forbids null. */
  private static Outcome checked(@Nullable Outcome outcome) {
    return outcome == null ? new Outcome.Failure("null") : outcome;
  }
}
