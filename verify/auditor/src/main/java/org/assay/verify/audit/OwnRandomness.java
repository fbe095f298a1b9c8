package org.assay.verify.audit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.assay.verify.trial.TrialRunner;

/**
 * Checks whether a mechanism draws randomness of its own: its outputs differ when it is run twice
 * with the same seeds. Audits of such a mechanism are as sound, but cannot be repeated exactly.
 */
final class OwnRandomness {
  /** Runs on each pair, each made twice. Not tuned. */
  private static final int RUNS = 16;

  /**
   * Pairs that are tried. A mechanism may have a single answer on one dataset, so one pair may not
   * suffice. Not tuned.
   */
  private static final int MOST_PAIRS = 4;

  private OwnRandomness() {}

  /** Runs the mechanism on the first pairs, without a limit of the total time. */
  static <D> boolean isIn(
      Mechanism<D> mechanism,
      List<AdjacentPair<D>> pairs,
      long seed,
      Optional<Duration> runTimeout) {
    try (TrialRunner<D> runner =
        new TrialRunner<>(mechanism, seed, 1, Long.MAX_VALUE, runTimeout)) {
      for (AdjacentPair<D> pair : pairs.subList(0, Math.min(MOST_PAIRS, pairs.size()))) {
        if (differs(runner, pair)) {
          return true;
        }
      }
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Runs one pair twice. Coins depend on the seed alone, so both times use the same datasets. */
  private static <D> boolean differs(TrialRunner<D> runner, AdjacentPair<D> pair)
      throws InterruptedException {
    Optional<TrialBatch> first = runner.run(pair, 0, RUNS);
    Optional<TrialBatch> second = runner.run(pair, 0, RUNS);
    return first.isPresent()
        && second.isPresent()
        && !outcomes(first.get()).equals(outcomes(second.get()));
  }

  private static List<Outcome> outcomes(TrialBatch batch) {
    return IntStream.range(0, batch.size()).mapToObj(batch::outcome).toList();
  }
}
