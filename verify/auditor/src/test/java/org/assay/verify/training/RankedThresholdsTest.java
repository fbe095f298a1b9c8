package org.assay.verify.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Verdict;
import org.assay.verify.internal.inference.BinomialBounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Thresholds among the scores of repeated runs. */
class RankedThresholdsTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /**
   * Scores of 0, 1, 2, ... without the canary, all above them with the canary. By definition the
   * share of runs above the k-th largest of N scores of a continuous law has the law Beta(k, N - k
   * + 1): the bound of false alarms exceeds it with the error probability of one bound, and no
   * less.
   */
  @Test
  void aRankHasTheErrorProbabilityOfItsBound() {
    int runs = 100;
    double alpha = 0.05;
    RepeatedRuns evidence = separated(runs, alpha);
    assertEquals(28, evidence.counts().size());
    double share = alpha / 56;
    int rank = 1;
    for (RepeatedRuns.Count count : evidence.counts().subList(0, 7)) {
      double bound = bound(count, share).falseAlarms();
      double error = BetaDistribution.of(rank, runs - rank + 1.0).survivalProbability(bound);
      assertTrue(error <= share && error > 0.999 * share, error + " at rank " + rank);
      assertEquals(0, count.misses());
      rank *= 2;
    }
    rank = 1;
    for (RepeatedRuns.Count count : evidence.counts().subList(7, 14)) {
      double bound = bound(count, share).misses();
      double error = BetaDistribution.of(rank, runs - rank + 1.0).survivalProbability(bound);
      assertTrue(error <= share && error > 0.999 * share, error + " at rank " + rank);
      assertEquals(0, count.falseAlarms());
      rank *= 2;
    }
    CanaryEvidence.Point best = bound(evidence.counts().get(0), share);
    assertEquals(1, evidence.points().size());
    assertEquals(best.falseAlarms(), evidence.points().get(0).falseAlarms(), 1e-9);
    assertEquals(best.misses(), evidence.points().get(0).misses(), 1e-9);
  }

  private static CanaryEvidence.Point bound(RepeatedRuns.Count count, double share) {
    return new CanaryEvidence.Point(
        BinomialBounds.upper(count.falseAlarms(), count.runsOut(), share),
        BinomialBounds.upper(count.misses(), count.runsIn(), share));
  }

  private static RepeatedRuns separated(int runs, double alpha) {
    boolean[] included = new boolean[2 * runs];
    Arrays.fill(included, runs, 2 * runs, true);
    double[] scores = new double[2 * runs];
    Arrays.setAll(scores, i -> i);
    return RepeatedRuns.everyThreshold(ADD, alpha, included, scores);
  }

  /**
   * Gaussian scores at distance 1, rounded to multiples of a grid so that scores are equal, and of
   * either sign. At error probability 0.3 a point beats the true curve in at most 107 of 240
   * audits, except with probability 1e-6; the union bound makes it far fewer.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 3})
  void noPointIsBelowTheTrueCurve(double grid) {
    int wrong = 0;
    for (int seed = 0; seed < 240; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      boolean[] included = new boolean[seed % 3 == 0 ? 60 : 500];
      double[] scores = new double[included.length];
      for (int i = 0; i < scores.length; i++) {
        included[i] = i % 4 == 0;
        double score = random.nextGaussian() + (included[i] ? 1 : 0);
        scores[i] = (grid > 0 ? grid * Math.floor(score / grid) : score) * (seed % 2 == 0 ? 1 : -1);
      }
      RepeatedRuns evidence = RepeatedRuns.everyThreshold(ADD, 0.3, included, scores);
      wrong += evidence.points().stream().anyMatch(RankedThresholdsTest::isBelowGaussian) ? 1 : 0;
    }
    assertTrue(wrong <= 107, "wrong " + wrong);
  }

  /** The true curve at distance 1 is Phi(Phi^-1(1 - x) - 1), for scores of either sign. */
  private static boolean isBelowGaussian(CanaryEvidence.Point point) {
    double quantile = NORMAL.inverseSurvivalProbability(point.falseAlarms());
    return point.misses() < NORMAL.cumulativeProbability(quantile - 1);
  }

  @Test
  void scoresOfOppositeSignShowAsMuch() {
    SplittableRandom random = new SplittableRandom(3);
    boolean[] included = new boolean[2000];
    double[] scores = new double[2000];
    for (int i = 0; i < scores.length; i++) {
      included[i] = i % 2 == 0;
      scores[i] = random.nextGaussian() + (included[i] ? 2 : 0);
    }
    RepeatedRuns evidence = RepeatedRuns.everyThreshold(ADD, 1e-3, included, scores);
    double[] opposite = Arrays.stream(scores).map(score -> -score).toArray();
    RepeatedRuns turned = RepeatedRuns.everyThreshold(ADD, 1e-3, included, opposite);
    assertEquals(evidence.points(), turned.points());
    double mu = evidence.lowerBound(new Guarantee.Gaussian(1, ADD));
    assertTrue(mu > 1.5 && mu < 2, "mu " + mu);
    // The area of a Gaussian's curve at distance 2 is Phi(sqrt(2)) = 0.9214.
    double area = evidence.rocArea();
    assertTrue(area > 0.85 && area < 0.9214, "area " + area);
    assertEquals(area, turned.rocArea());
    for (int i = 1; i < evidence.points().size(); i++) {
      assertTrue(evidence.points().get(i).misses() < evidence.points().get(i - 1).misses());
      assertTrue(
          evidence.points().get(i).falseAlarms() > evidence.points().get(i - 1).falseAlarms());
    }
  }

  /** The areas under (0, 0), (0.1, 0.6), (0.4, 0.9), (1, 1), and of points on the diagonal. */
  @Test
  void areaIsThatOfTheConcaveHull() {
    CanaryEvidence.Point[] points = {
      new CanaryEvidence.Point(0.1, 0.4),
      new CanaryEvidence.Point(0.2, 0.35),
      new CanaryEvidence.Point(0.4, 0.1)
    };
    double area = 0.1 * 0.6 / 2 + 0.3 * (0.6 + 0.9) / 2 + 0.6 * 1.9 / 2;
    assertEquals(area, RankedThresholdsTest.area(points), 1e-9);
    assertEquals(0.5, RankedThresholdsTest.area(new CanaryEvidence.Point(0.3, 0.8)), 1e-9);
    assertEquals(0.5, RankedThresholdsTest.area());
  }

  private static double area(CanaryEvidence.Point... points) {
    return CanaryEvidence.rocArea(List.of(points));
  }

  @Test
  void verdictsNeedEnoughRuns() {
    assertEquals(Verdict.INCONCLUSIVE, separated(3, 0.01).verdict(new Guarantee.Pure(3, ADD)));
    assertEquals(Verdict.REFUTED, separated(1000, 0.01).verdict(new Guarantee.Pure(3, ADD)));
    assertFalse(separated(1000, 0.01).refutes(new Guarantee.Pure(9, ADD)));
    assertEquals(separated(50, 0.01).points(), separated(50, 0.01).perfect().points());
    assertEquals(
        List.of("28 thresholds among the scores share the error probability"),
        separated(100, 0.01).describe());
    // At 10 and 10 runs b is 0.05/32, both bounds are 0.4759, and the claim allows 0.4998.
    Guarantee small = new Guarantee.Pure(0.05, ADD);
    assertFalse(separated(9, 0.05).refutes(small));
    assertTrue(separated(10, 0.05).refutes(small));
    assertTrue(separated(9, 0.05).needed(small).contains("at least 20 runs"));
    RepeatedRuns.Count best = separated(9, 0.05).counts().get(0);
    assertThrows(
        IllegalArgumentException.class,
        () -> new RepeatedRuns(ADD, 0.05, RepeatedRuns.Thresholds.RANKED, List.of(best)));
    boolean[] coins = {true, false};
    assertThrows(
        IllegalArgumentException.class,
        () -> RepeatedRuns.everyThreshold(ADD, 0.05, coins, new double[] {1, Double.NaN}));
    assertThrows(
        IllegalArgumentException.class,
        () -> RepeatedRuns.everyThreshold(ADD, 0.05, new boolean[2], new double[] {1, 2}));
  }
}
