package org.assay.accountant.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.iteration.starts.LineWalk;
import org.assay.accountant.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Steps whose record jumps by noises, followed one by one: against walks on a line whose laws can
 * be computed, from two walls and from one point, and one step against plain sums as the page
 * {@code two-data.md} states it.
 */
class LargeJumpsTest {
  private static final int[] TILTS = {0, 1, 2, 3, 4, 5, 6, 8};
  private static final int PARTS = 60;

  /** What the two data's jumps are parts of: both half, or one of them all. */
  private static final double[][] PAIRS = {{0.5, -0.5}, {1, 0}, {0, -1}};

  private static final double[] DRIFTS = {0, 0.3, -1, -3};

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
    double[] still = map(size, 0);
    double[] pulled = map(size, drift);
    LineWalk[] walks = {
      LineWalk.from(0, size), LineWalk.from(size, size), LineWalk.from(0, size),
    };
    for (int step = 1; step <= 2 * size; step++) {
      double[] low = binned(walks[0], still, one, share);
      double[] high = binned(walks[1], still, other, share);
      double[] same = binned(walks[2], still, other, share);
      for (double loss = 0; loss < 60; loss = loss * 1.1 + 0.1) {
        worst[0] = Math.max(worst[0], largest(bound.bound(step, loss), low, high, loss));
        worst[1] = Math.max(worst[1], largest(bound.together(step, loss), low, same, loss));
      }
      walks[0] = after(walks[0], pulled, one, share);
      walks[1] = after(walks[1], pulled, other, share);
      walks[2] = after(walks[2], pulled, other, share);
    }
  }

  private static double largest(double proved, double[] p, double[] q, double loss) {
    double exact = Math.max(profile(p, q, loss), profile(q, p, loss));
    assertTrue(exact <= proved * (1 + 1e-9) + 1e-13, exact + " above " + proved + " at " + loss);
    return exact > 1e-7 && exact < 0.1 ? exact / proved : 0;
  }

  private static double profile(double[] p, double[] q, double loss) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += Math.max(0, p[i] - Math.exp(loss) * q[i]);
    }
    return sum;
  }

  private static double[] map(int size, double drift) {
    double[] map = new double[size + 1];
    Arrays.setAll(map, i -> i + drift);
    return map;
  }

  private static LineWalk after(LineWalk walk, double[] map, double moved, double share) {
    return walk.after(map).mixed(walk.after(LineWalk.shifted(map, moved)), share);
  }

  private static double[] binned(LineWalk walk, double[] map, double moved, double share) {
    double[] without = walk.binned(map);
    double[] with = walk.binned(LineWalk.shifted(map, moved));
    Arrays.setAll(without, i -> (1 - share) * without[i] + share * with[i]);
    return without;
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

  /** Nothing is left of the rough lattice, whose compositions are no bounds. */
  @Test
  void isTheSameHoweverRoughItMayBe() {
    NoisySgdStep step = step(6, 0.1, 2);
    assertEquals(
        TwoDataBound.of(step, TwoDataLattice.Resolution.FINE),
        TwoDataBound.of(step, TwoDataLattice.Resolution.ROUGH));
  }

  /** Of other runs it is not known what they lose from one point but by composition. */
  @Test
  void smallerJumpsAreNotFollowed() {
    assertEquals(1, bound(6, 0.1, 0.9).together(10, 3));
    assertTrue(bound(6, 0.1, 1.1).together(10, 3) < 1e-2);
  }

  /** After the last step that is followed, runs from one point are runs from some two points. */
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
    for (int tilt : TILTS) {
      TwoDataKernels kernels = new TwoDataKernels(lattice, tilt);
      for (int place = 0; place <= lattice.cells(); place++) {
        double sum = kernels.together(place) + kernels.beyond(place);
        for (int layer = 0; layer < kernels.layers(); layer++) {
          sum += kernels.met(layer, place) + Arrays.stream(kernels.moves(layer, place)).sum();
        }
        assertTrue(sum >= 1 - 1e-15 && sum <= 1 + 1e-8, sum + " from " + place);
      }
    }
  }

  /** As those of other random batches: the quadrature is proved up to 5. */
  @Test
  void slopesAreSmall() {
    double steepest = 0;
    for (double width = 4; width <= 24; width += 0.5) {
      for (double jump = 1.001; jump <= 7; jump += 0.3) {
        for (double share : new double[] {1e-6, 0.01, 0.1, 0.5, 0.99}) {
          if (TwoDataLattice.covers(DistanceGrowth.of(step(width, Math.max(share, 1e-3), jump)))) {
            steepest = Math.max(steepest, lattice(width, Math.max(share, 1e-3), jump).slope(8));
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
    Before before = new Before(lattice, recursion);
    recursion.advance();
    double[] together = recursion.together();
    for (int loss = 3; loss < lattice.losses(); loss += 40) {
      for (int place = 1; place <= lattice.cells(); place += 7) {
        double plain = before.step(place, loss, share, jump);
        assertClose(plain, recursion.at(place)[loss], loss + " from " + place);
      }
      double parted = Math.max(before.step(0, loss, share, jump), before.met[loss]);
      double plain = Math.min(parted, profiles.composed(steps + 1)[loss]);
      assertClose(plain, together[loss], loss + " from one point");
    }
    assertArrayEquals(together, recursion.at(0));
  }

  /** Larger distances and smaller losses may prove more. */
  private static void assertClose(double plain, double here, String message) {
    assertTrue(here >= plain * (1 - 1e-5), here + " is below " + plain + " at " + message);
    assertTrue(here <= plain * 1.03 + 1e-13, here + " is far above " + plain + " at " + message);
  }

  /** The values before a step. */
  private static final class Before {
    private final TwoDataLattice lattice;
    private final double[][] values;
    private final double[] met;

    Before(TwoDataLattice lattice, TwoDataRecursion recursion) {
      this.lattice = lattice;
      this.values = new double[lattice.cells() + 1][];
      Arrays.setAll(values, recursion::at);
      this.met = recursion.together();
    }

    double step(int place, int loss, double share, double jump) {
      double best = 1;
      for (int tilt : TILTS) {
        double hit = followed(place + jump / lattice.cell(), loss, tilt);
        double miss = place == 0 ? met[loss] : followed(place, loss, tilt);
        best = Math.min(best, (1 - share) * miss + share * hit);
      }
      return best;
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
      return Math.max(values[Math.min(place, lattice.cells())][loss], met[loss]);
    }
  }

  /** A step is sampled with at least its probability, and is not with at least the other one. */
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
