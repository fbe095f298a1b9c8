package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.starts.LineWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bounds for two datasets and any two starts of random batches against walks on a line whose
 * distributions can be computed to about ten digits. In these walks hidden bits decide whether a
 * step samples the record.
 */
class SampledTwoDataTest {
  /** Number of comparisons of walks up to the last row. */
  private static final int TIMES = 6;

  /**
   * Batches of fixed size, a replaced record of independent samples, and one record more or less.
   * The drifts vanish, pull to a wall, alternate, or turn at the end.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "fixed, 6, 0.2, 0.8, 0.3",
    "fixed, 12, 0.05, 0.9, 0.2",
    "replaced, 8, 0.3, 0.3, 0.3",
    "added, 5, 0.5, 0.6, 0.2",
  })
  void boundsWalks(String kind, int size, double share, double mu, double least) {
    NoisySgdStep step = NoisySgdStep.of(run(kind, size, share, mu));
    TwoDataBound bound = TwoDataBound.of(step, TwoDataLattice.Resolution.FINE).orElseThrow();
    double worst = 0;
    for (int drifts = 0; drifts < 4; drifts++) {
      worst = Math.max(worst, compare(bound, kind, size, share, mu, drifts));
    }
    assertTrue(worst > least, "far from any walk: " + worst);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "fixed, 4, 0.5, 1, 0.2",
    "fixed, 20, 0.2, 0.5, 0.2",
    "fixed, 40, 0.1, 0.2, 0.2",
    "fixed, 25, 0.01, 1, 0.05",
    "replaced, 15, 0.1, 0.5, 0.2",
    "replaced, 5, 0.9, 0.49, 0.2",
    "added, 30, 0.2, 0.4, 0.2",
  })
  void boundsOtherWalks(String kind, int size, double share, double mu, double least) {
    boundsWalks(kind, size, share, mu, least);
  }

  private static NoisySgd run(String kind, double width, double share, double mu) {
    boolean fixed = kind.equals("fixed");
    long batch = Math.round(1000 * share);
    double noise = (fixed ? 2 : 1) / (batch * mu);
    return new NoisySgd(
        1000,
        batch,
        noise,
        1,
        1,
        1 / (width * noise),
        1_000_000,
        0,
        0,
        fixed ? NoisySgdSampling.FIXED_SIZE : NoisySgdSampling.POISSON,
        kind.equals("added") ? AdjacencyRelation.ADD_OR_REMOVE : AdjacencyRelation.REPLACE_ONE);
  }

  /** The largest part of a bound that is used, from both pairs of walls. */
  private static double compare(
      TwoDataBound bound, String kind, int size, double share, double mu, int drifts) {
    double first = kind.equals("fixed") ? mu / 2 : mu;
    double second = kind.equals("added") ? 0 : -first;
    int steps = Math.max(TIMES, size * size / 2);
    double worst = 0;
    for (boolean apart : new boolean[] {true, false}) {
      LineWalk one = LineWalk.from(apart ? size : 0, size);
      LineWalk other = LineWalk.from(apart ? 0 : size, size);
      for (int step = 1; step <= steps; step++) {
        double[] map = LineWalk.drifted(size, drift(drifts, step, steps));
        if (step % (steps / TIMES) == 0) {
          double[] p = one.binned(map, first, share);
          double[] q = other.binned(map, second, share);
          worst = Math.max(worst, TwoDataBoundTest.compare(bound, step, p, q));
          worst = Math.max(worst, TwoDataBoundTest.compare(bound, step, q, p));
        }
        one = one.after(map, first, share);
        other = other.after(map, second, share);
      }
    }
    return worst;
  }

  private static double drift(int drifts, int step, int steps) {
    return switch (drifts) {
      case 0 -> 0;
      case 1 -> 0.15;
      case 2 -> step % 2 == 0 ? 0.5 : -0.5;
      default -> step > 0.8 * steps ? 0.3 : -0.1;
    };
  }

  /** A shift is exceeded no more often than the shifts that represent it. */
  @Property(tries = 200)
  void shiftsStandForLargerOnesOnly(
      @ForAll @LongRange(min = 1, max = 20_000) long steps,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double share) {
    BlockShifts shifts = BlockShifts.sampled(0.5, 0.25, steps, Enclosure.exact(share));
    BinomialDistribution sampled = new BinomialDistribution((int) steps, share);
    double beyond = shifts.rare() + shifts.never();
    double total = beyond;
    for (int i = shifts.count() - 1; i >= 0; i--) {
      // More than the shift before this one.
      int before = i == 0 ? -1 : (int) Math.round((shifts.shift(i - 1) - 0.5) / 0.25);
      total += shifts.probability(i);
      double larger = 1 - sampled.cumulativeProbability(before);
      assertTrue(larger <= total * (1 + 1e-9) + 1e-12, larger + " against " + total);
    }
    assertEquals(1, total, 1e-9);
    assertEquals(0.5 + 0.25 * share * (double) steps, shifts.mean(), 1e-9 * shifts.mean());
    assertTrue(shifts.owed() >= shifts.shift(shifts.count() - 1) - shifts.mean());
  }

  /** No mass is lost, and hardly any mass counts twice. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"0.1, 0.5, 40", "0.02, 1, 12", "0.6, 0.05, 300", "0.01, 0.02, 2000"})
  void massesAddUpToOne(double share, double gradient, double diameter) {
    DistanceGrowth growth =
        new DistanceGrowth(
            Enclosure.exact(diameter),
            Enclosure.ZERO,
            Enclosure.exact(gradient),
            Enclosure.exact(share));
    TwoDataLattice lattice = TwoDataLattice.of(growth, TwoDataLattice.Resolution.FINE);
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
}
