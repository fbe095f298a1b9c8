package org.assay.accountant.internal.iteration.recoupling;

import static org.assay.accountant.internal.iteration.starts.DiscreteLaws.profile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.starts.LineWalk;
import org.assay.accountant.internal.iteration.starts.SquareWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.internal.iteration.step.NoisySgds;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bounds for two datasets and any two starts against runs whose distributions can be computed: on a
 * line to about ten digits, in a square to three.
 */
class TwoDataBoundTest {
  private static final TwoDataTilt STEEPEST = new TwoDataTilt(16, 0);

  /**
   * Drifts, quadratics, kinks and random contractions; the two datasets push the runs apart or
   * together.
   */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {0, 4, 7})
  void boundsWalksOnALine(int kind) {
    double worst = compare(kind, 25, 0.16, 100, 10);
    assertTrue(kind > 0 || worst > 0.3, "far from any walk: " + worst);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 6})
  void boundsOtherWalksOnALine(int kind) {
    boundsWalksOnALine(kind);
  }

  /** A few steps in small sets, every one of them. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"4, 0.05", "4, 1", "5, 0.3", "7, 0.8", "10, 0.2"})
  void boundsTheFirstSteps(int size, double shift) {
    for (int kind = 0; kind < 8; kind++) {
      compare(kind, size, shift, 5, 1);
    }
  }

  /** Maps that stretch the set, by as much as a shift of the data or less. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"5, 0.3, 1.05", "7, 0.1, 1.02", "10, 0.2, 1.01", "20, 0.05, 1.002"})
  void boundsStepsThatExpand(int size, double shift, double lipschitz) {
    DistanceGrowth growth =
        new DistanceGrowth(
            Enclosure.exact(size),
            Enclosure.exact(lipschitz - 1),
            Enclosure.exact(shift),
            Enclosure.ONE);
    TwoDataBound bound = TwoDataBound.of(growth, TwoDataLattice.Resolution.FINE);
    double[] stretched = map(0, size, new SplittableRandom(0));
    Arrays.setAll(stretched, i -> size / 2.0 + lipschitz * (i - size / 2.0));
    double worst = compare(bound, size, shift, size * size / 2, 1 + size / 2, step -> stretched);
    assertTrue(worst > 0.2, "far from any walk: " + worst);
    double narrow = bound(size, shift).bound((long) size * size / 4, 1);
    assertTrue(bound.bound((long) size * size / 4, 1) > narrow);
  }

  private static double compare(int kind, int size, double shift, int steps, int every) {
    SplittableRandom random = new SplittableRandom(kind);
    return compare(bound(size, shift), size, shift, steps, every, step -> map(kind, size, random));
  }

  private static double compare(
      TwoDataBound bound,
      int size,
      double shift,
      int steps,
      int every,
      IntFunction<double[]> maps) {
    LineWalk[] walks = {
      LineWalk.from(0, size),
      LineWalk.from(size, size),
      LineWalk.from(0, size),
      LineWalk.from(size, size)
    };
    double worst = 0;
    for (int step = 1; step <= steps; step++) {
      double[] map = maps.apply(step);
      double[] up = LineWalk.shifted(map, shift / 2);
      double[] down = LineWalk.shifted(map, -shift / 2);
      if (step % every == 0) {
        double[] first = walks[0].binned(down);
        double[] second = walks[1].binned(up);
        worst = Math.max(worst, compare(bound, step, first, second));
        worst = Math.max(worst, compare(bound, step, second, first));
        double[] third = walks[2].binned(up);
        compare(bound, step, third, walks[3].binned(down));
        compare(bound, step, first, third);
      }
      walks[0] = walks[0].after(down);
      walks[1] = walks[1].after(up);
      walks[2] = walks[2].after(up);
      walks[3] = walks[3].after(down);
    }
    return worst;
  }

  /** The largest part of a bound that is used. */
  static double compare(TwoDataBound bound, int step, double[] p, double[] q) {
    double worst = 0;
    for (double loss = 0; loss < 30; loss = loss * 1.2 + 0.01) {
      double exact = profile(p, q, loss);
      double proved = bound.bound(step, loss);
      assertTrue(exact <= proved * (1 + 1e-9) + 1e-11, exact + " at " + loss + ", step " + step);
      worst = exact > 1e-6 ? Math.max(worst, exact / proved) : worst;
    }
    return worst;
  }

  /** Values of a 1-Lipschitz map at whole numbers, linear between. */
  private static double[] map(int kind, int size, SplittableRandom random) {
    double[] map = new double[size + 1];
    double middle = size / 2.0;
    for (int i = 0; i < map.length; i++) {
      map[i] =
          switch (kind) {
            case 0 -> i;
            case 1 -> i - 0.2;
            case 2 -> i + 0.07;
            case 3 -> middle + 0.98 * (i - middle);
            case 4 -> i < middle ? i + 0.1 * Math.min(1, (middle - i) / 3.0) : i;
            case 5 -> Math.min(i, 0.8 * size) + 0.1;
            default -> i == 0 ? 0.3 * random.nextDouble() : map[i - 1] + slope(kind, random);
          };
    }
    return map;
  }

  private static double slope(int kind, SplittableRandom random) {
    return kind == 6 ? 1 - 0.05 * random.nextDouble() : random.nextInt(10) == 0 ? -0.5 : 1;
  }

  /** Turns, and slides in a direction that differs between the two datasets. */
  @ParameterizedTest
  @CsvSource({"0, 0.5", "0.1, 0.5", "0.7, 0.2", "1.5707963267948966, 1"})
  void boundsWalksInASquare(double angle, double shift) {
    double side = 6 / Math.sqrt(2);
    SquareWalk first = SquareWalk.from(0, 0, side);
    SquareWalk second = SquareWalk.from(side, side, side);
    TwoDataBound bound = bound(6, shift);
    double slide = shift / 2 / Math.sqrt(2);
    for (int step = 1; step <= 5; step++) {
      first = first.after(angle, -slide, -slide);
      second = second.after(angle, slide, slide);
      for (double loss = 0; loss < 20; loss = loss * 1.3 + 0.05) {
        double proved = bound.bound(step, loss) * (1 + 1e-3) + 1e-9;
        assertTrue(first.profile(second, loss) <= proved, "step " + step + " at " + loss);
        assertTrue(second.profile(first, loss) <= proved, "step " + step + " at " + loss);
      }
    }
  }

  @Tag("slow")
  @Test
  void fallsWithLossAndSteps() {
    TwoDataBound bound = bound(30, 0.1);
    for (int steps = 1; steps < 600; steps += 7) {
      for (double loss = 0; loss < 80; loss += 0.37) {
        double here = bound.bound(steps, loss);
        assertTrue(here >= 0 && here <= 1);
        assertTrue(bound.bound(steps, loss + 0.2) <= here);
        assertTrue(bound.bound(steps + 7, loss) <= here);
      }
    }
    assertEquals(1, bound.bound(1, 3));
    assertSame(bound, bound(30, 0.1));
  }

  @Test
  void knowsItsRange() {
    assertTrue(TwoDataLattice.covers(growth(26, 0.99)));
    assertTrue(!TwoDataLattice.covers(growth(3.9, 0.1)));
    assertTrue(!TwoDataLattice.covers(growth(100, 0.3)));
    assertTrue(!TwoDataLattice.covers(growth(100, 0)));
    Enclosure nearlyAll = Enclosure.of(Math.nextDown(1), 1);
    Enclosure gradient = Enclosure.exact(0.1);
    assertTrue(
        !TwoDataLattice.covers(
            new DistanceGrowth(Enclosure.exact(100), Enclosure.ZERO, gradient, nearlyAll)));
  }

  /** Under add-or-remove the sum is divided by the fixed batch size. */
  @Test
  void aRecordMoreIsHalfOfAReplacedOne() {
    TwoDataBound half = ofAllRecords(true);
    TwoDataBound whole = ofAllRecords(false);
    assertTrue(half.bound(20_000, 4) < whole.bound(20_000, 4) / 2);
  }

  private static TwoDataBound ofAllRecords(boolean addOrRemove) {
    NoisySgd run =
        NoisySgds.convex(1000, 1000, 0.05, 0.2, 20_000, NoisySgdSampling.POISSON, addOrRemove);
    return TwoDataBound.of(
        DistanceGrowth.of(NoisySgdStep.of(run)), TwoDataLattice.Resolution.ROUGH);
  }

  /** The quadrature is proved up to a slope of 5.1, which only searches may exceed. */
  @Test
  void slopesThatProveAreSmall() {
    assertEquals(3.15, steepest(TwoDataLattice.Resolution.FINE), 0.03);
    assertEquals(17, steepest(TwoDataLattice.Resolution.ROUGH), 0.1);
  }

  @Tag("slow")
  @Test
  void slopesOfRandomBatchesAreSmallToo() {
    double steepest = 0;
    for (double diameter = 4; diameter < 1e6; diameter *= 1.01) {
      DistanceGrowth growth =
          new DistanceGrowth(
              Enclosure.exact(diameter),
              Enclosure.ZERO,
              Enclosure.exact(Math.min(1, 51.9 / diameter)),
              Enclosure.exact(0.5));
      if (TwoDataLattice.covers(growth)) {
        TwoDataLattice lattice = TwoDataLattice.of(growth, TwoDataLattice.Resolution.FINE);
        steepest = Math.max(steepest, STEEPEST.slope(lattice));
      }
    }
    assertEquals(5, steepest, 0.09);
  }

  private static double steepest(TwoDataLattice.Resolution resolution) {
    double steepest = 0;
    for (double diameter = 4; diameter < 1e6; diameter *= 1.003) {
      for (double kappa = 26; kappa > 1e-3; kappa /= 2) {
        DistanceGrowth growth = growth(diameter, Math.min(1, kappa / diameter * (1 - 1e-15)));
        if (TwoDataLattice.covers(growth)) {
          TwoDataLattice lattice = TwoDataLattice.of(growth, resolution);
          steepest = Math.max(steepest, STEEPEST.slope(lattice));
        }
      }
    }
    return steepest;
  }

  private static TwoDataBound bound(double diameter, double shift) {
    return TwoDataBound.of(growth(diameter, shift), TwoDataLattice.Resolution.FINE);
  }

  private static DistanceGrowth growth(double diameter, double shift) {
    return DistanceGrowth.fullBatch(Enclosure.exact(diameter), Enclosure.exact(shift));
  }
}
