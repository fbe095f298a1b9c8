package org.assay.verify.trial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assay.accountant.privacy.Parameters;
import org.jspecify.annotations.Nullable;

/**
 * Runs a mechanism trial by trial. Trial number t tosses a fair coin and runs on the left or the
 * right dataset with a generator of its own, both derived from the root seed and t alone: results
 * are the same whatever the number of threads.
 *
 * @param <D> the type of datasets
 */
public final class TrialRunner<D> implements AutoCloseable {
  /** Chunks per thread, so that one slow run does not leave the other threads idle for long. */
  private static final int CHUNKS_PER_THREAD = 8;

  private final Mechanism<D> mechanism;
  private final long seed;
  private final int threads;
  private final long deadline;
  private final Optional<ExecutorService> pool;

  /**
   * A runner.
   *
   * @param mechanism what to run
   * @param seed the root seed
   * @param threads how many runs may be under way at once, at least 1
   * @param deadline the {@link System#nanoTime} at which to give up; {@link Long#MAX_VALUE} for
   *     none
   */
  public TrialRunner(Mechanism<D> mechanism, long seed, int threads, long deadline) {
    Parameters.requireAtLeastOne("threads", threads);
    this.mechanism = mechanism;
    this.seed = seed;
    this.threads = threads;
    this.deadline = deadline;
    this.pool = threads == 1 ? Optional.empty() : Optional.of(newPool(threads));
  }

  /**
   * Runs consecutive trials on one pair.
   *
   * @param pair the pair
   * @param first number of the first trial, at least 0
   * @param count how many
   * @return the results; empty if the deadline passed first, in which case the whole batch is void
   * @throws InterruptedException if the caller or a run was interrupted; the batch is void
   */
  public Optional<TrialBatch> run(AdjacentPair<D> pair, long first, int count)
      throws InterruptedException {
    boolean[] left = new boolean[count];
    Outcome[] outcomes = new Outcome[count];
    boolean complete =
        pool.isPresent()
            ? runChunks(pool.get(), pair, first, left, outcomes)
            : runRange(pair, first, 0, count, left, outcomes);
    return complete ? Optional.of(new TrialBatch(left, Arrays.asList(outcomes))) : Optional.empty();
  }

  /** Ends the threads; runs under way are interrupted. */
  @Override
  public void close() {
    pool.ifPresent(ExecutorService::shutdownNow);
  }

  private boolean runChunks(
      ExecutorService workers, AdjacentPair<D> pair, long first, boolean[] left, Outcome[] outcomes)
      throws InterruptedException {
    int count = left.length;
    int size = Math.max(1, count / (threads * CHUNKS_PER_THREAD));
    List<Callable<Boolean>> chunks = new ArrayList<>();
    for (int from = 0; from < count; from += size) {
      int start = from;
      int end = Math.min(count, from + size);
      chunks.add(() -> runRange(pair, first, start, end, left, outcomes));
    }
    boolean complete = true;
    for (Future<Boolean> chunk : workers.invokeAll(chunks)) {
      complete &= join(chunk);
    }
    return complete;
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
      throw new IllegalStateException("a trial could not be run", e.getCause());
    }
  }

  private boolean runRange(
      AdjacentPair<D> pair, long first, int start, int end, boolean[] left, Outcome[] outcomes)
      throws InterruptedException {
    for (int i = start; i < end; i++) {
      if (Thread.interrupted()) {
        throw new InterruptedException("the audit was interrupted");
      }
      if (deadline != Long.MAX_VALUE && System.nanoTime() - deadline >= 0) {
        return false;
      }
      left[i] = TrialRandom.coin(seed, first + i);
      outcomes[i] = runOne(pair, left[i], first + i);
    }
    return true;
  }

  private Outcome runOne(AdjacentPair<D> pair, boolean onLeft, long trial)
      throws InterruptedException {
    try {
      D dataset = onLeft ? pair.left() : pair.right();
      return checked(mechanism.run(dataset, TrialRandom.of(seed, trial)));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | AssertionError | StackOverflowError e) {
      // These depend on the data as much as any output does.
      return new Outcome.Failure(e.getClass().getName());
    } catch (Error e) {
      String side = onLeft ? "left" : "right";
      e.addSuppressed(
          new IllegalStateException(
              "in trial "
                  + trial
                  + " on the "
                  + side
                  + " dataset of '"
                  + pair.description()
                  + "'"));
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

  /** A mechanism that returns null has failed visibly, whatever its signature promised. */
  private static Outcome checked(@Nullable Outcome outcome) {
    return outcome == null ? new Outcome.Failure("null") : outcome;
  }
}
