package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.internal.inference.BinomialBounds;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.assay.verify.trial.TrialRunner;
import org.assay.verify.walk.RandomWalk.LinearLosses;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The algorithm, run batch by batch, has the laws that the quadrature encloses. Each case compares
 * at most 40 frequencies, the four cases fail by chance with probability at most 1e-6 together; the
 * last test shows that a walk with a slightly different slope would have failed.
 */
class SimulatedDescentTest {
  private static final int RUNS = 150_000;
  private static final int GROUPS = 20;
  private static final double ALPHA = 1e-6 / (4 * 2 * 2 * (GROUPS + 2));

  static Stream<RandomWalk> walks() {
    return Stream.of(
        walk(NoisySgdSampling.FULL_BATCH, AdjacencyRelation.REPLACE_ONE, 8),
        walk(NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE, 2),
        walk(NoisySgdSampling.POISSON, AdjacencyRelation.ADD_OR_REMOVE, 2),
        walk(NoisySgdSampling.CYCLIC, AdjacencyRelation.REPLACE_ONE, 2));
  }

  private static RandomWalk walk(
      NoisySgdSampling sampling, AdjacencyRelation adjacency, long batch) {
    NoisySgd settings = Settings.of(5, 0.8, 8, batch, 9, sampling, adjacency);
    return new RandomWalk(settings, 0.3, 0.15);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("walks")
  void frequenciesAgreeWithTheEnclosures(RandomWalk walk) throws InterruptedException {
    WalkLowerBound bound = WalkLowerBound.of(walk);
    TrialBatch runs = run(walk.pair(), walk);
    assertTrue(disagreements(runs, true, bound.left()) == 0);
    assertTrue(disagreements(runs, false, bound.right()) == 0);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("walks")
  void frequenciesDisagreeWithAnotherWalk(RandomWalk walk) throws InterruptedException {
    RandomWalk other = new RandomWalk(walk.settings(), 0.3, 0.12);
    WalkLowerBound bound = WalkLowerBound.of(other);
    TrialBatch runs = run(walk.pair(), walk);
    assertTrue(disagreements(runs, true, bound.left()) > 0);
    assertTrue(disagreements(runs, false, bound.right()) > 0);
  }

  private static TrialBatch run(AdjacentPair<LinearLosses> pair, RandomWalk walk)
      throws InterruptedException {
    try (TrialRunner<LinearLosses> runner =
        new TrialRunner<>(walk.mechanism(), 20200504, 1, Long.MAX_VALUE)) {
      return runner.run(pair, 0, RUNS).orElseThrow();
    }
  }

  /** How many groups of bins have a frequency whose confidence interval misses the enclosure. */
  private static int disagreements(TrialBatch runs, boolean left, WalkDistribution law) {
    long[] counts = new long[GROUPS + 2];
    long total = 0;
    for (int i = 0; i < runs.size(); i++) {
      if (runs.ranOnLeft(i) == left && runs.outcome(i) instanceof Outcome.Vector position) {
        counts[group(law.binOf(position.at(0)), law)]++;
        total++;
      }
    }
    double[] lower = new double[GROUPS + 2];
    double[] upper = new double[GROUPS + 2];
    for (int bin = 0; bin < law.bins(); bin++) {
      lower[group(bin, law)] += law.probability(bin).lower();
      upper[group(bin, law)] += law.probability(bin).upper();
    }
    int missed = 0;
    for (int i = 0; i < counts.length; i++) {
      boolean agrees =
          BinomialBounds.lower(counts[i], total, ALPHA) <= upper[i]
              && BinomialBounds.upper(counts[i], total, ALPHA) >= lower[i];
      missed += agrees ? 0 : 1;
    }
    return missed;
  }

  private static int group(int bin, WalkDistribution law) {
    if (bin == 0 || bin == law.bins() - 1) {
      return bin == 0 ? 0 : GROUPS + 1;
    }
    return 1 + (bin - 1) * GROUPS / (law.bins() - 2);
  }
}
