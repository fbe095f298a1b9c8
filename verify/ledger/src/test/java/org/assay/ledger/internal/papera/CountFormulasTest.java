package org.assay.ledger.internal.papera;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import org.assay.ledger.internal.claim.DrawnRatios;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.claim.Witness;
import org.assay.ledger.internal.papera.PaperAClaims.AveragedIterates;
import org.junit.jupiter.api.Test;

/** Numbers of records by sums of ceilings, and of averages by the coefficients of every noise. */
class CountFormulasTest {
  private static final MathContext DIGITS = new MathContext(50);

  private static Judgement judged(String id) {
    return PaperAClaims.claims().stream()
        .filter(claim -> claim.id().equals(id))
        .findFirst()
        .map(LedgerClaim::judge)
        .orElseThrow()
        .judge();
  }

  /** {@code Σ ⌈√(squared d/k)/ρ⌉}, as a share of {@code T + √(bound d T)/ρ}. */
  private static double share(Point p, int squared, int bound) {
    BigDecimal rho = new BigDecimal(p.get("ρ"));
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 1; k <= p.whole("T"); k++) {
      BigDecimal size =
          BigDecimal.valueOf(squared)
              .multiply(new BigDecimal(p.get("d")))
              .divide(BigDecimal.valueOf(k), DIGITS)
              .sqrt(DIGITS)
              .divide(rho, DIGITS);
      sum = sum.add(size.setScale(0, RoundingMode.CEILING));
    }
    double allowed = p.get("T") + Math.sqrt(bound * p.get("d") * p.get("T")) / p.get("ρ");
    return sum.doubleValue() / allowed;
  }

  @Test
  void constantStepsNeedFewerRecordsThanStated() {
    Judgement judged = judged("A-T3.5n");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    DrawnRatios.of(judged).follow(50, 1e-12, p -> share(p, 4, 16));
  }

  /** T = 2, d = 1, ρ = 0.1: ⌈40√3⌉ + ⌈40√1.5⌉ = 70 + 49 records against 2 + 40√2 = 58.57. */
  @Test
  void decayingStepsNeedMore() {
    Judgement judged = judged("A-T3.6n");
    assertEquals(Verdict.REFUTED, judged.verdict());
    DrawnRatios.of(judged).follow(50, 1e-12, p -> share(p, 48, 16));
    Witness witness = judged.witness().orElseThrow();
    assertEquals(new Point(Map.of("T", 2.0, "d", 1.0, "ρ", 0.1)), witness.parameters());
    assertEquals(119, witness.recheck().exact().intValueExact());
    assertEquals(2 + 40 * Math.sqrt(2), witness.recheck().claimed().doubleValue(), 1e-12);
    assertEquals(2 + 40 * Math.sqrt(2), witness.comparison().claimed().midpoint(), 1e-12);
  }

  @Test
  void theProofsConstantIsEnough() {
    Judgement judged = RecordCounts.decaying(192).judge().judge();
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    DrawnRatios.of(judged).follow(50, 1e-12, p -> share(p, 48, 192));
    String correction = judged("A-T3.6n").correction();
    String range = "certified, at most 0.97683 of it";
    assertTrue(correction.endsWith(range), correction);
    assertEquals(0.97683, judged.ratio().upper(), 5e-6);
  }

  /**
   * Runs of n/log n records times 1/2, 1, 2, …: at n = 4 one run, of half of 4/2; at 65537, whose
   * logarithm is just above 16, five runs of 31/2 shares of a sixteenth.
   */
  @Test
  void runsOfTheReductionFit() {
    Judgement judged = judged("A-T5.1n");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    DrawnRatios.of(judged).follow(61, 1e-12, CountFormulasTest::used);
    assertEquals(0.25, judged.picture().orElseThrow().curves().get(0).y().get(0), 1e-12);
  }

  private static double used(Point p) {
    double log = Math.log(p.get("n")) / Math.log(2);
    double used = 0;
    double covered = 1;
    // 2^(2^r) is exact, so that the last run at n = 16 or 65536 is told from one too many.
    for (double share = 0.5; Math.pow(2, covered) < p.get("n"); share *= 2) {
      used += share;
      covered *= 2;
    }
    return used / log;
  }

  /** Everything of X_0 and of every noise that is in the average, step by step. */
  private static double squaredMuOfAverage(int steps, int kept) {
    double[] noise = new double[steps];
    double start = 0;
    for (int t = 0; t < steps; t++) {
      int since = t < kept ? 0 : t;
      start += t < kept ? 1.0 / steps : 0;
      for (int i = since; i <= t; i++) {
        noise[i] += 1.0 / steps;
      }
    }
    double variance = 0;
    for (double coefficient : noise) {
      variance += coefficient * coefficient / steps;
    }
    return 4 * start * start / variance;
  }

  /** The last iterate with identity maps: X_0 moves by 2, the noise of T steps has variance 1. */
  @Test
  void averagesLeakMoreThanTheLastIterate() {
    Judgement judged = judged("A-S6");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    var curve = judged.picture().orElseThrow().curves().get(0);
    for (int i = 0; i < curve.x().size() && curve.x().get(i) <= 1500; i++) {
      int steps = curve.x().get(i).intValue();
      int kept = (int) Math.rint(Math.sqrt(steps));
      double expected = 2 / Math.sqrt(squaredMuOfAverage(steps, kept));
      assertEquals(expected, curve.y().get(i), 1e-12, "T = " + steps);
    }
    assertEquals(2 / Math.sqrt(squaredMuOfAverage(8, 3)), judged.ratio().upper(), 1e-12);
  }

  @Test
  void numbersToldOfAverages() {
    String told = judged("A-S6").prose().explanation();
    assertEquals(84.211, squaredMuOfAverage(100, 10), 5e-4);
    assertEquals(1148.6, squaredMuOfAverage(10_000, 100), 0.05);
    assertTrue(told.contains("is 84.211 at T = 100 and 1148.6 at T = 10000: it grows"), told);
    assertTrue(told.contains("the last iterate stays at 4 with"), told);
  }

  @Test
  void theAttackedAverageKeepsItsStartForRootOfTSteps() {
    Releases releases =
        Releases.of(
            AveragedIterates.average(0.5).attack().check().orElseThrow().experiment().get(), 60);
    double mean = 32 / 1000.0;
    double deviation = 2 * mean / Math.sqrt(squaredMuOfAverage(1000, 32));
    assertEquals(mean, Math.abs(releases.leftMean()), 5 * deviation / Math.sqrt(60));
    assertEquals(deviation, releases.deviation(), deviation / 2);
  }
}
