package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;

/** What every learner owes its callers, on outcomes of every kind. */
class LearnerProperties {
  private static Outcome everything(boolean left, Random random) {
    return outcome(left, random);
  }

  @Property(tries = 20, seed = "32")
  void scorersArePureFunctionsOfTheOutcome(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 1500) int rows) {
    OutcomeTable past = Planted.table(seed, rows, LearnerProperties::everything);
    TrialBatch fresh = Planted.batch(seed + 1, 50, LearnerProperties::everything);
    OutcomeTable together = past.of(fresh);
    for (Scorer scorer : scorers(past)) {
      assertTrue(scorer.bins() >= 1);
      for (int i = 0; i < fresh.size(); i++) {
        // Alone, and on the other side: neither neighbours nor the coin may matter.
        TrialBatch alone =
            TrialBatch.of(new boolean[] {!fresh.ranOnLeft(i)}, List.of(fresh.outcome(i)));
        int bin = scorer.bin(together, i);
        assertTrue(bin >= 0 && bin < scorer.bins());
        assertEquals(bin, scorer.bin(past.of(alone), 0));
      }
    }
  }

  @Property(tries = 10, seed = "33")
  void fittingTwiceGivesTheSame(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 1500) int rows) {
    OutcomeTable past = Planted.table(seed, rows, LearnerProperties::everything);
    List<Scorer> once = scorers(past);
    List<Scorer> twice = scorers(past);
    for (int learner = 0; learner < once.size(); learner++) {
      Scorer scorer = once.get(learner);
      assertEquals(scorer.bins(), twice.get(learner).bins());
      for (int row = 0; row < past.rows(); row++) {
        assertEquals(scorer.bin(past, row), twice.get(learner).bin(past, row));
      }
      assertEquals(scorer.describe(0, 1), twice.get(learner).describe(0, 1));
    }
  }

  @Property(tries = 10, seed = "34")
  void everyEventHasWordsAndEveryPastRunIsCounted(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 1500) int rows) {
    OutcomeTable past = Planted.table(seed, rows, LearnerProperties::everything);
    for (Scorer scorer : scorers(past)) {
      assertEquals(rows, scorer.countPast(past).total());
      assertEquals(scorer.bins(), scorer.countPast(past).bins());
      for (int bin = 0; bin < scorer.bins(); bin++) {
        assertFalse(scorer.describe(0, bin + 1).isBlank());
        assertFalse(scorer.describe(bin, scorer.bins()).isBlank());
      }
    }
  }

  private static List<Scorer> scorers(OutcomeTable past) {
    List<Scorer> scorers = new ArrayList<>();
    scorers.add(FeatureLearner.fit(past, Planted.LINES));
    scorers.add(FrequencyLearner.fit(past, scorers.get(0)));
    scorers.add(LogisticLearner.fit(past));
    scorers.add(TreeLearner.fit(past));
    scorers.add(RecurrenceLearner.fit(past, Planted.LINES));
    return scorers;
  }

  private static Outcome outcome(boolean left, Random random) {
    double shift = left ? 0.5 : 0;
    return switch (random.nextInt(20)) {
      case 0 -> new Outcome.Failure("hang");
      case 1 -> Outcome.of(left ? "yes" : "no");
      case 2 -> Outcome.of(Double.NaN, random.nextGaussian());
      case 3 -> Outcome.of(Double.POSITIVE_INFINITY, -0.0, Double.MIN_VALUE);
      case 4 -> Outcome.of(new double[0]);
      case 5 -> Outcome.of(Double.NEGATIVE_INFINITY);
      default ->
          Outcome.of(random.nextGaussian() + shift, random.nextInt(3), random.nextGaussian());
    };
  }
}
