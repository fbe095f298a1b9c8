package org.assay.ledger.internal.papera;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.internal.claim.DrawnRatios;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.claim.Witness;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The schedules of Snowball-SGD by Theorem 3.1's formula, batch by batch. */
class SnowballFormulasTest {
  private static final MathContext DIGITS = new MathContext(50);

  private static Judgement judged(String id) {
    return PaperAClaims.claims().stream()
        .filter(claim -> claim.id().equals(id))
        .findFirst()
        .map(LedgerClaim::judge)
        .orElseThrow()
        .judge();
  }

  /** {@code ⌈√(squared d)/(√(k^power) ρ)⌉}. */
  private static double batch(int squared, Point p, int left, int power) {
    BigDecimal divisor = BigDecimal.valueOf(left).pow(power);
    return BigDecimal.valueOf(squared)
        .multiply(new BigDecimal(p.get("d")))
        .divide(divisor, DIGITS)
        .sqrt(DIGITS)
        .divide(new BigDecimal(p.get("ρ")), DIGITS)
        .setScale(0, RoundingMode.CEILING)
        .doubleValue();
  }

  /** The largest {@code 2η/(B √(Σ η²/d))} over ρ, k counted from the last step. */
  private static double theorem(Point p, IntToDoubleFunction size, int squared, int power) {
    double after = 0;
    double largest = 0;
    for (int left = 1; left <= p.whole("T"); left++) {
      double eta = size.applyAsDouble(left);
      after += eta * eta / p.get("d");
      double batch = batch(squared, p, left, power);
      largest = Math.max(largest, 2 * eta / (batch * Math.sqrt(after)));
    }
    return largest / p.get("ρ");
  }

  /**
   * Definition 3.3: the size is halved when half of the steps are over, when half of the rest are,
   * and so on, at most ⌈log2 T⌉ times; with T_i = ⌈2^-i T⌉ the i-th part is from T - T_i + 1 to T -
   * T_(i+1).
   */
  private static double decaying(int steps, int left) {
    double size = 1;
    for (int rest = 2; left <= Math.ceil(steps / (double) rest) && rest < 2 * steps; rest *= 2) {
      size /= 2;
    }
    return size;
  }

  /**
   * What linear losses with a quadratic part attain on the line: the longest step's mean over the
   * deviation of all noise, both shrunk by every later step; intervals lose a little of it.
   */
  private static double linear(Point p, IntToDoubleFunction size, int squared, double lambda) {
    double kept = 1;
    double variance = 0;
    double mean = 0;
    for (int left = 1; left <= p.whole("T"); left++) {
      double eta = size.applyAsDouble(left);
      variance += eta * eta * kept * kept / p.get("d");
      mean = Math.max(mean, eta * kept / batch(squared, p, left, 1));
      kept *= Math.abs(1 - eta * lambda);
    }
    return 2 * mean / Math.sqrt(variance) / p.get("ρ");
  }

  private static void assertNearly(double attained, Judgement judged) {
    double lower = judged.ratio().lower();
    assertTrue(lower <= attained && lower >= 0.995 * attained, () -> lower + " " + attained);
  }

  @Tag("slow")
  @Test
  void lowerBoundsAreThoseOfLinearLosses() {
    Judgement constant = judged("A-T3.5");
    assertNearly(linear(DrawnRatios.worst(constant), k -> 1, 4, 0), constant);
    Judgement decaying = judged("A-T3.6");
    Point p = DrawnRatios.worst(decaying);
    assertNearly(linear(p, k -> decaying(p.whole("T"), k), 48, 0), decaying);
    Judgement convex = judged("A-T5.4");
    Point q = DrawnRatios.worst(convex);
    // The quadratic part makes L 3/2, and with it the noise; the slope stays 1.
    double eta = 2 * Math.log(q.get("T")) / q.get("T");
    double shrunk = linear(q, k -> eta, 4, 1) / 1.5;
    assertNearly(shrunk, convex);
  }

  @Test
  void constantStepsSpendTheTheorem() {
    Judgement judged = judged("A-T3.5");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    DrawnRatios.of(judged).atMost(61, 1e-9, p -> theorem(p, k -> 1, 4, 1));
    double worst = theorem(DrawnRatios.worst(judged), k -> 1, 4, 1);
    assertTrue(judged.ratio().upper() >= worst * (1 - 1e-9), judged.ratioOf());
  }

  @Test
  void stronglyConvexStepsSpendTheTheorem() {
    Judgement judged = judged("A-T5.4");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    DrawnRatios.of(judged).atMost(61, 1e-9, p -> theorem(p, k -> 1, 4, 1));
  }

  @Test
  void decayingStepsSpendLess() {
    Judgement judged = judged("A-T3.6");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    DrawnRatios.of(judged).atMost(61, 1e-9, p -> theorem(p, k -> decaying(p.whole("T"), k), 48, 1));
  }

  @Tag("slow")
  @Test
  void theTypesetBatchesOfDecayingStepsAreTooSmall() {
    Judgement judged = judged("A-T3.6-literal");
    assertEquals(Verdict.REFUTED_AS_PRINTED, judged.verdict());
    DrawnRatios.of(judged).atMost(55, 1e-9, p -> theorem(p, k -> decaying(p.whole("T"), k), 48, 2));
    Witness witness = judged.witness().orElseThrow();
    assertTrue(witness.recheck().exact().doubleValue() > 2 * witness.parameters().get("ρ"));
    assertEquals(9, witness.recheck().digits());
  }

  /** T = 9, d = 1e6, ρ = 0.1: the first batch is ⌈2000/(9 · 0.1)⌉ = 2223, so 2000/(3 · 2223). */
  @Tag("slow")
  @Test
  void theTypesetBatchesOfConvexStepsAreTooSmall() {
    Judgement judged = judged("A-T5.4-literal");
    assertEquals(Verdict.REFUTED_AS_PRINTED, judged.verdict());
    DrawnRatios.of(judged).atMost(61, 1e-6, p -> theorem(p, k -> 1, 4, 2));
    Witness witness = judged.witness().orElseThrow();
    assertEquals(new Point(Map.of("T", 9.0, "d", 1e6, "ρ", 0.1)), witness.parameters());
    assertEquals(2000 / (3 * 2223.0), witness.comparison().exact().upper(), 1e-9);
    assertTrue(judged.prose().explanation().contains("[0.22477, 0.2999]"));
  }

  /** ρ = 1, that is 1/2-concentrated, on all records of the schedule, one of which changes. */
  @Test
  void attacksRunTheTypesetSchedules() {
    EmpiricalCheck decaying = LiteralSchedules.decaying(1).attack().check().orElseThrow();
    assertEquals(
        new Guarantee.ZeroConcentrated(0.5, AdjacencyRelation.REPLACE_ONE),
        decaying.experiment().get().claim());
    Point p = new Point(Map.of("d", 100.0, "ρ", 1.0));
    int records = 0;
    for (int left = 1; left <= 100; left++) {
      records += (int) batch(48, p, left, 2);
    }
    String pair = decaying.experiment().get().pair().description();
    assertTrue(pair.startsWith("record 0 of " + records + " has a slope"), pair);
    EmpiricalCheck convex = LiteralSchedules.stronglyConvex(1).attack().check().orElseThrow();
    assertEquals(4054, convex.seed());
    assertEquals(
        new Guarantee.ZeroConcentrated(0.5, AdjacencyRelation.REPLACE_ONE),
        convex.experiment().get().claim());
  }
}
