package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.SupportingLines;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.junit.jupiter.api.Test;

/**
 * How many trials are scored together depends on how busy the machine is, and nothing of what is
 * learned does: before the memory is full, when it fills, and after.
 */
class ChunkSizesTest {
  private static final Guarantee CLAIM = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);

  /** So many pairs that each stores 2^12 outcomes only. */
  private static final LearningMemory SMALL = new LearningMemory(1 << 20);

  private static final int BATCHES = 30;
  private static final int BATCH = 700;

  private static Outcome outcome(boolean left, SplittableRandom random) {
    double noise = Math.rint(16 * random.nextGaussian()) / 16;
    if (random.nextInt(200) == 0) {
      return new Outcome.Failure(left ? "one" : "other");
    }
    double rare = random.nextInt(300) == 0 ? (left ? 1e6 + random.nextInt(3) : 7) : 0;
    return Outcome.of(noise + (left ? 0.5 : 0), rare, random.nextInt(40));
  }

  /** Everything that an audit asks a learner, batch after batch. */
  private static List<String> course(IntUnaryOperator sizes) {
    PairLearner learner = new PairLearner(new double[0], SupportingLines.of(CLAIM, 3), SMALL);
    SplittableRandom random = new SplittableRandom(11);
    List<String> course = new ArrayList<>();
    for (int batch = 0; batch < BATCHES; batch++) {
      boolean[] left = new boolean[BATCH];
      List<Outcome> outcomes = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        left[i] = random.nextBoolean();
        outcomes.add(outcome(left[i], random));
      }
      List<ScoredTrials> scored = new ArrayList<>();
      for (int from = 0; from < BATCH; ) {
        int to = Math.min(BATCH, from + sizes.applyAsInt(from));
        boolean[] part = java.util.Arrays.copyOfRange(left, from, to);
        scored.add(learner.score(TrialBatch.of(part, outcomes.subList(from, to))));
        from = to;
      }
      List<BinCounts> fresh = BinCounts.sum(scored.stream().map(ScoredTrials::counts).toList());
      learner.learn(scored);
      course.add(show(fresh) + show(learner.past()) + words(learner));
    }
    return course;
  }

  private static String show(List<BinCounts> counts) {
    StringBuilder text = new StringBuilder();
    for (BinCounts bins : counts) {
      for (int i = 0; i < bins.bins(); i++) {
        text.append(bins.left(i, i + 1)).append('/').append(bins.right(i, i + 1)).append(' ');
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String words(PairLearner learner) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < learner.past().size(); i++) {
      text.append(learner.describe(i, 0, learner.past().get(i).bins())).append('\n');
    }
    return text.toString();
  }

  @Test
  void whatIsLearnedDoesNotDependOnThem() {
    List<String> whole = course(from -> BATCH);
    SplittableRandom random = new SplittableRandom(1);
    List<IntUnaryOperator> sizes =
        List.of(from -> 1, from -> 7, from -> 256, from -> 1 + random.nextInt(400));
    for (IntUnaryOperator size : sizes) {
      List<String> other = course(size);
      for (int i = 0; i < BATCHES; i++) {
        assertEquals(whole.get(i), other.get(i), "batch " + i);
      }
    }
    assertTrue(BATCHES * BATCH > 3 * SMALL.rows(3), "the memory never fills");
  }
}
