package org.assay.ledger.internal.papera;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Map;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.DrawnRatios;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.ReferenceGaussian;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.claim.Witness;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lemmas 2.6 and 2.7 against the normal law by a series, searches over coins, and sums. */
class ConversionFormulasTest {
  private static Judgement judged(String id) {
    LedgerClaim claim =
        ConversionLemmas.claims().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    return claim.judge().judge();
  }

  private static double root(Point p) {
    return Math.sqrt(-Math.log(p.get("δ")));
  }

  private static double introduction(Point p) {
    return 2 * p.get("ρ") * root(p);
  }

  private static double lemma(Point p) {
    return p.get("ρ") * p.get("ρ") / 2 + p.get("ρ") * Math.sqrt(2) * root(p);
  }

  private static double gaussian(Point p, double epsilon) {
    return ReferenceGaussian.delta(p.get("ρ"), epsilon) / p.get("δ");
  }

  /**
   * The least of {@code exp((α-1)(αρ²/2 - ε)) (1-1/α)^α/(α-1)} over α, by search over its
   * logarithm, which has one minimum.
   */
  private static double bestOrder(Point p, double epsilon) {
    double low = Math.log(1e-6);
    double high = Math.log(1e8);
    for (int i = 0; i < 200; i++) {
      double left = low + (high - low) / 3;
      double right = high - (high - low) / 3;
      boolean falls = logDelta(p, epsilon, left) > logDelta(p, epsilon, right);
      low = falls ? left : low;
      high = falls ? high : right;
    }
    return Math.exp(logDelta(p, epsilon, low)) / p.get("δ");
  }

  private static double logDelta(Point p, double epsilon, double logExcess) {
    double excess = Math.exp(logExcess);
    double order = 1 + excess;
    double rho = p.get("ρ");
    return excess * (order * rho * rho / 2 - epsilon)
        + order * Math.log(excess / order)
        - logExcess;
  }

  @Test
  void theIntroductionsEpsilonLeavesSoMuchOfDelta() {
    Judgement judged = judged("A-intro");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    DrawnRatios drawn = DrawnRatios.of(judged);
    drawn.atLeast(40, 1e-8, p -> gaussian(p, introduction(p)));
    drawn.atMost(40, 1e-6, p -> bestOrder(p, introduction(p)));
  }

  @Test
  void theLemmasEpsilonLeavesSoMuchOfDelta() {
    Judgement judged = judged("A-L2.6");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    DrawnRatios drawn = DrawnRatios.of(judged);
    drawn.atLeast(60, 1e-8, p -> gaussian(p, lemma(p)));
    drawn.atMost(60, 1e-6, p -> bestOrder(p, lemma(p)));
  }

  /** ρ above {@code √ln(1/δ)}, which is 1.5174 at δ = 0.1, is outside the printed assumption. */
  @Test
  void theIntroductionIsJudgedWhereItSpeaks() {
    Judgement judged = judged("A-intro");
    assertTrue(DrawnRatios.worst(judged).get("ρ") <= 1.5175, judged.ratioOf());
    assertTrue(
        judged.picture().orElseThrow().curves().get(0).x().stream().allMatch(rho -> rho <= 1.5175));
    assertTrue(DrawnRatios.worst(judged("A-L2.6")).get("ρ") > 1.5175);
  }

  /**
   * ln 1e5 = 11.51293: 2 √11.51293 = 6.78614, and 1/2 + √23.02585 = 5.29853. The Gaussian of mu 1
   * has delta 1e-5 at 4.3772, by the series.
   */
  @Test
  void numbersToldAtRhoOne() {
    String told = judged("A-intro").prose().explanation();
    assertTrue(told.contains("the claim is ε = 6.7861, the best conversion"), told);
    assertTrue(told.contains("the Gaussian itself has 4.3772."), told);
    assertTrue(judged("A-L2.6").prose().explanation().contains("the claim is ε = 5.2985, "));
    assertEquals(1e-5, ReferenceGaussian.delta(1, 4.3772), 1e-9);
    Point usual = new Point(Map.of("ρ", 1.0, "δ", 1e-5));
    assertEquals(1, bestOrder(usual, 4.7284), 1e-3);
    assertTrue(told.contains("best conversion over orders gives 4.7284 and"), told);
  }

