package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

class RecurrenceLearnerTest {
  /** 4000 values on either side that interleave, and have none in common. */
  private static Outcome smallSupport(boolean left, Random random) {
    return Outcome.of(Math.sin(2 * random.nextInt(4000) + (left ? 1 : 0)));
  }

  /** One run in 200 releases a second coordinate without noise. */
  private static Outcome atom(boolean left, Random random) {
    double noise = random.nextInt(200) == 0 ? 0 : random.nextGaussian();
    return Outcome.of(random.nextGaussian(), (left ? 0.5 : 0.25) + noise);
  }

  private static Outcome sameSupport(boolean left, Random random) {
    return Outcome.of(Math.sin(random.nextInt(4000)));
  }

  @Test
  void supportsThatDoNotOverlapAreTold() {
    OutcomeTable past = Planted.table(1, 2000, RecurrenceLearnerTest::smallSupport);
    Scorer scorer = RecurrenceLearner.fit(past, Planted.LINES);
    // Of the fresh runs 1 - exp(-1/4) have a known value, each worth ln(1 + 1/e).
    assertTrue(Planted.growth(scorer, past, 2, 1000, RecurrenceLearnerTest::smallSupport) > 40);
    assertTrue(Planted.event(scorer, past).startsWith("output equals a value seen before on the "));
  }

  @Test
  void releasesWithoutNoiseAreTold() {
    OutcomeTable past = Planted.table(3, 10_000, RecurrenceLearnerTest::atom);
    Scorer scorer = RecurrenceLearner.fit(past, Planted.LINES);
    assertTrue(Planted.growth(scorer, past, 4, 10_000, RecurrenceLearnerTest::atom) > 10);
    assertTrue(Planted.event(scorer, past).startsWith("coordinate 2 equals a value seen before"));
  }

  /**
   * With a common support where a value was seen says nothing: 30 ranges beyond 6 standard errors,
   * 6e-8, though every past run has been seen.
   */
  @Test
  void pastRunsDoNotRecogniseThemselves() {
    OutcomeTable past = Planted.table(5, 2000, RecurrenceLearnerTest::sameSupport);
    BinCounts counts = RecurrenceLearner.fit(past, Planted.LINES).countPast(past);
    assertEquals(2000, counts.total());
    assertTrue(Planted.clearest(counts) < 6);
  }

  @Test
  void continuousOutputsNeedNoMemory() {
    OutcomeTable past = Planted.table(6, 2000, (left, random) -> Outcome.of(random.nextGaussian()));
    assertEquals(1, RecurrenceLearner.fit(past, Planted.LINES).bins());
  }
}
