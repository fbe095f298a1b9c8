package org.assay.verify.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Test;

class TrialRunnerTest {
  private static final AdjacentPair<Double> PAIR =
      AdjacentPair.of("0 and 1", 0.0, 1.0, AdjacencyRelation.REPLACE_ONE);

  @Test
  void resultsDoNotDependOnThreads() throws InterruptedException {
    Mechanism<Double> mechanism = Mechanism.ofScalar((d, random) -> d + random.nextGaussian());
    List<String> alone = show(run(mechanism, 1, Long.MAX_VALUE).orElseThrow());
    assertEquals(alone, show(run(mechanism, 4, Long.MAX_VALUE).orElseThrow()));
  }

  @Test
  void everyTrialHasAGeneratorOfItsOwn() throws InterruptedException {
    Mechanism<Double> mechanism = Mechanism.ofScalar((d, random) -> random.nextDouble());
    TrialBatch batch = run(mechanism, 1, Long.MAX_VALUE).orElseThrow();
    assertEquals(1000, batch.size());
    assertEquals(1000, show(batch).stream().distinct().count());
    assertNotEquals(
        TrialRandom.of(1, 0).nextLong(), TrialRandom.of(2, 0).nextLong(), "seeds matter");
  }

  /** Five standard deviations: false alarm 6e-7 if the seed were random. */
  @Test
  void theCoinIsFair() {
    int heads = 0;
    int equalNeighbours = 0;
    int tosses = 1_000_000;
    for (int i = 0; i < tosses; i++) {
      heads += TrialRandom.coin(3, i) ? 1 : 0;
      equalNeighbours += TrialRandom.coin(3, i) == TrialRandom.coin(3, i + 1) ? 1 : 0;
    }
    assertEquals(tosses / 2.0, heads, 2.5 * Math.sqrt(tosses));
    assertEquals(tosses / 2.0, equalNeighbours, 2.5 * Math.sqrt(tosses));
  }

  @Test
  void exceptionsAreOutcomes() throws InterruptedException {
    Mechanism<Double> mechanism =
        (d, random) -> {
          if (d == 1) {
            throw new IllegalStateException("leak");
          }
          return Outcome.of("fine");
        };
    TrialBatch batch = run(mechanism, 2, Long.MAX_VALUE).orElseThrow();
    for (int i = 0; i < batch.size(); i++) {
      Outcome expected =
          batch.ranOnLeft(i)
              ? Outcome.of("fine")
              : new Outcome.Failure("java.lang.IllegalStateException");
      assertEquals(expected, batch.outcome(i));
    }
  }

  @Test
  void interruptionCancels() {
    Mechanism<Double> mechanism =
        (d, random) -> {
          throw new InterruptedException("stop");
        };
    assertThrows(InterruptedException.class, () -> run(mechanism, 1, Long.MAX_VALUE));
    assertThrows(InterruptedException.class, () -> run(mechanism, 3, Long.MAX_VALUE));
  }

  @Test
  void errorsOfTheMachinePropagateWithContext() {
    Mechanism<Double> mechanism =
        (d, random) -> {
          throw new InternalError("disk on fire");
        };
    InternalError error =
        assertThrows(InternalError.class, () -> run(mechanism, 2, Long.MAX_VALUE));
    assertTrue(String.valueOf(error.getSuppressed()[0].getMessage()).contains("0 and 1"));
  }

  @Test
  void aPassedDeadlineVoidsTheBatch() throws InterruptedException {
    Mechanism<Double> mechanism = Mechanism.ofScalar((d, random) -> d);
    assertEquals(Optional.empty(), run(mechanism, 1, System.nanoTime()));
    assertEquals(Optional.empty(), run(mechanism, 2, System.nanoTime()));
  }

  /** The limit is a hundred times what the quick run takes, the slow run sleeps for minutes. */
  @Test
  void aRunThatTakesTooLongIsAnOutcome() throws InterruptedException {
    Mechanism<Double> mechanism =
        (d, random) -> {
          if (d == 1 && random.nextInt(100) == 0) {
            Thread.sleep(100_000);
          }
          return Outcome.of("in time");
        };
    Optional<Duration> limit = Optional.of(Duration.ofMillis(200));
    try (TrialRunner<Double> runner = new TrialRunner<>(mechanism, 42, 2, Long.MAX_VALUE, limit)) {
      TrialBatch batch = runner.run(PAIR, 0, 300).orElseThrow();
      int late = 0;
      for (int i = 0; i < batch.size(); i++) {
        boolean timedOut = batch.outcome(i).equals(new Outcome.Failure("timeout"));
        assertTrue(timedOut ? !batch.ranOnLeft(i) : batch.outcome(i).equals(Outcome.of("in time")));
        late += timedOut ? 1 : 0;
      }
      assertTrue(late > 0);
    }
  }

  private static Optional<TrialBatch> run(Mechanism<Double> mechanism, int threads, long deadline)
      throws InterruptedException {
    try (TrialRunner<Double> runner = new TrialRunner<>(mechanism, 42, threads, deadline)) {
      return runner.run(PAIR, 100, 1000);
    }
  }

  private static List<String> show(TrialBatch batch) {
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      shown.add(batch.ranOnLeft(i) + " " + batch.outcome(i));
    }
    return shown;
  }
}
