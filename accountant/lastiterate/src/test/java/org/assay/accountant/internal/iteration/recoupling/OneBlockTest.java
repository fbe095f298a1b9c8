package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One block of random batches by sums in plain doubles, as the page {@code two-data.md} states it.
 * No number of sampled steps is left out or grouped with others, and losses are not rounded. In the
 * second run two steps move the distance by several noises, so that the level to which the distance
 * is lowered within a block matters.
 */
@TestInstance(Lifecycle.PER_CLASS)
class OneBlockTest {
  /** Largest cost of grouping numbers of steps, and of chords, as a factor. */
  private static final double MOST = 1.03;

  /** Largest cost of rounding the lowered amounts, as a factor. */
  private static final double MOST_LOWERED = 1.1;

  private SampledBlock rare;
  private SampledBlock often;

  @BeforeAll
  void oneBlock() {
    // Far enough that values differ, and are distinguished at every place.
    rare = new SampledBlock(0.2, 0.3, 76, 150, 20);
    often = new SampledBlock(0.9, 0.7, 37, 20, 20);
  }

  /** Runs that have met have one more block left than the distance has had. */
  @Test
  void whatHasMetHasOneMoreBlock() {
    TwoDataProfiles profiles = rare.profiles();
    assertArrayEquals(profiles.composed(8), profiles.met(7));
    assertTrue(profiles.composed(8)[40] > profiles.composed(7)[40]);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {0, 2, 40, 83, 86})
  void isWhatThePageSays(int place) {
    assertClose(rare, Math.min(place, rare.lattice().cells()), 90, MOST);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 12})
  void isLoweredToTheLevelOfThePage(int below) {
    assertTrue(often.lattice().shifts().mean() > 2);
    assertClose(often, often.lattice().cells() - below, 110, MOST_LOWERED);
  }

  private static void assertClose(SampledBlock block, int place, int every, double most) {
    double[] bounds = block.recursion().at(place);
    for (int loss = 10; loss < bounds.length; loss += every) {
      double plain = block.plain(place, loss);
      double here = bounds[loss];
      assertTrue(here >= plain * (1 - 1e-5), here + " is below " + plain + " at " + loss);
      // Larger distances and smaller losses may give smaller bounds.
      assertTrue(here <= plain * most + 1e-13, here + " is far above " + plain + " at " + loss);
    }
  }
}
