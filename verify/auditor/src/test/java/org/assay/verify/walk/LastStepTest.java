package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.walk.LawPair.DirectedPair;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In sets of many dimensions the projection of the last step hides nothing. */
class LastStepTest {
  private static final double DELTA = 1e-5;

  /** One record of three, jumps of 2.85 noises, a set 1.28 noises wide. */
  private static NoisySgd fewRecords(long steps) {
    return Settings.of(
        1.28, 1.425, 3, 1, steps, NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE);
  }

  /** The guarantee of one step is met: it was 3.4 times what walks were known to lose. */
  @Test
  void meetsTheGuaranteeOfOneStep() {
    NoisySgd run = fewRecords(1);
    LastIterate bound = LastIterate.of(run);
    double upper = ((Guarantee.Approximate) bound.certifyEpsilon(DELTA).guarantee()).epsilon();
    double lower = WalkLowerBound.ofLastStep(run).epsilon(DELTA).value();
    assertTrue(lower <= upper && lower > 0.9999 * upper, lower + " of " + upper);
    double renyi =
        ((Guarantee.Renyi) bound.certifyRenyi(16).guarantee())
            .epsilonByOrder()
            .firstEntry()
            .getValue();
    double reached = WalkLowerBound.ofLastStep(run).renyi(16).value();
    assertTrue(reached <= renyi && reached > 0.999 * renyi, reached + " of " + renyi);
  }

  /** Every way to sample: what one step is proved to lose is what the last step loses. */
  @ParameterizedTest
  @CsvSource({
    "FULL_BATCH, REPLACE_ONE, 6",
    "CYCLIC, REPLACE_ONE, 2",
    "FIXED_SIZE, REPLACE_ONE, 2",
    "POISSON, REPLACE_ONE, 2",
    "POISSON, ADD_OR_REMOVE, 2"
  })
  void meetsComposition(NoisySgdSampling sampling, AdjacencyRelation adjacency, long batch) {
    NoisySgd run = Settings.of(3, 0.7, 6, batch, 1, sampling, adjacency);
    LastIterate bound = LastIterate.of(run);
    WalkLowerBound last = WalkLowerBound.ofLastStep(run.but().steps(40, 1).build());
    assertJustBelow(bound.compositionEpsilon(DELTA), last.epsilon(DELTA).value());
    // At small orders the pair of samples of a fixed size is worse than any one step.
    double[] large = {16, 64};
    double[] all = {1.5, 2, 16, 64};
    for (double order : sampling == NoisySgdSampling.FIXED_SIZE ? large : all) {
      assertJustBelow(bound.compositionRenyi(order), last.renyi(order).value());
    }
  }

  private static void assertJustBelow(double upper, double lower) {
    assertTrue(lower <= upper * (1 + 1e-12), lower + " is above " + upper);
    assertTrue(lower > 0.995 * upper, lower + " is far below " + upper);
  }

  /** A record in the last of three disjoint batches: nothing is hidden, on any set. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 3, 10})
  void meetsTheGuaranteeOfOnePass(double width) {
    NoisySgd run =
        Settings.of(width, 0.5, 6, 2, 3, NoisySgdSampling.CYCLIC, AdjacencyRelation.REPLACE_ONE);
    double upper =
        ((Guarantee.Approximate) LastIterate.of(run).certifyEpsilon(DELTA).guarantee()).epsilon();
    double lower = WalkLowerBound.ofLastStep(run).epsilon(DELTA).value();
    assertTrue(lower <= upper && lower > 0.9999 * upper, lower + " of " + upper);
  }

  /** With steps before the last, both count: more than the last alone, less than is proved. */
  @Test
  void addsWhatTheIterateBeforeRemembers() {
    NoisySgd run = fewRecords(10);
    double walk = WalkLowerBound.of(new RandomWalk(run, 1, 1)).epsilon(DELTA).value();
    assertTrue(walk > 16.4, "lost only " + walk);
    assertTrue(walk < 18.38, "above what is certified for ten steps: " + walk);
    double clamped =
        DirectedPair.of(
                WalkLowerBound.of(new RandomWalk(run, 1, 1)).left().projected(),
                WalkLowerBound.of(new RandomWalk(run, 1, 1)).right().projected())
            .epsilon(DELTA);
    assertTrue(clamped < 4, "on the line the projection hides most of it: " + clamped);
  }

  /** The parts beyond the walls and the ends are two partitions of one law. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1.28, 0.9, 1", "1.28, 0.9, 4", "0.05, 2, 3", "6, 0.4, 2"})
  void partsAddUpToTheEnds(double width, double jump, long steps) {
    for (NoisySgdSampling sampling : NoisySgdSampling.values()) {
      long batch = sampling == NoisySgdSampling.FULL_BATCH ? 6 : 2;
      NoisySgd run =
          Settings.of(width, jump, 6, batch, steps, sampling, AdjacencyRelation.REPLACE_ONE);
      WalkDistribution law = WalkLowerBound.of(new RandomWalk(run, 0.3, 0.4)).left();
      Enclosure outside = law.probability(0).plus(law.probability(law.bins() - 1));
      Enclosure parts = Enclosure.ZERO;
      for (Enclosure part : law.released().subList(law.bins() - 2, law.released().size())) {
        parts = parts.plus(part);
      }
      assertEquals(outside.midpoint(), parts.midpoint(), 1e-10, run.describe());
    }
  }

  /**
   * The same by brute force, in d dimensions: the set is a ball around the start, and what its
   * projection leaves is the direction of the start's shift plus noise. Its law has a density in
   * the cosine with the record's pull, whose logarithmic ratio to that without pull is the integral
   * below. The more dimensions, the nearer comes the loss to that of the unprojected step.
   */
  @Test
  void directionsInManyDimensionsTellAsMuchAsPositions() {
    double pull = 1.2;
    double unprojected = GaussianMechanism.epsilon(pull, 1e-3).lower();
    double before = 0;
    for (int dimension : new int[] {3, 30, 300, 3000}) {
      double epsilon = epsilonOfDirections(dimension, pull, 1e-3);
      assertTrue(epsilon > before && epsilon < unprojected, dimension + ": " + epsilon);
      before = epsilon;
    }
    assertTrue(before > 0.99 * unprojected, "in 3000 dimensions " + before);
  }

