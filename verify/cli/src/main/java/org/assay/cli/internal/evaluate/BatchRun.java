package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.assay.accountant.accounting.UnreachableTargetException;
import org.assay.accountant.numeric.InterruptedComputationException;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.internal.command.Heap;
import org.assay.cli.internal.input.BoundedLines;
import org.assay.cli.internal.input.BoundedLines.Line;
import org.assay.cli.internal.input.InputException;

/**
 * One pass over a batch. A thread reads, others compute, and a timer stops questions that take too
 * long, so that every question is answered or refused by itself. Stopping is an interruption, which
 * long computations notice. A new thread replaces one whose computation does not notice.
 */
final class BatchRun {
  /** Number of characters that are read before their questions are begun. */
  private static final int READ_AHEAD = BatchLine.LONGEST;

  /** Number of characters that a short line counts as, so that at most 64 lines wait. Not tuned. */
  private static final int SHORT = READ_AHEAD / 64;

  /** Time after an interruption at which a computation that goes on is abandoned. Not tuned. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** Bytes of stack: far more than events of the deepest nesting need. */
  private static final long STACK = 1L << 24;

  private final BoundedLines lines;
  private final Writer out;
  private final BatchEvaluator.Settings settings;
  private final Semaphore room = new Semaphore(READ_AHEAD);
  private final BlockingQueue<Optional<Asked>> waiting = new LinkedBlockingQueue<>();
  private final Set<Asked> open = ConcurrentHashMap.newKeySet();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final AtomicInteger working = new AtomicInteger();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final ScheduledThreadPoolExecutor timer;

  /** Shared by questions side by side; held alone where they do not fit into memory together. */
  private final ReadWriteLock memory = new ReentrantReadWriteLock(true);

