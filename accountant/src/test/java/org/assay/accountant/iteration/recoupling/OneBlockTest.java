package org.assay.accountant.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.math3.distribution.BinomialDistribution;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.iteration.step.NoisySgdStep;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One block of random batches by sums in plain doubles, as the page {@code two-data.md} states it:
 * no number of sampled steps is left out or taken together with others, and losses lie where they
 * are.
 */
@TestInstance(Lifecycle.PER_CLASS)
class OneBlockTest {
  /** Grouping of numbers of steps and chords may cost so much. */
  private static final double MOST = 1.03;

  private static final double SHARE = 0.2;
  private static final double MU = 0.3;
  private static final double WIDTH = 76;

  private TwoDataLattice lattice;
  private TwoDataProfiles profiles;
  private TwoDataRecursion recursion;
  private PlainBlock before;

  @BeforeAll
  void oneBlock() {
    double noise = 2 / (200 * MU);
    NoisySgd run =
        new NoisySgd(
            1000,
            200,
            noise,
            1,
            1,
            1 / (WIDTH * noise),
            1_000_000,
            0,
            0,
            NoisySgdSampling.FIXED_SIZE,
            AdjacencyRelation.REPLACE_ONE);
    NoisySgdStep step = NoisySgdStep.of(run);
    DistanceGrowth growth = DistanceGrowth.of(step);
    lattice = TwoDataLattice.of(growth, TwoDataLattice.Resolution.FINE);
    profiles =
        new SampledTwoDataProfiles(
            lattice, growth, TwoDataLattice.Resolution.FINE.compositions(step));
    int first = 150;
    // Far enough that values differ, and told apart at every place.
    TwoDataRecursion known = PlainBlock.recursion(lattice, profiles, first, 20);
    before = new PlainBlock(lattice, known, profiles.met(known.blocks() + 1));
    recursion = PlainBlock.recursion(lattice, profiles, first, 21);
  }

  /** Runs that have met have one more block before them than the distance has behind it. */
  @Test
  void whatHasMetHasOneMoreBlock() {
    assertArrayEquals(profiles.composed(8), profiles.met(7));
    assertTrue(profiles.composed(8)[40] > profiles.composed(7)[40]);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "2", "40", "80", "84", "85", "86"})
  void isWhatThePageSays(int place) {
    double[] bounds = recursion.at(Math.min(place, lattice.cells()));
    for (int loss = 10; loss < lattice.losses(); loss += 60) {
      double plain = plain(Math.min(place, lattice.cells()), loss);
      double here = bounds[loss];
      assertTrue(here >= plain * (1 - 1e-5), here + " is below " + plain + " at " + loss);
      // Larger distances and smaller losses may prove more.
      assertTrue(here <= plain * MOST + 1e-13, here + " is far above " + plain + " at " + loss);
    }
  }

  private double plain(int place, int loss) {
    double best = 1;
    for (double tilt : PlainBlock.TILTS) {
      best = Math.min(best, plain(place, loss, tilt));
    }
    return best;
  }

  private double plain(int place, int loss, double tilt) {
    double cell = lattice.cell();
    double each = MU / Math.sqrt((double) lattice.steps()) / cell;
    double mean = SHARE * (double) lattice.steps() * each;
    if (place == lattice.cells()) {
      return before.limited(place + mean, 0, place + mean, loss, tilt);
    }
    BinomialDistribution sampled = new BinomialDistribution((int) lattice.steps(), SHARE);
    double sum = 0;
    for (int n = 0; n <= lattice.steps(); n++) {
      double from = Math.min(lattice.cells(), place + n * each - mean);
      double value = from > 0 ? followed(from + mean, mean, loss, tilt) : before.met(loss);
      sum += sampled.probability(n) * value;
    }
    return sum;
  }

  /** Near the limit, a distance that gets above it within the block is lowered. */
  private double followed(double start, double mean, int loss, double tilt) {
    double level = lattice.cells() + mean;
    return start > level - 30
        ? before.limited(start, 0, level, loss, tilt)
        : before.followed(start, loss, tilt);
  }
}
