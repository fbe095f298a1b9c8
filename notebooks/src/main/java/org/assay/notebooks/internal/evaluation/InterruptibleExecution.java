package org.assay.notebooks.internal.evaluation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jshell.execution.DirectExecutionControl;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;
import org.jspecify.annotations.Nullable;

/**
 * Runs snippets in this virtual machine, so that their values can be shown as more than text, each
 * on a thread of its own, so that it can be interrupted.
 *
 * <p>The JDK's own {@code LocalExecutionControl} waits for every thread that a snippet started, and
 * so would hang on idle thread pools.
 */
final class InterruptibleExecution extends DirectExecutionControl {
  /** How long a snippet may take to notice that it was interrupted. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final AtomicReference<@Nullable Run> current = new AtomicReference<>();
  private volatile @Nullable Object lastValue;
  private volatile boolean stopRequested;

  /** One snippet under way. */
  private static final class Run {
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;
    private volatile @Nullable Object value;
    private volatile @Nullable Exception failure;

    Run(Method method) {
      thread = new Thread(() -> call(method), "cell");
      thread.setDaemon(true);
    }

    private void call(Method method) {
      try {
        value = method.invoke(null);
      } catch (InvocationTargetException | IllegalAccessException | RuntimeException e) {
        failure = e;
      } finally {
        ended.countDown();
      }
    }

    /** Ends the wait for a snippet that does not react; its thread then runs on by itself. */
    void stop() throws InterruptedException {
      thread.interrupt();
      if (!ended.await(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        ended.countDown();
      }
    }
  }

  /** The value of the snippet that ran last. */
  @Nullable Object lastValue() {
    return lastValue;
  }

  @Override
  protected String invoke(Method method) throws Exception {
    Run run = new Run(method);
    run.thread.setContextClassLoader(method.getDeclaringClass().getClassLoader());
    current.set(run);
    try {
      // A request that came before this snippet was known is for the rest of the cell as well.
      if (!stopRequested) {
        run.thread.start();
        run.ended.await();
      }
    } finally {
      current.set(null);
    }
    if (stopRequested) {
      throw new ExecutionControl.StoppedException();
    }
    Exception failure = run.failure;
    if (failure != null) {
      throw failure;
    }
    lastValue = run.value;
    return valueString(run.value);
  }

  /** Forgets requests to stop: they were for earlier cells. */
  void beginCell() {
    stopRequested = false;
  }

  /** Whether this cell has been asked to stop. */
  boolean isStopRequested() {
    return stopRequested;
  }

  @Override
  public void stop() throws InternalException {
    stopRequested = true;
    Run run = current.get();
    if (run == null) {
      return;
    }
    try {
      run.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InternalException("interrupted while stopping a cell");
    }
  }

  /** Gives a shell this execution. */
  ExecutionControlProvider provider() {
    InterruptibleExecution execution = this;
    return new ExecutionControlProvider() {
      @Override
      public String name() {
        return "interruptible";
      }

      @Override
      public ExecutionControl generate(ExecutionEnv env, Map<String, String> parameters) {
        return execution;
      }
    };
  }
}
