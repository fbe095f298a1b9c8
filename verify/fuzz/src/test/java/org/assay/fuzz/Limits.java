package org.assay.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What one small input may cost. Whoever exceeds it has found something: the failure ends up beside
 * the input that caused it.
 */
public final class Limits {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final long seconds;
  private final long bytes;
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "input under test");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Limits for inputs, one after the other.
   *
   * @param seconds the most time for one input
   * @param mebibytes the most that one input may allocate, garbage included
   */
  public Limits(long seconds, long mebibytes) {
    this.seconds = seconds;
    this.bytes = mebibytes << 20;
  }

  /**
   * Tries an input.
   *
   * @param reader what reads the input
   * @param <T> what it makes of it
   * @return what the reader returned
   * @throws Exception what the reader threw
   */
  public <T> T run(Callable<T> reader) throws Exception {
    Future<T> result = worker.submit(() -> measured(reader));
    try {
      return result.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      AssertionError hang = new AssertionError("took more than " + seconds + " s");
      Thread.getAllStackTraces().entrySet().stream()
          .filter(entry -> entry.getKey().getName().equals("input under test"))
          .forEach(entry -> hang.setStackTrace(entry.getValue()));
      throw hang;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  private <T> T measured(Callable<T> reader) throws Exception {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    T result = reader.call();
    if (THREADS.getCurrentThreadAllocatedBytes() - before > bytes) {
      requireModest(reader);
    }
    return result;
  }

  /** Again: classes are loaded and instrumented the first time they are needed. */
  private void requireModest(Callable<?> reader) throws Exception {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    reader.call();
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    if (!(allocated <= bytes)) {
      throw new AssertionError("allocated " + (allocated >> 20) + " MiB");
    }
  }
}
