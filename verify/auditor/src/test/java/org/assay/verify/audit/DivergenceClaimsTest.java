package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims about divergences, true ones on their boundary and false ones. */
class DivergenceClaimsTest {
  private static final Guarantee CONCENTRATED =
      new Guarantee.ZeroConcentrated(0.5, Mechanisms.ADJACENCY);
  private static final double[] HEADS = {0.5, 0.25, 0.125, 0.0625, 0.03125, 0.03125};
  private static final double[] TAILS = {
    0.875, 0.09375, 0.015625, 0.0078125, 0.00390625, 0.00390625
  };

  /**
   * Bets on events alone take 137,000 runs in the median of 20 seeds. The seeds are fixed, so the
   * test cannot fail by chance.
   */
  @Test
  void missingNoiseIsSeenByTheWholeRatio() {
    for (long seed = 0; seed < 2; seed++) {
      AuditReport report = audit(CONCENTRATED, Mechanisms.gaussian(1, 0.8), seed, 20_000, 1e-3);
      assertEquals(Verdict.REFUTED, report.verdict(), "seed " + seed);
      assertTrue(report.witness().isPresent(), "an event to show");
    }
  }

  @Test
  @Tag("slow")
  void medianRunsOfTwentySeeds() {
    long[] runs =
        LongStream.range(0, 20)
            .map(
                seed -> audit(CONCENTRATED, Mechanisms.gaussian(1, 0.8), seed, 30_000, 1e-3).runs())
            .sorted()
            .toArray();
    assertTrue(runs[10] <= 7_500 && runs[19] < 30_000, Arrays.toString(runs));
  }

  @Test
  void theBoundRisesByTheSameBets() {
    AuditReport report =
        Auditor.of(CONCENTRATED)
            .maximumRuns(20_000)
            .untilBudgetEnds()
            .audit(Mechanisms.gaussian(1, 0.8), Mechanisms.pairs());
    double truth = 0.5 / 0.64;
    double bound = report.lowerBound().value();
    assertTrue(bound > 0.5 && bound <= truth, "bound " + bound);
  }

  /**
   * Audits of claims that hold with equality at error probability 0.05. The number of refutations
   * lies above the quantile with probability at most 5e-7, and so does that of wrong bounds.
   */
  @Tag("slow")
  @Test
  void trueClaimsAreLeftAlone() {
    leaveAlone(24, 1_000);
  }

  @Test
  @Tag("slow")
  void trueClaimsAreLeftAloneManyTimes() {
    leaveAlone(200, 3_000);
  }

  private static void leaveAlone(int seeds, int runs) {
    double probability = 0.05;
    Guarantee levels = new Guarantee.Renyi(divergences(), Mechanisms.ADJACENCY);
    int refuted = 0;
    int wrong = 0;
    for (long seed = 0; seed < seeds; seed++) {
      boolean gaussian = seed % 2 == 0;
      AuditReport report =
          gaussian
              ? audit(CONCENTRATED, Mechanisms.gaussian(1, 1), seed, runs, probability)
              : audit(levels, levels(), seed, runs, probability);
      double truth = gaussian ? 0.5 : 1;
      refuted += report.verdict() == Verdict.REFUTED ? 1 : 0;
      wrong +=
          report.lowerBound().trajectory().stream().anyMatch(rise -> rise.value() > truth) ? 1 : 0;
    }
    int limit = BinomialDistribution.of(seeds, probability).inverseSurvivalProbability(5e-7);
    assertTrue(refuted <= limit, refuted + " refuted");
    assertTrue(wrong <= limit, wrong + " bounds above the truth");
  }

  /** The divergences of both orders of the laws, the larger one, at orders 2 and 4; rounded up. */
  private static NavigableMap<Double, Double> divergences() {
    NavigableMap<Double, Double> bounds = new TreeMap<>(Map.of(2.0, 0.0, 4.0, 0.0));
    bounds.replaceAll(
        (order, zero) ->
            Math.max(divergence(order, HEADS, TAILS), divergence(order, TAILS, HEADS)) + 1e-12);
    return bounds;
  }

  private static double divergence(double order, double[] p, double[] q) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += Math.pow(p[i], order) * Math.pow(q[i], 1 - order);
    }
    return Math.log(sum) / (order - 1);
  }

  private static Mechanism<Double> levels() {
    return (d, random) -> {
      double rest = random.nextDouble();
      int level = 0;
      for (double mass : d == 1 ? HEADS : TAILS) {
        rest -= mass;
        level += rest >= 0 ? 1 : 0;
      }
      return Outcome.of(level);
    };
  }

  @Tag("slow")
  @Test
  void threadsAndInterruptionsChangeNothing(@TempDir Path directory) {
    Mechanism<Double> mechanism = Mechanisms.gaussian(1, 0.8);
    Auditor auditor = Auditor.of(CONCENTRATED).seed(3).maximumRuns(6_000).untilBudgetEnds();
    AuditReport whole = auditor.audit(mechanism, Mechanisms.pairs()).withoutTiming();
    AuditReport threads = auditor.threads(2).audit(mechanism, Mechanisms.pairs()).withoutTiming();
    assertEquals(whole, threads);
    Path file = directory.resolve("audit.journal");
    interruptAfter(1_000, auditor.checkpoint(file), mechanism);
    AuditReport resumed = auditor.checkpoint(file).audit(mechanism, Mechanisms.pairs());
    assertEquals(whole, resumed.withoutTiming());
    AuditReport replayed = auditor.checkpoint(file).audit(mechanism, Mechanisms.pairs());
    assertEquals(whole, replayed.withoutTiming());
  }

  private static void interruptAfter(long runs, Auditor auditor, Mechanism<Double> mechanism) {
    AuditReport cut =
        auditor
            .progress(
                checkpoint -> {
                  if (checkpoint.runs() >= runs) {
                    Thread.currentThread().interrupt();
                  }
                })
            .audit(mechanism, Mechanisms.pairs());
    assertTrue(Thread.interrupted());
    assertTrue(cut.runs() >= runs && cut.runs() < 2 * runs, "runs " + cut.runs());
  }

  private static AuditReport audit(
      Guarantee claim, Mechanism<Double> mechanism, long seed, long runs, double probability) {
    return Auditor.of(claim)
        .errorProbability(probability)
        .seed(seed)
        .maximumRuns(runs)
        .audit(mechanism, Mechanisms.pairs());
  }
}
