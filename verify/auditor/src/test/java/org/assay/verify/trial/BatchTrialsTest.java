package org.assay.verify.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Test;

class BatchTrialsTest {
  private static final AdjacentPair<Double> PAIR =
      AdjacentPair.of("0 and 1", 0.0, 1.0, AdjacencyRelation.REPLACE_ONE);

  /** An outcome tells the request it came from: dataset, place in the request, first seed. */
  private static class Recording implements BatchMechanism<Double> {
    private final ConcurrentLinkedQueue<Integer> sizes = new ConcurrentLinkedQueue<>();

    @Override
    public int trialsPerRequest() {
      return 50;
    }

    @Override
    public Optional<List<Outcome>> runAll(Double dataset, long[] seeds, long deadline) {
      sizes.add(seeds.length);
      List<Outcome> outcomes = new ArrayList<>();
      for (int i = 0; i < seeds.length; i++) {
        outcomes.add(Outcome.of(dataset, i, (double) seeds[0], (double) seeds[i]));
      }
      return Optional.of(outcomes);
    }
  }

  private static Optional<TrialBatch> run(BatchMechanism<Double> mechanism, int threads)
      throws InterruptedException {
    try (TrialRunner<Double> runner = new TrialRunner<>(mechanism, 7, threads, Long.MAX_VALUE)) {
      return runner.run(PAIR, 1000, 1234);
    }
  }

  private static List<String> show(TrialBatch batch) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      lines.add(batch.ranOnLeft(i) + " " + batch.outcome(i));
    }
    return lines;
  }

  @Test
  void requestsDoNotDependOnThreads() throws InterruptedException {
    assertEquals(
        show(run(new Recording(), 1).orElseThrow()), show(run(new Recording(), 3).orElseThrow()));
  }

  @Test
  void everyTrialGetsTheOutcomeOfItsOwnDatasetAndSeed() throws InterruptedException {
    Recording mechanism = new Recording();
    TrialBatch batch = run(mechanism, 2).orElseThrow();
    for (int i = 0; i < batch.size(); i++) {
      Outcome.Vector outcome = (Outcome.Vector) batch.outcome(i);
      assertEquals(batch.ranOnLeft(i) ? 0.0 : 1.0, outcome.at(0));
      assertEquals((double) TrialRandom.of(7, 1000 + i).nextLong(), outcome.at(3));
    }
    assertEquals(1234, mechanism.sizes.stream().mapToInt(size -> size).sum());
    assertEquals(2 * 25, mechanism.sizes.size(), "two requests for every 50 trials");
  }

  @Test
  void aDeadlineWithinARequestVoidsTheBatch() throws InterruptedException {
    Recording mechanism =
        new Recording() {
          @Override
          public Optional<List<Outcome>> runAll(Double dataset, long[] seeds, long deadline) {
            return Optional.empty();
          }
        };
    assertTrue(run(mechanism, 1).isEmpty());
    assertTrue(run(mechanism, 2).isEmpty());
  }

  @Test
  void anExceptionEndsTheAuditAndAMissingOutcomeIsOne() {
    Recording broken =
        new Recording() {
          @Override
          public Optional<List<Outcome>> runAll(Double dataset, long[] seeds, long deadline) {
            throw new IllegalStateException("no answer");
          }
        };
    Recording shortOfOne =
        new Recording() {
          @Override
          public Optional<List<Outcome>> runAll(Double dataset, long[] seeds, long deadline) {
            return super.runAll(dataset, Arrays.copyOf(seeds, seeds.length - 1), deadline);
          }
        };
    for (int threads = 1; threads <= 2; threads++) {
      int count = threads;
      assertEquals(
          "no answer",
          assertThrows(IllegalStateException.class, () -> run(broken, count)).getMessage());
      assertEquals(
          IllegalStateException.class,
          assertThrows(RuntimeException.class, () -> run(shortOfOne, count)).getClass());
    }
  }
}
