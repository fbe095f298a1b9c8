package org.assay.cli.walk;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.walk.CertifiedLoss;
import org.assay.verify.walk.RandomWalk;
import org.assay.verify.walk.WalkLowerBound;
import org.assay.verify.walk.WalkProgress;
import org.assay.verify.walk.WalkSearch;

/**
 * A certified lower bound on a privacy parameter, or why there is none.
 *
 * @param loss the bound with its witness; empty if it was not computed
 * @param reason why it was not computed; empty if it was
 */
public record LowerBound(Optional<CertifiedLoss> loss, String reason) {
  /**
   * No bound.
   *
   * @param reason why not
   * @return the absence
   */
  public static LowerBound notComputed(String reason) {
    return new LowerBound(Optional.empty(), reason);
  }

  /**
   * Searches for the strongest walks, in a limited time; if it ends early, what was found so far
   * counts.
   *
   * @param descent the run
   * @param currency what to bound
   * @param limit how long it may take
   * @param listener hears how far the certification is, on another thread
   * @return the bound, or why it was not computed
   */
  public static LowerBound search(
      Descent descent, Currency currency, Duration limit, Consumer<WalkProgress> listener) {
    if (!(limit.compareTo(Duration.ZERO) > 0)) {
      return notComputed("the time limit was reached");
    }
    RandomWalk centred;
    try {
      centred = RandomWalk.centred(descent.walks());
    } catch (UnsupportedEventException | IllegalArgumentException e) {
      return notComputed(String.valueOf(e.getMessage()));
    }
    AtomicReference<Optional<CertifiedLoss>> best = new AtomicReference<>(Optional.empty());
    FutureTask<Void> task =
        new FutureTask<>(() -> improve(centred, currency, listener, best), null);
    Thread worker = new Thread(task, "walk");
    worker.setDaemon(true);
    worker.start();
    String reason = await(task, limit);
    Optional<CertifiedLoss> found = Objects.requireNonNull(best.get());
    return found.isPresent() ? new LowerBound(found, "") : notComputed(reason);
  }

  /** The walk of the paper is soon followed and often strong; the search takes longer. */
  private static void improve(
      RandomWalk first,
      Currency currency,
      Consumer<WalkProgress> listener,
      AtomicReference<Optional<CertifiedLoss>> best) {
    CertifiedLoss centred = currency.of(WalkLowerBound.of(first, listener));
    best.set(Optional.of(centred));
    CertifiedLoss found =
        currency.of(WalkSearch.strongest(first.settings(), currency.objective(), listener));
    if (found.value() > centred.value()) {
      best.set(Optional.of(found));
    }
  }

  /** Waits for the end of the time or of the task, and says why it ended. */
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
