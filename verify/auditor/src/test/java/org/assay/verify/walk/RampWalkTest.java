package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;
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
        WalkEvolution.run(model, QuadraturePlan.of(model, 1e-30, 2000), done -> {});
    double sum = 0;
    int inner = law.bins() - 2;
    for (int bin = 1; bin <= inner; bin++) {
      sum += law.probability(bin).midpoint() * (bin - 0.5) / inner * law.width();
    }
    return sum + law.probability(law.bins() - 1).midpoint() * law.width();
  }

  /** The whole run, reset and all, followed literally: it loses no less than is claimed. */
  @ParameterizedTest
  @ValueSource(longs = {6, 7, 20})
  void aResetHoldsForAllLongerRuns(long before) {
    NoisySgd settings = pulledBy(3, before + 32);
    RampWalk walk = new RampWalk(settings, 0, RISING, true);
    assertEquals(6 + 32, walk.shortestRun());
    // Such a weak pull leaves the walk elsewhere with a probability that counts.
    assertTrue(walk.missedStart() > 1e-3 && walk.missedStart() < 0.1, walk.toString());
    LawPair claimed = widened(walk);
    for (double start : new double[] {0, 0.4, 1}) {
      LawPair whole = new LawPair(followed(walk, start, 1), followed(walk, start, -1));
      requireWithin(whole.left(), claimed.left());
      requireWithin(whole.right(), claimed.right());
    }
  }

  /** Where a walk goes that missed its start, nobody knows. */
  @Test
  void missedStartsMayEndAnywhere() {
    double[] law = {0.2, 0.3, 0.5};
    WalkDistribution claimed = new WalkDistribution(1, law, law).withMissedStart(0.1);
    for (int bin = 0; bin < law.length; bin++) {
      assertTrue(claimed.probability(bin).lower() <= 0.9 * law[bin], "all elsewhere");
      assertTrue(claimed.probability(bin).upper() >= 0.9 * law[bin] + 0.1, "all here");
    }
  }

  /** The probability to miss the start is no smaller than that of the worst start. */
  @ParameterizedTest
  @ValueSource(doubles = {1.5, 3, 4.4, 6, 8})
  void missesItsStartNoMoreOftenThanItSays(double pull) {
    NoisySgd settings = pulledBy(pull, 1000);
    WalkReset reset = WalkReset.of(settings);
    WalkModel model = resetModel(settings, 1, reset.steps());
    WalkDistribution law =
        WalkEvolution.run(model, QuadraturePlan.of(model, 1e-40, 200), done -> {});
    double missed = 0;
    for (int bin = 1; bin < law.bins(); bin++) {
      missed += law.probability(bin).lower();
    }
    assertTrue(missed <= reset.missed(), missed + " exceeds " + reset.missed());
    assertTrue(reset.missed() <= 20 * missed, reset + " against " + missed);
  }

  /** Width 8; all others of 3 records in a batch pull by as much together. */
  private static NoisySgd pulledBy(double pull, long steps) {
    return Settings.of(
        8, pull / 2, 3, 3, steps, NoisySgdSampling.FULL_BATCH, AdjacencyRelation.REPLACE_ONE);
  }

  private static WalkModel resetModel(NoisySgd settings, double start, long steps) {
    WalkScale scale = WalkScale.of(settings);
    StepLaw law = new LinearLosses(settings, -scale.slopeLimit(), 0).activeLaw();
    return new WalkModel(scale.width(), 1, start * scale.width(), steps, 1, 0, law, law);
  }

  private static LawPair widened(RampWalk walk) {
    LawPair started = WalkLowerBound.laws(walk.leftModel(), walk.rightModel(), done -> {});
    return new LawPair(
        started.left().withMissedStart(walk.missedStart()),
        started.right().withMissedStart(walk.missedStart()));
  }

  private static WalkDistribution followed(RampWalk walk, double start, int direction) {
    NoisySgd settings = walk.settings();
    WalkModel blocks = direction > 0 ? walk.leftModel() : walk.rightModel();
    long before = settings.steps() - walk.followedSteps();
    WalkModel reset = resetModel(settings, start, before);
    List<WalkModel.Stage> stages = new ArrayList<>();
    stages.add(new WalkModel.Stage(before, reset.active(), reset.quiet()));
    stages.addAll(blocks.stages());
    WalkModel whole =
        new WalkModel(
            blocks.width(),
            1,
            reset.start(),
            settings.steps(),
            1,
            0,
            blocks.active(),
            blocks.quiet(),
            stages);
    return WalkLowerBound.laws(whole, whole, done -> {}).left();
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
