package org.assay.verify.internal.log;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.Consumer;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.internal.log.Finding.Outcome;
import org.junit.jupiter.api.Test;

/**
 * After how many steps a mistake is found at rate 256/60000, with the default error probability.
 * The guide states the medians of 21 seeds.
 */
class LogPowerTest {
  private static final int SEEDS = 21;

  private static long steps(String check, int most, Consumer<Loop> mistake) {
    DpEvent event =
        DpEvent.parse("3516 x poisson(256/60000, gaussian(1.1))", AdjacencyRelation.ADD_OR_REMOVE);
    long[] found = new long[SEEDS];
    for (int seed = 0; seed < SEEDS; seed++) {
      Loop loop = new Loop(60000, 256, seed);
      mistake.accept(loop);
      loop.run(most);
      Finding finding =
          TrainingLogAudit.of(loop.log(), event, 1e-3).stream()
              .filter(f -> f.check().equals(check))
              .findFirst()
              .orElseThrow();
      String words = finding.words();
      found[seed] =
          finding.outcome() == Outcome.DOES_NOT_MATCH
              ? Long.parseLong(words.replaceAll(".*refuted by step (\\d+) .*", "$1"))
              : Long.MAX_VALUE;
    }
    Arrays.sort(found);
    return found[SEEDS / 2];
  }

  private static void medianIs(long expected, long found) {
    assertTrue(found == expected, () -> "median " + found + ", and the guide says " + expected);
  }

  @Test
  void constantSizes() {
    medianIs(4, steps("batch sizes", 30, loop -> loop.withoutMembers().batches(l -> new int[256])));
  }

  @Test
  void aRateTenPercentTooLow() {
    medianIs(
        10,
        steps(
            "batch sizes",
            100,
            loop -> loop.withoutMembers().batches(l -> l.coins(0.9 * 256 / 60000))));
  }

  @Test
  void shuffledEpochs() {
    medianIs(5, steps("participation", 20, loop -> loop.values(0).batches(l -> l.shuffled(256))));
  }

  @Test
  void noiseTenPercentTooSmall() {
    medianIs(94, steps("noise scale", 500, loop -> loop.withoutMembers().noise(0.9 * 1.1)));
  }
}
