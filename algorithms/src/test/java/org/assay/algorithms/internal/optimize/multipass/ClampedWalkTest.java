package org.assay.algorithms.internal.optimize.multipass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.algorithms.Refusals;
import org.assay.algorithms.internal.optimize.Audits;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.verify.audit.Verdict;
import org.assay.verify.walk.RandomWalk;
import org.assay.verify.walk.WalkDistribution;
import org.assay.verify.walk.WalkLowerBound;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ClampedWalkTest {
  /** On Poisson samples, for which the exact laws of walks are known. */
  private static ClampedWalk walk(double noise) {
    NoisySgdSchedule schedule =
        new NoisySgdSchedule(NoisySgdSampling.POISSON, 4, 2, 20, 0.5, noise);
    return new ClampedWalk(schedule, 1, 2);
  }

  private static WalkLowerBound exact() {
    NoisySgd settings =
        new NoisySgd(
            4, 2, 1, 1, 2, 0.5, 20, 0, 0, NoisySgdSampling.POISSON, AdjacencyRelation.REPLACE_ONE);
    return WalkLowerBound.of(RandomWalk.centred(settings));
  }

  /** Shares of 20,000 walks beyond three quarters: 5.5 standard deviations, 4e-8 each side. */
  @Test
  @Tag("slow")
  void walksFollowTheirExactLaws() {
    WalkLowerBound exact = exact();
    NeighbouringDatasets pair = walk(1).leftAndRight();
    double low = Math.min(beyond(exact.left()), beyond(exact.right()));
    double high = Math.max(beyond(exact.left()), beyond(exact.right()));
    assertTrue(high > 1.5 * low);
    assertShare(low, pair.first(), 1);
    assertShare(high, pair.second(), 2);
  }

  private static double beyond(WalkDistribution law) {
    double sum = 0;
    for (int bin = law.bins() - 1; bin >= law.binOf(0.75 * law.width()); bin--) {
      sum += law.probability(bin).upper();
    }
    return sum;
  }

  private static void assertShare(double expected, Dataset dataset, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    MultipassNoisySgd algorithm = walk(1).algorithm();
    int count = 0;
    int runs = 20_000;
    for (int i = 0; i < runs; i++) {
      count += algorithm.run(dataset, random).release().get(0) > 0.5 ? 1 : 0;
    }
    double deviation = Math.sqrt(runs * expected * (1 - expected));
    // A bin and the grid's spacing blur the threshold by less than 30 runs.
    assertEquals(runs * expected, count, 5.5 * deviation + 30);
  }

  /** What the walks prove is below what the event claims, and close to it. */
  @Test
  @Tag("slow")
  void theEventIsAboveTheWalksAndClose() {
    double above =
        Accountant.rdp(AdjacencyRelation.REPLACE_ONE)
            .compose(walk(1).event())
            .curve()
            .at(2)
            .upper();
    double below = exact().renyi(2).value();
    assertTrue(below <= above && below > above / 6, below + " of " + above);
  }

  @Test
  void theTheoremsInstanceHasItsStepsAndNoise() {
    ClampedWalk paper = ClampedWalk.paperSchedule(10, 2, 0.1, 1, 4);
    assertEquals(300, paper.schedule().steps());
    assertEquals(4 / (0.1 * Math.sqrt(300)), paper.schedule().noise(), 1e-12);
    Refusals.refuses("diameter", () -> ClampedWalk.paperSchedule(10, 2, 1e-12, 1, 4));
  }

  /** Datasets differ in the first record; the biased one pulls right. */
  @Test
  void neighboursDifferInOneRecord() {
    NeighbouringDatasets pair = walk(1).symmetricAndBiased();
    assertEquals(0, pair.first().largestRowNorm());
    assertEquals(1, pair.second().largestRowNorm());
    assertEquals(0, pair.second().without(0).largestRowNorm());
  }

  @Test
  @Tag("slow")
  void auditStandsByTheEventAndRefutesATwinWithAFifthOfTheNoise() {
    NeighbouringDatasets pair = walk(1).leftAndRight();
    Verdict right =
        Audits.verdict(Audits.certified(walk(1).event()), walk(1).algorithm(), pair, 60_000);
    assertEquals(Verdict.NOT_REFUTED, right);
    Verdict twin =
        Audits.verdict(Audits.certified(walk(2).event()), walk(0.4).algorithm(), pair, 60_000);
    assertEquals(Verdict.REFUTED, twin);
  }
}
