package org.assay.accountant.budget;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * Calls of a database on threads that nobody interrupts. H2 works on its file in the caller's
 * thread. Java closes a file under an interrupted thread for all threads, and H2 then forgets rows
 * that it had called stored.
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

  /** Something that is asked of a database. */
  interface Call<T> {
    T answer() throws SQLException;
  }

  /** Waits for the answer, however often the caller is interrupted, who remains interrupted. */
  static <T> T answer(Call<T> call) throws SQLException {
    return CompletableFuture.supplyAsync(() -> tried(call), THREADS).join().answer();
  }

  /** Something that a database is told. */
  interface Order {
    void run() throws SQLException;
  }

  /** Waits as {@link #answer} until it is done. */
  static void run(Order order) throws SQLException {
    answer(
        () -> {
          order.run();
          return order;
        });
  }

  /** The answer of a call that was made, or what it threw. */
  private static <T> Call<T> tried(Call<T> call) {
    try {
      T answer = call.answer();
      return () -> answer;
    } catch (SQLException e) {
      return () -> {
        throw e;
      };
    } catch (RuntimeException e) {
      return () -> {
        throw e;
      };
    } catch (Error e) {
      return () -> {
        throw e;
      };
    }
  }
}