  /** Epsilon at delta of the direction of N(pull e, I) against that of N(0, I). */
  private static double epsilonOfDirections(int dimension, double pull, double delta) {
    int points = 4000;
    double[] logRatio = new double[points];
    double[] base = new double[points];
    double total = 0;
    for (int i = 0; i < points; i++) {
      double reach = Math.min(Math.sqrt(dimension), 9);
      double cosine = (2 * (i + 0.5) / points - 1) * reach / Math.sqrt(dimension);
      base[i] = Math.exp((dimension - 3) / 2.0 * Math.log1p(-cosine * cosine));
      total += base[i];
      logRatio[i] = logMeanOverRadii(dimension, pull * cosine) - pull * pull / 2;
    }
    double low = 0;
    double high = 50;
    for (int round = 0; round < 60; round++) {
      double epsilon = (low + high) / 2;
      double excess = 0;
      for (int i = 0; i < points; i++) {
        excess += base[i] / total * Math.max(0, Math.exp(logRatio[i]) - Math.exp(epsilon));
      }
      if (excess > delta) {
        low = epsilon;
      } else {
        high = epsilon;
      }
    }
    return low;
  }

  /** log E e^(a R), R the norm of a standard normal vector, by the midpoint rule. */
  private static double logMeanOverRadii(int dimension, double a) {
    double middle = Math.sqrt(dimension - 1.0);
    double sum = 0;
    double weights = 0;
    for (double r = Math.max(0.005, middle - 9); r < middle + 9; r += 0.01) {
      double log = (dimension - 1) * Math.log(r / middle) - r * r / 2 + middle * middle / 2;
      weights += Math.exp(log);
      sum += Math.exp(log + a * (r - middle));
    }
    return Math.log(sum / weights) + a * middle;
  }

  /**
   * Two steps of the algorithm itself on the ellipsoid of the proof, in 10,000 dimensions, against
   * the walk: events that the projection on the line would hide. What is simulated is the place
   * along the axis and one coordinate across, as all other coordinates matter by their norm only.
   * Both frequencies are off by more than six standard deviations with a probability below 1e-8.
   */
  @Test
  void anEllipsoidInManyDimensionsShowsTheEventsOfTheWalk() {
    NoisySgd run = Settings.fullBatch(1, 0.6, 2);
    RandomWalk walk = new RandomWalk(run, 0.5, 0);
    WalkLowerBound bound = WalkLowerBound.of(walk);
    double clamped =
        DirectedPair.of(bound.left().projected(), bound.right().projected()).delta(1.5);
    double released = bound.delta(1.5).value();
    double place = 1.6;
    int runs = 40_000;
    double hits = Ellipsoid.beyond(place, 0.6, runs) / (double) runs;
    double other = Ellipsoid.beyond(place, -0.6, runs) / (double) runs;
    double noise = 6 * Math.sqrt(0.25 / runs);
    double seen = hits - Math.exp(1.5) * other;
    assertTrue(released > clamped + 0.02, released + " of " + clamped);
    assertTrue(seen > clamped + noise, "seen " + seen + ", on the line " + clamped);
    assertTrue(seen < released + 6 * noise, "seen " + seen + ", at most " + released);
  }

  /** The projection onto an ellipsoid that is short across its axis. */
  private static final class Ellipsoid {
    private static final int DIMENSIONS = 10_000;
    private static final double HALF = 0.5;
    private static final double FLAT = 0.02;

    /** How many of the runs end where the line's walk was beyond a place before its projection. */
    static int beyond(double place, double pull, int runs) {
      double across = FLAT * HALF / Math.sqrt(DIMENSIONS);
      SplittableRandom random = new SplittableRandom(20261129);
      double threshold = projected(place - HALF, Math.sqrt(DIMENSIONS), across)[0];
      int count = 0;
      for (int run = 0; run < runs; run++) {
        double along = 0;
        double aside = 0;
        for (int step = 0; step < 2; step++) {
          double x = along + pull + random.nextGaussian();
          double y = aside + random.nextGaussian();
          double rest = DIMENSIONS - 1 + Math.sqrt(2.0 * (DIMENSIONS - 1)) * random.nextGaussian();
          double[] point = projected(x, Math.sqrt(y * y + rest), across);
          along = point[0];
          aside = point[1];
        }
        count += along > threshold ? 1 : 0;
      }
      return count;
    }

    /** The nearest point, by bisection on the multiplier of the constraint. */
    private static double[] projected(double x, double y, double across) {
      double a = HALF * HALF;
      double b = across * across;
      double low = 0;
      double high = HALF * Math.abs(x) + across * y;
      for (int round = 0; round < 60; round++) {
        double middle = (low + high) / 2;
        double u = x * HALF / (a + middle);
        double v = y * across / (b + middle);
        if (u * u + v * v > 1) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return new double[] {x * a / (a + low), y * b / (b + low)};
    }
  }
}