  BatchRun(BufferedReader in, Writer out, BatchEvaluator.Settings settings) {
    this.lines = new BoundedLines(in, BatchLine.LONGEST);
    this.out = out;
    this.settings = settings;
    this.timer = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "timer"));
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Answers every line. */
  void run() throws IOException {
    working.set(settings.threads());
    for (int i = 0; i < settings.threads(); i++) {
      start(this::work, "question");
    }
    start(this::read, "questions");
    try {
      end.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the batch was interrupted");
    } catch (ExecutionException e) {
      rethrow(Objects.requireNonNullElse(e.getCause(), e));
    } finally {
      end.cancel(false);
      timer.shutdownNow();
      threads.forEach(Thread::interrupt);
    }
  }

  private static void rethrow(Throwable failure) throws IOException {
    if (failure instanceof IOException lost) {
      throw lost;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    throw failure instanceof RuntimeException defect ? defect : new IllegalStateException(failure);
  }

  private void start(Runnable task, String name) {
    Thread thread =
        daemon(
            () -> {
              try {
                task.run();
              } catch (RuntimeException | Error e) {
                end.completeExceptionally(e);
              } finally {
                threads.remove(Thread.currentThread());
              }
            },
            name);
    threads.add(thread);
    thread.start();
  }

  /**
   * A thread that ends with the process, even if it waits for input or has an abandoned
   * computation.
   */
  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(null, task, name, STACK);
    thread.setDaemon(true);
    return thread;
  }

  private void read() {
    try {
      long number = 0;
      for (Optional<Line> next = lines.next(); next.isPresent(); next = lines.next()) {
        number++;
        Line line = next.get();
        if (!line.text().isBlank() || line.cut()) {
          int size = Math.max(SHORT, line.text().length());
          room.acquire(size);
          take(BatchLine.read(line, number), size);
        }
      }
      waiting.add(Optional.empty());
    } catch (IOException e) {
      end.completeExceptionally(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(BatchLine line, int size) {
    Optional<JsonNode> cancelled = line.cancelled();
    if (cancelled.isPresent()) {
      room.release(size);
      open.stream()
          .filter(asked -> asked.line.id().equals(cancelled.get()))
          .forEach(asked -> asked.stop(Stop.CANCELLED));
      return;
    }
    Asked asked = new Asked(line, size);
    open.add(asked);
    waiting.add(Optional.of(asked));
  }

  /** Answers questions until there are none, or until another thread has taken over. */
  private void work() {
    try {
      Optional<Asked> next = waiting.take();
      while (next.isPresent()) {
        if (end.isDone() || !next.get().answer()) {
          return;
        }
        next = waiting.take();
      }
      waiting.add(next);
      if (working.decrementAndGet() == 0) {
        end.complete(null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void write(ObjectNode answer) {
    if (end.isDone()) {
      return;
    }
    try {
      out.write(BatchLine.text(answer));
      out.write('\n');
      // The output is flushed, since a program may wait for this answer before it sends the next
      // question.
      out.flush();
    } catch (IOException | RuntimeException e) {
      end.completeExceptionally(e);
    }
  }

  /** Questions that do not fit into memory side by side are answered one after the other. */
  private ObjectNode computed(BatchLine line) {
    try {
      return computed(line, memory.readLock());
    } catch (RuntimeException | Error e) {
      if (settings.threads() > 1 && Heap.isExhausted(e)) {
        return computed(line, memory.writeLock());
      }
      throw e;
    }
  }

  private ObjectNode computed(BatchLine line, Lock turn) {
    try {
      turn.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return line.refusal("interrupted");
    }
    try {
      return line.answer(settings.digits(), settings.more());
    } finally {
      turn.unlock();
    }
  }

  /** An answer or a refusal, whatever the question does; only a broken Java ends the batch. */
  private ObjectNode outcome(BatchLine line) {
    try {
      return computed(line);
    } catch (RuntimeException | Error e) {
      return refusal(line, e);
    }
  }

  /**
   * The refusal of a question for a failure; a failure that does not come from the question is
   * thrown.
   */
  static ObjectNode refusal(BatchLine line, Throwable failure) {
    try {
      throw failure;
    } catch (LineException | InputException e) {
      return line.refusal(String.valueOf(e.getMessage()));
    } catch (ArithmeticException
        | IllegalArgumentException
        | UnreachableTargetException
        | UnsupportedEventException
        | ContradictionException e) {
      return line.refusal(problem(e));
    } catch (StackOverflowError e) {
      return line.stopped("depth", "the question is nested too deeply");
    } catch (OutOfMemoryError e) {
      return tooLarge(line);
    } catch (InterruptedComputationException e) {
      return line.refusal("interrupted");
    } catch (IllegalStateException e) {
      return Heap.isExhausted(e) ? tooLarge(line) : line.refusal(problem(e));
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      return line.refusal(
          "internal failure: " + e + "; a defect of Assay, please report this question");
    }
  }

  private static ObjectNode tooLarge(BatchLine line) {
    return line.stopped("memory", Heap.tooSmallFor("the question"));
  }

  /**
   * The message of a failure; that of a contradiction itself says that the question is not the
   * cause.
   */
  static String problem(RuntimeException failure) {
    String message = String.valueOf(failure.getMessage());
    return failure instanceof ContradictionException
        ? message
        : "no certified value was found: " + message;
  }

  /** The reason why a question is given up. */
  private enum Stop {
    TIME,
    CANCELLED
  }

  /** A question between its line and its only answer. */
  private final class Asked {
    private final BatchLine line;
    private final int size;
    private final Duration limit;
    private Optional<Thread> worker = Optional.empty();
    private Optional<Stop> stopped = Optional.empty();
    private Optional<Future<?>> watch = Optional.empty();
    private boolean answered;

    Asked(BatchLine line, int size) {
      this.line = line;
      this.size = size;
      this.limit = line.seconds().map(BatchEvaluator.Settings::duration).orElse(settings.time());
    }

    /** Answers on this thread, and says whether the thread may go on with other questions. */
    boolean answer() {
      room.release(size);
      return !begin() || finish(outcome(line), true);
    }

    /** Begins to work, unless the question was given up before. */
    private synchronized boolean begin() {
      if (stopped.isPresent()) {
        return false;
      }
      worker = Optional.of(Thread.currentThread());
      watch = Optional.of(after(limit, () -> stop(Stop.TIME)));
      return true;
    }

    private Future<?> after(Duration time, Runnable task) {
      return timer.schedule(task, time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Gives the question up: at once if nobody works on it yet. */
    void stop(Stop why) {
      if (interrupt(why)) {
        finish(refusal(why), false);
      }
    }

    private synchronized boolean interrupt(Stop why) {
      if (answered || stopped.isPresent()) {
        return false;
      }
      stopped = Optional.of(why);
      watch.ifPresent(timed -> timed.cancel(false));
      worker.ifPresent(
          thread -> {
            thread.interrupt();
            watch = Optional.of(after(GRACE, this::leaveBehind));
          });
      return worker.isEmpty();
    }

    private void leaveBehind() {
      if (finish(line.refusal("left behind"), false)) {
        start(BatchRun.this::work, "question");
      }
    }

    /**
     * Writes the answer unless there has been one. A question that was given up is refused for that
     * reason, whatever else failed on the way.
     */
    private boolean finish(ObjectNode outcome, boolean byWorker) {
      ObjectNode answer;
      synchronized (this) {
        if (byWorker) {
          // Nobody interrupts this thread on behalf of this question any more.
          worker = Optional.empty();
          Thread.interrupted();
        }
        if (answered) {
          return false;
        }
        answered = true;
        watch.ifPresent(timed -> timed.cancel(false));
        answer =
            BatchLine.isRefusal(outcome) ? stopped.map(this::refusal).orElse(outcome) : outcome;
      }
      open.remove(this);
      write(answer);
      return true;
    }

    private ObjectNode refusal(Stop why) {
      return switch (why) {
        case TIME ->
            line.stopped(
                "time",
                "no answer within "
                    + BigDecimal.valueOf(limit.toNanos(), 9).stripTrailingZeros().toPlainString()
                    + " seconds: ask for less, or allow more by --question-seconds or \"seconds\"");
        case CANCELLED -> line.stopped("cancelled", "the question was cancelled");
      };
    }
  }
}
