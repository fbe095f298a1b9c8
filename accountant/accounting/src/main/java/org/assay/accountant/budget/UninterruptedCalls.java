package org.assay.accountant.budget;

import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

/**
 * Calls of a database on threads that are never interrupted. H2 uses its file in the caller's
 * thread. If that thread is interrupted, Java closes the file for all threads, and H2 then forgets
 * rows that it had reported as stored.
 */
final class UninterruptedCalls {
  /** Threads that end when they have had nothing to do for a minute, or when the program ends. */
  private static final Executor THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "assay-budgets");
            thread.setDaemon(true);
            return thread;
          });

  private UninterruptedCalls() {}

  /** A call of a database. */
  interface Call<T, E extends Exception> {
    T answer() throws E;
  }

  /**
   * Waits for the answer through any interruptions of the caller, whose interrupt flag is set
   * again. Exceptions of the call are thrown here. The caller does nothing else meanwhile: a future
   * of {@link java.util.concurrent.CompletableFuture} would run other tasks of the common pool,
   * which may wait for this one.
   */
  static <T, E extends Exception> T answer(Call<T, E> call) throws E {
    FutureTask<T> task = new FutureTask<>(call::answer);
    THREADS.execute(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      UninterruptedCalls.<E>rethrow(Objects.requireNonNull(e.getCause()));
      throw new IllegalStateException("not reached", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Throws the exception of a call, of any type. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void rethrow(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
