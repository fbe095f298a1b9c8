package org.assay.cli.internal.walk;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A certified lower bound on a privacy parameter, or the reason why there is none.
 *
 * @param <L> the kind of loss that proves it
 * @param loss the bound with its witness; empty if it was not computed
 * @param reason the reason why it was not computed; empty if it was
 */
public record LowerBound<L>(Optional<L> loss, String reason) {
  /** A search that reports each bound that is the strongest so far. */
  interface Search<L> {
    void run(Consumer<L> found);
  }

  /**
   * No bound.
   *
   * @param <L> the kind of loss that would prove it
   * @param reason the reason why there is none
   * @return the absence
   */
  public static <L> LowerBound<L> notComputed(String reason) {
    return new LowerBound<>(Optional.empty(), reason);
  }

  /**
   * A bound that is known.
   *
   * @param <L> the kind of loss
   * @param loss the bound with its witness
   * @return the bound
   */
  public static <L> LowerBound<L> of(L loss) {
    return new LowerBound<>(Optional.of(loss), "");
  }

  /** Searches in a limited time; if it ends early, the strongest bound so far is the result. */
  static <L> LowerBound<L> within(Duration limit, Search<L> search) {
    if (!(limit.compareTo(Duration.ZERO) > 0)) {
      return notComputed("the time limit was reached");
    }
    AtomicReference<Optional<L>> best = new AtomicReference<>(Optional.empty());
    FutureTask<Void> task =
        new FutureTask<>(() -> search.run(found -> best.set(Optional.of(found))), null);
    Thread worker = new Thread(task, "walk");
    worker.setDaemon(true);
    worker.start();
    String reason = await(task, limit);
    Optional<L> found = Objects.requireNonNull(best.get());
    return found.isPresent() ? new LowerBound<>(found, "") : notComputed(reason);
  }

  /** Waits for the end of the time or of the task, and returns the reason of the end. */
  private static String await(FutureTask<Void> task, Duration limit) {
    try {
      task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return "";
    } catch (TimeoutException e) {
      return "the time limit was reached";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IllegalArgumentException refusal) {
        return String.valueOf(refusal.getMessage());
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      // The search notices between two walks, and then ends.
      task.cancel(true);
    }
  }
}