  /** Half of the constant: the witness is a Gaussian's delta, computed twice. */
  @Test
  void theWitnessAgainstASmallerConstantIsTheGaussian() {
    Judgement judged = ConversionLemmas.introduction(1).judge().judge();
    Witness witness = judged.witness().orElseThrow();
    Point p = witness.parameters();
    double expected = ReferenceGaussian.delta(p.get("ρ"), introduction(p) / 2);
    assertEquals(1, witness.comparison().exact().lower() / expected, 1e-9);
    assertEquals(1, witness.recheck().exact().doubleValue() / expected, 1e-9);
    assertEquals(new BigDecimal(p.get("δ")), witness.recheck().claimed());
    assertEquals("a query that moves by ρ with noise N(0, 1)", witness.instance());
  }

  /**
   * Coins with heads p against q: the divergence allows the least q for a p, and the epsilon is
   * {@code ln((p-δ)/q)}; the best p by search.
   */
  private static double coins(double order, double divergence, double delta) {
    double best = 0;
    for (double log = Math.log(delta) + 1e-9; log < 0; log += 0.002) {
      best = Math.max(best, coin(log, order, divergence, delta));
    }
    return best;
  }

  private static double coin(double logP, double order, double divergence, double delta) {
    double low = -2000;
    double high = logP;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      boolean allowed = logMoment(logP, middle, order) <= (order - 1) * divergence;
      high = allowed ? middle : high;
      low = allowed ? low : middle;
    }
    return Math.log(Math.exp(logP) - delta) - high;
  }

  private static double logMoment(double logP, double logQ, double order) {
    double heads = order * logP + (1 - order) * logQ;
    double tails = order * Math.log(-Math.expm1(logP)) + (1 - order) * Math.log(-Math.expm1(logQ));
    double most = Math.max(heads, tails);
    return most + Math.log(Math.exp(heads - most) + Math.exp(tails - most));
  }

  @Tag("slow")
  @Test
  void oneOrderImpliesWhatTwoCoinsReach() {
    Judgement judged = judged("A-L2.6-order");
    Point worst = DrawnRatios.worst(judged);
    double divergence = worst.get("ε");
    double delta = worst.get("δ");
    var curve = judged.picture().orElseThrow().curves().get(0);
    for (int i = 0; i < curve.x().size(); i += 12) {
      double order = curve.x().get(i);
      double claimed = divergence - Math.log(delta) / (order - 1);
      double ratio = coins(order, divergence, delta) / claimed;
      assertEquals(ratio, curve.y().get(i), 2e-5, "order " + order);
    }
    assertEquals(500, worst.get("α"));
    assertEquals(coins(500, 10, 1e-12) / (10 + Math.log(1e12) / 499), judged.ratio().upper(), 2e-5);
  }

  private static double power(double p, double q, double order) {
    return Math.pow(p, order) * Math.pow(q, 1 - order);
  }

  private static double answers(double p, double order) {
    return Math.log(power(p, 1 - p, order) + power(1 - p, p, order)) / (order - 1);
  }

  /** All four pairs of answers, and the probability of each on both datasets. */
  private static void assertAdaptive(double order, double first, double yes, double no) {
    double moment =
        power(first * yes, (1 - first) * (1 - yes), order)
            + power(first * (1 - yes), (1 - first) * yes, order)
            + power((1 - first) * no, first * (1 - no), order)
            + power((1 - first) * (1 - no), first * no, order);
    Comparison compared =
        ConversionLemmas.adaptive(
            new Point(Map.of("α", order, "p", first, "p_yes", yes, "p_no", no)));
    assertEquals(Math.log(moment) / (order - 1), compared.exact().midpoint(), 1e-10);
    assertTrue(compared.exact().relativeWidth() < 1e-9);
    double claimed = answers(first, order) + Math.max(answers(yes, order), answers(no, order));
    assertEquals(claimed, compared.claimed().midpoint(), 1e-10);
    assertTrue(compared.obeys());
  }

  @Test
  void adaptiveAnswersTermByTerm() {
    assertAdaptive(2, 0.75, 0.9, 0.6);
    assertAdaptive(1.5, 0.6, 0.51, 0.99);
    assertAdaptive(7, 0.9, 0.75, 0.75);
    Judgement judged = judged("A-L2.7");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    assertEquals(1, judged.ratio().upper(), 1e-9);
  }
}
