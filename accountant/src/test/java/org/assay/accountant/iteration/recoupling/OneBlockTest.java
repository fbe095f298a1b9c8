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
  private static final int[] TILTS = {0, 1, 2, 3, 4, 5, 6, 8};
  private static final int PARTS = 60;

  /** Grouping of numbers of steps and chords may cost so much. */
  private static final double MOST = 1.03;

  private static final double SHARE = 0.2;
  private static final double MU = 0.3;
  private static final double WIDTH = 76;

  private TwoDataLattice lattice;
  private TwoDataProfiles profiles;
  private TwoDataRecursion recursion;
  private double[][] before;
  private double[] met;

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
    recursion = new TwoDataRecursion(lattice, profiles, first);
    // Far enough that values differ, and told apart at every place.
    for (int block = 0; block < 20; block++) {
      recursion.advance();
    }
    before = new double[lattice.cells() + 1][];
    for (int place = 0; place < before.length; place++) {
      before[place] = recursion.at(place);
    }
    met = profiles.met(recursion.blocks() + 1);
    recursion = again(first, 21);
  }

  private TwoDataRecursion again(int first, int blocks) {
    TwoDataRecursion again = new TwoDataRecursion(lattice, profiles, first);
    for (int block = 0; block < blocks; block++) {
      again.advance();
    }
    return again;
  }

  /** Runs that have met have one more block before them than the distance has behind it. */
  @Test
  void whatHasMetHasOneMoreBlock() {
    assertArrayEquals(profiles.composed(8), profiles.met(7));
    assertTrue(profiles.composed(8)[40] > profiles.composed(7)[40]);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "2", "40", "83", "85", "86"})
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
    for (int tilt : TILTS) {
      best = Math.min(best, plain(place, loss, tilt));
    }
    return best;
  }

  private double plain(int place, int loss, int tilt) {
    double cell = lattice.cell();
    double each = MU / Math.sqrt((double) lattice.steps()) / cell;
    double mean = SHARE * (double) lattice.steps() * each;
    if (place == lattice.cells()) {
      return followed(place + mean, loss, tilt);
    }
    BinomialDistribution sampled = new BinomialDistribution((int) lattice.steps(), SHARE);
    double sum = 0;
    for (int n = 0; n <= lattice.steps(); n++) {
      double from = Math.min(lattice.cells(), place + n * each - mean);
      double value = from > 0 ? followed(from + mean, loss, tilt) : met[loss];
      sum += sampled.probability(n) * value;
    }
    return sum;
  }

  /** From a start in cells, where the line has the loss. */
  private double followed(double start, int loss, int tilt) {
    double cell = lattice.cell();
    double time = lattice.moving();
    double slope = lattice.slope(tilt);
    double center = start * cell - 2 * slope * time;
    double sum = 0;
    double alive = 0;
    int last = (int) Math.ceil((center + 20) / cell);
    for (int to = 1; to <= last; to++) {
      for (int part = 0; part < PARTS; part++) {
        double above = (part + 0.5) * cell / PARTS;
        double u = (to - 1) * cell + above;
        double mass =
            Math.exp(-(u - center) * (u - center) / (8 * time))
                * -Math.expm1(-u * start * cell / (2 * time))
                / Math.sqrt(8 * Math.PI * time)
                * cell
                / PARTS;
        double up =
            slope == 0 ? above / cell : Math.expm1(slope * above) / Math.expm1(slope * cell);
        double paid = loss - tilt * start;
        double high = value(to, paid + tilt * to);
        double low = value(to - 1, paid + tilt * (to - 1));
        double missed = value(to, paid + tilt * (to - 1)) - Math.min(high, low);
        double more = lattice.missed(slope) * Math.max(0, missed);
        sum += mass * (up * high + (1 - up) * low + more);
        alive += mass;
      }
    }
    return sum + Math.max(0, 1 - alive) * value(0, loss - tilt * start);
  }

  /** What is to come at a place, by the chord in gamma; of 0 or less by the exchange. */
  private double value(int place, double loss) {
    if (loss < 0) {
      return 1 - Math.exp(loss * lattice.spacing()) * (1 - value(place, -loss));
    }
    int below = (int) Math.min(lattice.losses() - 1.0, Math.floor(loss));
    int above = Math.min(lattice.losses() - 1, below + 1);
    double part = Math.expm1((loss - below) * lattice.spacing()) / Math.expm1(lattice.spacing());
    double weight = above == below ? 0 : Math.min(1, part);
    return (1 - weight) * at(place, below) + weight * at(place, above);
  }

  private double at(int place, int loss) {
    return Math.max(before[Math.min(place, lattice.cells())][loss], met[loss]);
  }
}
