package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.NoisySgd;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The losses of long runs that {@code docs/reference/walk.md} states, at delta 1e-5: each holds for
 * every number of steps from the given one on. The walks were found by {@link WalkSearch}.
 */
class SaturatedRatioTest {
  private static final double DELTA = 1e-5;

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "R1, 15000, 0.002672, 7.163",
    "R6, 1600, 0.004145, 0.0809",
    "R7, 8000, 0.00105, 0.0755"
  })
  void losesFromAnyStart(String name, long steps, double slope, double stated) {
    isStated(LongWalk.anyStart(ReferenceRuns.of(name, steps), slope, DELTA), stated);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "R2, 120000, 0.000184, 14.62",
    "R8, 40000, 0.0012, 47.64",
  })
  void othersLoseFromAnyStart(String name, long steps, double slope, double stated) {
    losesFromAnyStart(name, steps, slope, stated);
  }

  /** Shapes that are shipped, after a reset, with losses that change. */
  @ParameterizedTest
  @CsvSource({"R1, 10009, 11.68", "R7, 2503, 0.096"})
  void losesMoreIfLossesChange(String name, long shortest, double stated) {
    RampWalk walk =
        RampSearch.shipped(ReferenceRuns.of(name, 1L << 40), WalkObjective.epsilon(DELTA));
    assertEquals(shortest, walk.shortestRun());
    double found = RampLowerBound.of(walk).epsilon(DELTA).value();
    isStated(found, stated);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"R2, 160006, 24.05", "R4, 160003, 5.354", "R8, 31257, 72.52"})
  void othersLoseMoreIfLossesChange(String name, long shortest, double stated) {
    losesMoreIfLossesChange(name, shortest, stated);
  }

  /**
   * A quarter of an hour that the hour of a build does not have; before releases they are taken.
   */
  @Tag("slow")
  @Test
  @EnabledIfSystemProperty(named = "walk.stride", matches = "1")
  void theLongestOnes() {
    losesFromAnyStart("R3", 120_000, 0.000184, 14.6);
    losesFromAnyStart("R4", 200_000, 0.000044, 3.445);
    losesMoreIfLossesChange("R3", 160_006, 24.03);
    losesMoreIfLossesChange("R5", 1_000_004, 2.467);
  }

  /** Rounded down to about three digits. */
  private static void isStated(double found, double stated) {
    assertTrue(found >= stated, found + " is below what is stated, " + stated);
    assertEquals(stated, found, 2e-3 * stated);
  }

  /** Stages of one and the same law are that law. */
  @Test
  void stagesFollowEachOther() {
    NoisySgd settings = Settings.fullBatch(6, 0.5, 60);
    double once = LongWalk.afterReset(settings, new double[] {0.02}, DELTA);
    double thrice = LongWalk.afterReset(settings, new double[] {0.02, 0.02, 0.02}, DELTA);
    assertEquals(once, thrice, 1e-9);
    double other = LongWalk.afterReset(settings, new double[] {0, 0.02, 0.02}, DELTA);
    assertTrue(Math.abs(once - other) > 1e-6);
  }

  /** Longer walks lose no less, wherever they start. */
  @Tag("slow")
  @Test
  void holdsForLongerWalks() {
    double proved = LongWalk.anyStart(Settings.fullBatch(6, 0.5, 30), 0.01, DELTA);
    assertTrue(proved > 0.5);
    for (long steps : new long[] {30, 31, 45, 100, 1000}) {
      for (double start : new double[] {0, 0.3, 1}) {
        RandomWalk walk = new RandomWalk(Settings.fullBatch(6, 0.5, steps), start, 0.01);
        double lost = WalkLowerBound.of(walk).epsilon(DELTA).value();
        assertTrue(lost >= proved * (1 - 1e-9), lost + " is below " + proved);
      }
    }
  }
}
