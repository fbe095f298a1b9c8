package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One block of full batches by sums in plain doubles, as the page {@code two-data.md} states it.
 * The shift of the data, which is no whole number of cells, moves the distance before the block. It
 * is paid for at losses that are not rounded.
 */
@TestInstance(Lifecycle.PER_CLASS)
class OneFullBlockTest {
  private static final double MOST = 1.03;

  /**
   * Largest cost of rounding lowered amounts to half cells, and larger amounts to a few values, as
   * a factor.
   */
  private static final double MOST_LOWERED = 1.05;

  private static final double MU = 0.06;
  private static final double WIDTH = 76;
  private static final int FIRST = 30;

  private TwoDataLattice lattice;
  private TwoDataProfiles profiles;
  private TwoDataRecursion recursion;
  private PlainBlock before;

  @BeforeAll
  void oneBlock() {
    long records = 1000;
    double noise = 2 / (records * MU);
    NoisySgd run =
        new NoisySgd(
            records,
            records,
            noise,
            1,
            1,
            1 / (WIDTH * noise),
            1_000_000,
            0,
            0,
            NoisySgdSampling.FULL_BATCH,
            AdjacencyRelation.REPLACE_ONE);
    DistanceGrowth growth = DistanceGrowth.of(NoisySgdStep.of(run));
    lattice = TwoDataLattice.of(growth, TwoDataLattice.Resolution.FINE);
    profiles = new GaussianTwoDataProfiles(lattice, growth);
    TwoDataRecursion known = PlainBlock.recursion(lattice, profiles, FIRST, 20);
    before = new PlainBlock(lattice, known, profiles.met(known.blocks() + 1));
    recursion = PlainBlock.recursion(lattice, profiles, FIRST, 21);
  }

  private double shift() {
    return MU * Math.sqrt((double) lattice.steps()) / lattice.cell();
  }

  /**
   * A shift of whole cells would be paid for in full at one loss, for either direction of chords.
   */
  @Test
  void theShiftIsPaidForBetweenLosses() {
    double part = lattice.shifts().mean() - Math.floor(lattice.shifts().mean());
    assertTrue(part > 0.1 && part < 0.9, "" + part);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "10", "40", "60"})
  void isWhatThePageSays(int place) {
    double[] bounds = recursion.at(place);
    for (int loss = 10; loss < lattice.losses(); loss += 60) {
      double plain = plain(place, loss);
      double here = bounds[loss];
      assertTrue(here >= plain * (1 - 1e-5), here + " is below " + plain + " at " + loss);
      assertTrue(here <= plain * MOST + 1e-13, here + " is far above " + plain + " at " + loss);
    }
  }

  /** Near the limit, a distance that exceeds the limit within the block is lowered. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"0", "1", "3", "9", "17"})
  void isLoweredAtTheLimit(int below) {
    int place = lattice.cells() - below;
    double[] bounds = recursion.at(place);
    for (int loss = 10; loss < lattice.losses(); loss += 100) {
      double plain = profiles.hidden(place, recursion.blocks())[loss];
      double unlimited = plain(place, loss);
      for (double tilt : PlainBlock.TILTS) {
        plain = Math.min(plain, before.limited(place, shift(), level(), loss, tilt));
      }
      double here = bounds[loss];
      assertTrue(here >= plain * (1 - 1e-5), here + " is below " + plain + " at " + loss);
      assertTrue(
          here <= plain * MOST_LOWERED + 1e-13, here + " is far above " + plain + " at " + loss);
      assertTrue(
          below > 1 || loss < 300 || here < unlimited * 0.995, here + " is not below " + unlimited);
    }
  }

  /** The moves of the distance in a block end before the end of the block. */
  private double level() {
    return lattice.cells() + shift() * (1 / lattice.moving() - 1);
  }

  private double plain(int place, int loss) {
    double best = profiles.hidden(place, recursion.blocks())[loss];
    for (double tilt : PlainBlock.TILTS) {
      best = Math.min(best, before.followed(place + shift(), loss, tilt));
    }
    return best;
  }
}
