package org.assay.cli.audit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.cli.claims.PlannedClaim;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.assay.verify.trial.TrialRunner;

/**
 * Whether a mechanism draws randomness of its own: asked twice with the same seeds it answers
 * differently. Its audits are as sound, but nobody can repeat them exactly.
 */
final class OwnRandomness {
  private static final int RUNS = 4;

  private static final long MOST_NANOS = 5_000_000_000L;

  private static final String WORDS =
      "It draws randomness of its own, or keeps a state: with the same seeds it gave other outputs."
          + " The command repeats the audit, not its numbers.";

  private OwnRandomness() {}

  /** What to tell, if it answers within a few seconds and differently. */
  static <D> Optional<String> of(PlannedClaim<D> claim, long seed) {
    D dataset = claim.pairs().get(0).left();
    AdjacentPair<D> same =
        AdjacentPair.of("the same", dataset, dataset, claim.guarantee().adjacency());
    long deadline = System.nanoTime() + MOST_NANOS;
    Optional<Duration> limit = claim.observation().runTimeout();
    try (TrialRunner<D> runner = new TrialRunner<>(claim.mechanism(), seed, 1, deadline, limit)) {
      Optional<TrialBatch> first = runner.run(same, 0, RUNS);
      Optional<TrialBatch> second = runner.run(same, 0, RUNS);
      boolean differs =
          first.isPresent()
              && second.isPresent()
              && !outcomes(first.get()).equals(outcomes(second.get()));
      return differs ? Optional.of(WORDS) : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static List<Outcome> outcomes(TrialBatch batch) {
    return IntStream.range(0, batch.size()).mapToObj(batch::outcome).toList();
  }
}
