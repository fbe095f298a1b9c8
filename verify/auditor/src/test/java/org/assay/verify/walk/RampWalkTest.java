package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.walk.RandomWalk.LinearLosses;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RampWalkTest {
  private static final double DELTA = 1e-5;
  private static final List<RampWalk.Block> RISING =
      List.of(
          new RampWalk.Block(20, 0.002),
          new RampWalk.Block(6, 0.02),
          new RampWalk.Block(4, 0.05),
          new RampWalk.Block(2, 0.02));

  private static double epsilon(RampWalk walk) {
    return RampLowerBound.of(walk).epsilon(DELTA).value();
  }

  private static List<RampWalk.Block> reversed(List<RampWalk.Block> blocks) {
    return blocks.stream()
        .sorted((one, other) -> blocks.indexOf(other) - blocks.indexOf(one))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.0000001, -1.0000001, Double.NaN})
  void refusesSlopesThatTheLipschitzConstantDoesNotAllow(double slope) {
    assertThrows(IllegalArgumentException.class, () -> new RampWalk.Block(1, slope));
  }

  @ParameterizedTest
  @CsvSource({"31, 0, false", "33, 0, false", "32, 1.5, false", "32, 0, true", "100, 0.1, true"})
  void refusesRunsThatTheBlocksDoNotFit(long steps, double start, boolean reset) {
    NoisySgd settings = Settings.fullBatch(6, 0.25, steps);
    assertThrows(
        IllegalArgumentException.class, () -> new RampWalk(settings, start, RISING, reset));
  }

  @Test
  void refusesResetsOfContractingSteps() {
    NoisySgd settings = Settings.contractive(6, 0.25, 100, 0.9);
    assertThrows(UnsupportedEventException.class, () -> new RampWalk(settings, 0, RISING, true));
  }

  /** The order of the slopes is what makes a ramp strong. */
  @Test
  void runsItsBlocksInOrder() {
    NoisySgd settings = Settings.fullBatch(6, 0.25, 32);
    double rising = epsilon(new RampWalk(settings, 0, RISING, false));
    double falling = epsilon(new RampWalk(settings, 0, reversed(RISING), false));
    assertTrue(rising > 1.2 * falling, rising + " against " + falling);
  }

  /** Equal blocks are one, and a constant walk is the walk that it was made of. */
  @Tag("slow")
  @ParameterizedTest
  @EnumSource(NoisySgdSampling.class)
  void equalBlocksAreOne(NoisySgdSampling sampling) {
    long batch = sampling == NoisySgdSampling.FULL_BATCH ? 6 : 2;
    NoisySgd settings = Settings.of(5, 0.3, 6, batch, 30, sampling, AdjacencyRelation.REPLACE_ONE);
    RandomWalk walk = new RandomWalk(settings, 0.5, 0.05);
    List<RampWalk.Block> halves =
        List.of(new RampWalk.Block(14, 0.05), new RampWalk.Block(16, 0.05));
    double once = WalkLowerBound.of(walk).epsilon(DELTA).value();
    assertEquals(once, epsilon(RampWalk.constant(walk)));
    assertEquals(once, epsilon(new RampWalk(settings, 0.5, halves, false)), 1e-9);
  }

  /**
   * Of three steps of cyclic batches the record is in the first and in the last, in different
   * blocks.
   */
  @Test
  void laterBlocksKeepTheRecordsPlaceInTheCycle() {
    NoisySgd settings =
        Settings.of(40, 0.5, 4, 2, 3, NoisySgdSampling.CYCLIC, AdjacencyRelation.REPLACE_ONE);
    List<RampWalk.Block> blocks = List.of(new RampWalk.Block(2, 0.5), new RampWalk.Block(1, -0.5));
    RampWalk walk = new RampWalk(settings, 0.5, blocks, false);
    // Steps 0 and 2 hold the record and one other, step 1 two others.
    double others = 0.5 * 0.5 + 2 * 0.5 * 0.5 - 0.5 * 0.5;
    assertEquals(20 + others + 2 * 0.5, mean(walk.leftModel()), 0.02);
    assertEquals(20 + others - 2 * 0.5, mean(walk.rightModel()), 0.02);
  }

  /** A record in a batch of a fixed size takes the place of another. */
  @Test
  void theRecordTakesThePlaceOfAnother() {
    NoisySgd settings =
        Settings.of(40, 0.5, 4, 2, 2, NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE);
    List<RampWalk.Block> blocks = List.of(new RampWalk.Block(1, 1), new RampWalk.Block(1, 0.4));
    RampWalk walk = new RampWalk(settings, 0.5, blocks, false);
    double left = 20 + 2 * 0.5 * 1.4 + 0.5 * ((0.5 - 0.5) + (0.5 - 0.2));
    double right = 20 + 2 * 0.5 * 1.4 + 0.5 * ((-0.5 - 0.5) + (-0.5 - 0.2));
    assertEquals(left, mean(walk.leftModel()), 0.02);
    assertEquals(right, mean(walk.rightModel()), 0.02);
  }

  private static double mean(WalkModel model) {
    WalkDistribution law =
        WalkEvolution.run(
            model, QuadraturePlan.of(model, 1e-30, 2000), BeyondWalls.NONE, done -> {});
    double sum = 0;
    int inner = law.bins() - 2;
    for (int bin = 1; bin <= inner; bin++) {
      sum += law.probability(bin).midpoint() * (bin - 0.5) / inner * law.width();
    }
    return sum + law.probability(law.bins() - 1).midpoint() * law.width();
  }

  /** The whole run, reset and all, followed literally: it loses no less than is claimed. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 40})
  void aResetHoldsForAllLongerRuns(long more) {
    NoisySgd settings = pulledBy(0.5, 1632 + 32 + more);
    RampWalk walk = new RampWalk(settings, 0, RISING, true);
    assertEquals(1632 + 32, walk.shortestRun());
    LawPair claimed = widened(walk);
    for (double start : new double[] {0, 0.4, 1}) {
      LawPair whole = new LawPair(followed(walk, start, 1), followed(walk, start, -1));
      requireWithin(whole.left(), claimed.left());
      requireWithin(whole.right(), claimed.right());
    }
  }

  /** Where the law differs, nobody knows: all that differs may come from a bin or go to it. */
  @Test
  void whatIsElsewhereMayBeAnywhere() {
    double[] law = {0.05, 0.45, 0.5};
    WalkDistribution claimed = new WalkDistribution(1, law, law, law, law).orElsewhere(0.1);
    for (int bin = 0; bin < law.length; bin++) {
      double least = claimed.probability(bin).lower();
      assertTrue(least >= 0 && least <= Math.max(0, law[bin] - 0.1), "all elsewhere");
      assertTrue(claimed.probability(bin).upper() >= law[bin] + 0.1, "all here");
    }
  }

  /**
   * The probability that two walks do not meet is no smaller than that of the walks from both ends:
   * the upper one must be at the left end once, and in the first steps it has not been there. It is
   * simulated for resets that are cut short, as a whole one fails too seldom.
   */
  @ParameterizedTest
  @CsvSource({"0.5, 20", "0.5, 30", "2, 5", "2, 6", "6, 2"})
  void walksMeetAsOftenAsIsSaid(double pull, int steps) {
    SplittableRandom random = new SplittableRandom(20261127);
    int runs = 100_000;
    int apart = 0;
    for (int run = 0; run < runs; run++) {
      double low = 0;
      double high = 8;
      for (int i = 0; i < steps; i++) {
        double move = random.nextGaussian() - pull;
        low = Math.max(0, Math.min(8, low + move));
        high = Math.max(0, Math.min(8, high + move));
      }
      apart += high > low ? 1 : 0;
    }
    double missed = WalkReset.missed(8, pull, steps);
    // Six standard deviations: a false alarm has probability below 1e-8 each.
    double error = 6 * Math.sqrt(missed * (1 - missed) / runs) + 10.0 / runs;
    assertTrue((double) apart / runs <= missed + error, apart + " of " + runs + ": " + missed);
  }

  /** All kinds of batches have resets that hardly ever miss, or none. */
  @ParameterizedTest
  @CsvSource({
    "FULL_BATCH, 3, 3, 0.5",
    "FIXED_SIZE, 20, 2, 0.15",
    "CYCLIC, 6, 3, 0.2",
    "POISSON, 20, 1, 0.3"
  })
  void resetsHardlyEverMiss(NoisySgdSampling sampling, long records, long batch, double jump) {
    NoisySgd settings =
        Settings.of(8, jump, records, batch, 60_000, sampling, AdjacencyRelation.REPLACE_ONE);
    WalkReset reset = WalkReset.of(settings);
    assertTrue(reset.missed() > 0 && reset.missed() < 1e-85, reset.toString());
    assertTrue(reset.steps() <= 40_000, reset.toString());
  }

  /** However strongly the others pull, there may be too few of them. */
  @Test
  void randomBatchesMayHaveFewOthers() {
    NoisySgd settings =
        Settings.of(8, 50, 20, 1, 60_000, NoisySgdSampling.POISSON, AdjacencyRelation.REPLACE_ONE);
    WalkReset reset = WalkReset.of(settings);
    double others = 19.0 / 20 * (double) reset.steps();
    assertTrue(reset.missed() >= Math.exp(-others / 8), reset.toString());
    assertTrue(reset.missed() <= 1.001 * Math.exp(-others / 8), reset.toString());
  }

  /** With it, the walks would not pull as strongly as is claimed. */
  @ParameterizedTest
  @EnumSource(NoisySgdSampling.class)
  void theRecordIsIdleInAReset(NoisySgdSampling sampling) {
    long batch = sampling == NoisySgdSampling.FULL_BATCH ? 6 : 3;
    NoisySgd settings =
        Settings.of(8, 0.5, 6, batch, 60_000, sampling, AdjacencyRelation.REPLACE_ONE);
    RampWalk walk = new RampWalk(settings, 0, RISING, true);
    LinearLosses idle = new LinearLosses(settings, -WalkScale.of(settings).slopeLimit(), 0);
    assertEquals(idle.commonSlope(), WalkReset.of(settings).slope());
    for (WalkModel model : List.of(walk.leftModel(), walk.rightModel())) {
      WalkModel.Stage first = model.stages().get(0);
      assertEquals(WalkReset.of(settings).steps(), first.steps());
      assertSame(idle.activeLaw(), first.active());
      assertSame(idle.quietLaw(), first.quiet());
      assertEquals(walk.shortestRun(), model.steps());
      assertEquals((model.steps() - 1) % model.period(), model.position());
    }
  }

  private static void assertSame(StepLaw expected, StepLaw law) {
    assertEquals(expected.size(), law.size());
    for (int i = 0; i < law.size(); i++) {
      assertEquals(expected.shift(i), law.shift(i));
      assertEquals(expected.weight(i), law.weight(i));
    }
  }

  /** The rounding of a larger pull would be charged to every step. */
  @Test
  void strongerPullsThanNeededAreNotMade() {
    NoisySgd settings =
        Settings.of(
            8,
            0.3,
            100_000_000_000L,
            100_000_000_000L,
            1000,
            NoisySgdSampling.FULL_BATCH,
            AdjacencyRelation.REPLACE_ONE);
    WalkReset reset = WalkReset.of(settings);
    assertTrue(-reset.slope() * 1e11 <= 60, reset.toString());
    assertTrue(reset.missed() < 1e-85, reset.toString());
    List<RampWalk.Block> idle = List.of(new RampWalk.Block(30, 0));
    assertTrue(epsilon(new RampWalk(settings, 0, idle, true)) > 1);
  }

  /** Poisson samples of rate 1 hold all records. */
  @Test
  void allRecordsAreNoRandomNumberOfOthers() {
    NoisySgd poisson =
        Settings.of(9, 2.5, 4, 4, 1000, NoisySgdSampling.POISSON, AdjacencyRelation.ZERO_OUT);
    NoisySgd full =
        Settings.of(9, 2.5, 4, 4, 1000, NoisySgdSampling.FULL_BATCH, AdjacencyRelation.ZERO_OUT);
    assertEquals(WalkReset.of(full), WalkReset.of(poisson));
  }

  @Test
  void othersThatHardlyPullResetNothing() {
    NoisySgd settings =
        Settings.of(
            8, 0.05, 20, 2, 60_000, NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE);
    assertThrows(UnsupportedEventException.class, () -> WalkReset.of(settings));
  }

  /** Width 8; all others of 3 records in a batch pull by as much together. */
  private static NoisySgd pulledBy(double pull, long steps) {
    return Settings.of(
        8, pull / 2, 3, 3, steps, NoisySgdSampling.FULL_BATCH, AdjacencyRelation.REPLACE_ONE);
  }

  private static LawPair widened(RampWalk walk) {
    LawPair started = WalkLowerBound.laws(walk.leftModel(), walk.rightModel(), 1, done -> {});
    return new LawPair(
        started.left().orElsewhere(walk.missed()), started.right().orElsewhere(walk.missed()));
  }

  /** The whole run from a start that is not the one that is followed. */
  private static WalkDistribution followed(RampWalk walk, double start, int direction) {
    NoisySgd settings = walk.settings();
    WalkModel claimed = direction > 0 ? walk.leftModel() : walk.rightModel();
    long more = settings.steps() - walk.shortestRun();
    List<WalkModel.Stage> stages = new ArrayList<>(claimed.stages());
    if (more > 0) {
      stages.add(0, new WalkModel.Stage(more, stages.get(0).active(), stages.get(0).quiet()));
    }
    WalkModel whole =
        new WalkModel(
            claimed.width(),
            1,
            start * claimed.width(),
            settings.steps(),
            1,
            0,
            claimed.active(),
            claimed.quiet(),
            stages);
    return WalkLowerBound.laws(whole, whole, 1, done -> {}).left();
  }

  private static void requireWithin(WalkDistribution law, WalkDistribution claimed) {
    for (int bin = 0; bin < law.bins(); bin++) {
      Enclosure exact = law.probability(bin);
      Enclosure wide = claimed.probability(bin);
      assertTrue(
          exact.upper() >= wide.lower() && exact.lower() <= wide.upper(),
          bin + ": " + exact + " is outside of " + wide);
    }
  }
}
