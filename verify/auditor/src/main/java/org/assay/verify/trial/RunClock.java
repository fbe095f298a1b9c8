package org.assay.verify.trial;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts runs that take too long. Java cannot stop a thread that ignores interruption; the run
 * then counts as timed out when it returns.
 */
final class RunClock implements AutoCloseable {
  /**
   * Number of checks per limit: a run may exceed its limit by the part one over this number. Not
   * tuned.
   */
  private static final int LOOKS = 4;

  private final long limit;
  private final List<Watch> watches = new ArrayList<>();
  private final ThreadLocal<Watch> mine = ThreadLocal.withInitial(this::newWatch);
  private final ScheduledExecutorService ticker;
  private final ScheduledFuture<?> ticking;

  RunClock(Duration limit) {
    this.limit = limit.toNanos();
    this.ticker =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "assay-clock");
              thread.setDaemon(true);
              return thread;
            });
    long pause = Math.max(1, this.limit / LOOKS);
    this.ticking = ticker.scheduleAtFixedRate(this::look, pause, pause, TimeUnit.NANOSECONDS);
  }

  /** Starts the time of a run on this thread. */
  void begin() {
    mine.get().begin();
  }

  /**
   * Ends the time of the run on this thread.
   *
   * @return whether the run was interrupted for taking too long; the interruption is cleared
   */
  boolean end() {
    return mine.get().end();
  }

  @Override
  public void close() {
    ticking.cancel(true);
    ticker.shutdownNow();
  }

  private Watch newWatch() {
    Watch watch = new Watch(Thread.currentThread());
    synchronized (watches) {
      watches.add(watch);
    }
    return watch;
  }

  private void look() {
    synchronized (watches) {
      long now = System.nanoTime();
      watches.forEach(watch -> watch.interruptIfLate(now - limit));
    }
  }

  /** The current run of one thread. */
  private static final class Watch {
    private final Thread thread;
    private long started;
    private boolean running;
    private boolean late;

    Watch(Thread thread) {
      this.thread = thread;
    }

    synchronized void begin() {
      started = System.nanoTime();
      running = true;
      late = false;
    }

    synchronized boolean end() {
      boolean wasLate = running && late;
      running = false;
      // An interruption that the run did not notice must not reach the next run.
      return wasLate && (Thread.interrupted() || wasLate);
    }

    synchronized void interruptIfLate(long latestStart) {
      if (running && !late && started - latestStart < 0) {
        late = true;
        thread.interrupt();
      }
    }
  }
}
