package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.recoupling.TwoDataBound.SampledTwoDataProfiles;
import org.assay.accountant.internal.iteration.starts.DiscreteLaws;
import org.assay.accountant.internal.iteration.starts.LineWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Steps whose record moves a step by several noises, one by one. They are compared with walks on a
 * line with computable distributions, from two walls and from one point. One step is compared with
 * plain sums as the page {@code two-data.md} states it.
 */
class LargeJumpsTest {
  /** Parts of the jump for the two datasets: half for each, or all of it for one. */
  private static final double[][] PAIRS = {{0.5, -0.5}, {1, 0}, {0, -1}};

  private static final double[] DRIFTS = {0, 0.3, -1, -3};

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"6, 0.1, 2, 0.2"})
  void boundsWalks(int size, double share, double jump, double least) {
    TwoDataBound bound = bound(size, share, jump);
    double[] worst = new double[2];
    for (double[] pair : PAIRS) {
      for (double drift : DRIFTS) {
        compare(bound, size, share, pair[0] * jump, pair[1] * jump, drift, worst);
      }
    }
    assertTrue(Math.min(worst[0], worst[1]) > least, "far from walks: " + Arrays.toString(worst));
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "12, 0.02, 4, 0.3",
    "4, 0.4, 1.1, 0.1",
    "4, 0.2, 5.5, 0.1",
    "20, 0.02, 6, 0.1",
  })
  void boundsOtherWalks(int size, double share, double jump, double least) {
    boundsWalks(size, share, jump, least);
  }

  /** Steps with a drift, the last of them without: the walk waits at a wall. */
  private static void compare(
      TwoDataBound bound,
      int size,
      double share,
      double one,
      double other,
      double drift,
      double[] worst) {
    double[] still = LineWalk.drifted(size, 0);
    double[] pulled = LineWalk.drifted(size, drift);
    LineWalk[] walks = {
      LineWalk.from(0, size), LineWalk.from(size, size), LineWalk.from(0, size),
    };
    for (int step = 1; step <= 2 * size; step++) {
      double[] low = walks[0].binned(still, one, share);
      double[] high = walks[1].binned(still, other, share);
      double[] same = walks[2].binned(still, other, share);
      for (double loss = 0; loss < 60; loss = loss * 1.1 + 0.1) {
        worst[0] = Math.max(worst[0], largest(bound.bound(step, loss), low, high, loss));
        worst[1] = Math.max(worst[1], largest(bound.together(step, loss), low, same, loss));
      }
      walks[0] = walks[0].after(pulled, one, share);
      walks[1] = walks[1].after(pulled, other, share);
      walks[2] = walks[2].after(pulled, other, share);
    }
  }

  private static double largest(double proved, double[] p, double[] q, double loss) {
    double exact = DiscreteLaws.largerProfile(p, q, loss);
    assertTrue(exact <= proved * (1 + 1e-9) + 1e-13, exact + " above " + proved + " at " + loss);
    return exact > 1e-7 && exact < 0.1 ? exact / proved : 0;
  }

  private static NoisySgdStep step(double width, double share, double jump) {
    long batch = Math.round(1000 * share);
    NoisySgd run =
        new NoisySgd(
            1000,
            batch,
            1,
            jump * batch / 2,
            width,
            1,
            1_000_000,
            0,
            0,
            NoisySgdSampling.FIXED_SIZE,
            AdjacencyRelation.REPLACE_ONE);
    return NoisySgdStep.of(run);
  }

  private static TwoDataBound bound(double width, double share, double jump) {
    return TwoDataBound.of(step(width, share, jump), TwoDataLattice.Resolution.ROUGH).orElseThrow();
  }

  /** No result of the rough lattice is used, as its compositions are no bounds. */
  @Test
  void isTheSameHoweverRoughItMayBe() {
    NoisySgdStep step = step(6, 0.1, 2);
    assertEquals(
        TwoDataBound.of(step, TwoDataLattice.Resolution.FINE),
        TwoDataBound.of(step, TwoDataLattice.Resolution.ROUGH));
  }

  /** For other runs the loss from one point is known by composition only. */
  @Test
  void smallerJumpsAreNotFollowed() {
    assertEquals(1, bound(6, 0.1, 0.9).together(10, 3));
    assertTrue(bound(6, 0.1, 1.1).together(10, 3) < 1e-2);
  }

  /**
   * After the last step that is followed, runs from one point have the bounds of runs from any two
   * points.
   */
  @Tag("slow")
  @Test
  void laterRunsFromOnePointAreRunsFromAnyTwo() {
    TwoDataBound bound = bound(6, 0.1, 2);
    for (double loss : new double[] {0, 3, 10, 20}) {
      double before = 0;
      for (long steps : new long[] {1, 2, 10, 30, 43, 44, 45, 1000, 1L << 40}) {
        double here = bound.together(steps, loss);
        assertTrue(here >= before, here + " is below " + before + " after " + steps);
        before = here;
      }
      assertTrue(before >= bound.bound(1000, loss));
    }
  }

  @Test
  void massesAddUpToOne() {
    TwoDataLattice lattice = lattice(6, 0.1, 2);
    LimitedDistances limits = new LimitedDistances(lattice);
    for (TwoDataTilt tilt : TwoDataTilt.all()) {
      TwoDataKernels kernels = new TwoDataKernels(lattice, limits, tilt);
      for (int place = tilt.first(0); place <= lattice.cells(); place += tilt.step()) {
        double sum = kernels.together(place) + kernels.beyond(place);
        for (int layer = 0; layer < kernels.layers(); layer++) {
          sum += kernels.met(layer, place) + Arrays.stream(kernels.moves(layer, place)).sum();
        }
        assertTrue(sum >= 1 - 1e-15 && sum <= 1 + 1e-8, sum + " from " + place);
      }
    }
  }

  /** The limit of kappa is that of other random batches: the quadrature is proved up to 5. */
  @Test
  void slopesAreSmall() {
    TwoDataTilt last = new TwoDataTilt(16, 0);
    double steepest = 0;
    for (double width = 4; width <= 24; width += 0.5) {
      for (double jump = 1.001; jump <= 7; jump += 0.3) {
        for (double share : new double[] {1e-3, 0.01, 0.1, 0.5, 0.99}) {
          if (TwoDataLattice.covers(DistanceGrowth.of(step(width, share, jump)))) {
            steepest = Math.max(steepest, last.slope(lattice(width, share, jump)));
          }
        }
      }
    }
    assertTrue(steepest > 4 && steepest < 5, steepest + "");
  }

  private static TwoDataLattice lattice(double width, double share, double jump) {
    return TwoDataLattice.of(
        DistanceGrowth.of(step(width, share, jump)), TwoDataLattice.Resolution.FINE);
  }

  /** The last values of the recursion against sums over the values before them. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"2", "5", "9"})
  void isWhatThePageSays(int steps) {
    double share = 0.1;
    double jump = 2;
    TwoDataLattice lattice = lattice(6, share, jump);
    SampledTwoDataProfiles profiles =
        new SampledTwoDataProfiles(
            lattice,
            DistanceGrowth.of(step(6, share, jump)),
            TwoDataLattice.Resolution.FINE.compositions(step(6, share, jump)));
    TwoDataRecursion recursion = new TwoDataRecursion(lattice, profiles, 1);
    for (int i = 1; i < steps; i++) {
      recursion.advance();
    }
    PlainBlock before = new PlainBlock(lattice, recursion, recursion.together());
    double cells = jump / lattice.cell();
    recursion.advance();
    double[] together = recursion.together();
    for (int loss = 3; loss < lattice.losses(); loss += 40) {
      for (int place = 1; place <= lattice.cells(); place += 7) {
        double plain = plain(before, cells, share, place, loss);
        assertClose(plain, recursion.at(place)[loss], loss + " from " + place);
      }
      double parted = Math.max(plain(before, cells, share, 0, loss), before.met(loss));
      double plain = Math.min(parted, profiles.composed(steps + 1)[loss]);
      assertClose(plain, together[loss], loss + " from one point");
    }
    assertArrayEquals(together, recursion.at(0));
  }

  /** Larger distances and smaller losses may give smaller bounds. */
  private static void assertClose(double plain, double here, String message) {
    assertTrue(here >= plain * (1 - 1e-5), here + " is below " + plain + " at " + message);
    assertTrue(here <= plain * 1.03 + 1e-13, here + " is far above " + plain + " at " + message);
  }

  private static double plain(PlainBlock before, double jump, double share, int place, int loss) {
    double best = 1;
    for (double tilt : PlainBlock.TILTS) {
      double hit = before.followed(place + jump, loss, tilt);
      double miss = place == 0 ? before.met(loss) : before.followed(place, loss, tilt);
      best = Math.min(best, (1 - share) * miss + share * hit);
    }
    return best;
  }

  /**
   * A step is sampled with at least its probability, and not sampled with at least the
   * complementary one.
   */
  @Test
  void probabilitiesAreRoundedUp() {
    BlockShifts shifts = BlockShifts.revealed(14.4, new Enclosure(0.1, 0.2));
    assertEquals(0.9, shifts.probability(0), 1e-15);
    assertEquals(0.2, shifts.probability(1));
    assertEquals(0, shifts.shift(0));
    assertEquals(14.4, shifts.shift(1));
    assertEquals(0, shifts.owed());
    assertEquals(0, shifts.mean());
  }
}
