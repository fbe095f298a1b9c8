package org.assay.ledger.internal.papere;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.run.Held;
import org.junit.jupiter.api.Test;

/** Norms, compositions and conversions of paper E, evaluated anew. */
class ArithmeticTest {
  private static final MathContext DIGITS = new MathContext(60);

  /** κ_+ = min(q-1, ln d - 1), κ = min(q-1, e²(ln d - 1)); (1, …, 1) has norm d^(1/r). */
  private static double norms(Point p) {
    double log = Math.log(p.get("d"));
    double index = Math.min(p.get("q") - 1, log - 1);
    double kappa = Math.min(p.get("q") - 1, Math.exp(2) * (log - 1));
    double excess = Math.pow(Math.pow(p.get("d"), 1 / index - 1 / p.get("q")), 2);
    return excess / (kappa / index);
  }

  /** With q = 1.1 ln d and the index ln d: e^(2 - 2/1.1)/((1.1 ln d - 1)/(ln d - 1)), d = 1e7. */
  @Test
  void smoothNormsOfThePrintedIndexAreTooLarge() {
    Judgement judged = Held.committed("E-S2");
    Held.exactly(judged, ArithmeticTest::norms, 1e-11);
    double log = Math.log(1e7);
    double above = Math.exp(2 - 2 / 1.1) / ((1.1 * log - 1) / (log - 1));
    assertEquals(1.0838, above, 5e-5);
    assertTrue(judged.prose().explanation().contains("by up to 1.0838 there"));
    Judgement larger = NormClaims.regularity(1.25).judge().judge();
    Point at = larger.witness().orElseThrow().parameters();
    double index = Math.min(at.get("q"), Math.log(at.get("d"))) - 0.75;
    double exact = Math.pow(at.get("d"), 2 / index - 2 / at.get("q"));
    assertEquals(exact, larger.witness().orElseThrow().recheck().exact().doubleValue(), 1e-9);
    assertEquals(exact, larger.witness().orElseThrow().comparison().exact().midpoint(), 1e-9);
  }

  /** k answers that are true with odds e^ε: all numbers of lies, and δ to reveal all in each. */
  private static double spent(Point p, double factor) {
    int k = p.whole("k");
    double epsilon = p.get("ε");
    double claimed =
        factor
            * (epsilon * Math.sqrt(-2 * k * Math.log(p.get("δ'")))
                + k * epsilon * Math.expm1(epsilon));
    double sum = 0;
    double logChoices = 0;
    for (int lies = 0; lies <= k; lies++) {
      double loss = (k - 2 * lies) * epsilon;
      double log = logChoices + (k - lies) * epsilon - k * Math.log1p(Math.exp(epsilon));
      sum += loss > claimed ? Math.exp(log) * -Math.expm1(claimed - loss) : 0;
      logChoices += Math.log((k - lies) / (lies + 1.0));
    }
    double revealed = -Math.expm1(k * Math.log1p(-p.get("δ")));
    return revealed + (1 - revealed) * sum;
  }

  private static double allowed(Point p) {
    return p.get("k") * p.get("δ") + p.get("δ'");
  }

  @Test
  void advancedCompositionAgainstAllNumbersOfLies() {
    Judgement judged = Held.committed("E-L2");
    Held.exactly(judged, p -> spent(p, 1) / allowed(p), 2e-3);
    Judgement half = CompositionClaims.lemma(0.5).judge().judge();
    Point at = half.witness().orElseThrow().parameters();
    assertEquals(
        1, half.witness().orElseThrow().recheck().exact().doubleValue() / spent(at, 0.5), 1e-7);
    assertEquals(
        1, half.witness().orElseThrow().comparison().exact().lower() / spent(at, 0.5), 0.05);
    assertEquals(
        allowed(at), half.witness().orElseThrow().comparison().claimed().midpoint(), 1e-18);
  }

  private static double applied(Point p) {
    double calls = Math.floor(p.get("n") / 2) + 1;
    double log = -Math.log(p.get("δ"));
    double each = p.get("ε") / Math.sqrt(p.get("n") * log);
    return each * Math.sqrt(2 * calls * log) + calls * each * Math.expm1(each);
  }

  @Test
  void compositionDoesNotGiveEpsilon() {
    Judgement judged = Held.committed("E-T3-proof");
    Held.exactly(judged, p -> applied(p) / p.get("ε"), 1e-11);
    Held.witness(judged, ArithmeticTest::applied, p -> p.get("ε"), 1e-12);
    Point odd = new Point(java.util.Map.of("n", 10_000.0, "ε", 1.0, "δ", 1e-6));
    assertEquals(1.0363, applied(odd), 5e-5);
    assertTrue(judged.prose().explanation().contains("δ = 1e-6 it is 1.0363"));
  }

  /** Over all orders: α²A/(α-1) + l/(α-1) with A = ε²/(4l). */
  private static double converted(Point p) {
    double log = -Math.log(p.get("δ"));
    double a = p.get("ε") * p.get("ε") / (4 * log);
    double low = -20;
    double high = 20;
    for (int i = 0; i < 200; i++) {
      double left = low + (high - low) / 3;
      double right = high - (high - low) / 3;
      boolean smaller = atOrder(left, a, log) < atOrder(right, a, log);
      low = smaller ? low : left;
      high = smaller ? right : high;
    }
    return atOrder(low, a, log);
  }

  private static double atOrder(double logExcess, double a, double log) {
    double excess = Math.exp(logExcess);
    return (a * (1 + excess) * (1 + excess) + log) / excess;
  }

  @Test
  void noOrderGivesEpsilon() {
    Judgement judged = Held.committed("E-P8b-proof");
    Held.exactly(judged, p -> converted(p) / p.get("ε"), 1e-10);
    Held.witness(judged, ArithmeticTest::converted, p -> p.get("ε"), 1e-10);
    Point usual = new Point(java.util.Map.of("ε", 1.0, "δ", 1e-6));
    assertEquals(1.0368, converted(usual), 5e-5);
    assertTrue(judged.prose().explanation().contains("δ = 1e-6 it is 1.0368"));
  }

  /** ακs²/(2 sigma²) against α²κs²/(2 sigma²(α-1)). */
  @Test
  void printedDivergenceIsLoose() {
    Held.exactly(Held.committed("E-C16-RDP"), p -> (p.get("α") - 1) / p.get("α"), 1e-11);
  }

  /** 2/√n records' share times 2 L1 times the step. */
  @Test
  void laterMeansMoveByFourSteps() {
    Held.exactly(Held.committed("E-T11-sensitivity"), p -> p.get("step/(ηM)"), 1e-14);
    Judgement half = FrankWolfeClaims.sensitivities(2).judge().judge();
    Held.witness(half, p -> 4 * p.get("step/(ηM)"), p -> 2, 1e-15);
  }

  /** η = ln(n/ln K)/n makes the second term 2 ln(n/ln K) in the unit L0 M/n. */
  @Test
  void firstScoresMoveByFour() {
    Judgement judged = Held.committed("E-L5");
    Held.exactly(
        judged, p -> 4 / Math.max(2, 2 * Math.log(p.get("n") / Math.log(p.get("K")))), 1e-12);
    Judgement larger = PolyhedralClaims.sensitivity(3).judge().judge();
    Held.witness(larger, p -> 4, p -> 3, 1e-14);
  }

  private static double range(Point p) {
    double decay = Math.pow(1 - p.get("η"), p.get("t"));
    double later = p.get("η") * p.get("n");
    return Math.max(4 * decay, 2 * later) / Math.max(decay, later);
  }

  @Test
  void choicesSpendTheirRangeOverTheScale() {
    Held.exactly(Held.committed("E-T3-choice"), p -> range(p) / 4, 1e-11);
    Judgement less = PolyhedralClaims.choice(1.5).judge().judge();
    Held.witness(less, p -> range(p) / 3, p -> 1, 1e-11);
  }

  @Test
  void constantsThatAreNotPrintedLeaveTheClaimOpen() {
    Judgement judged = Held.committed("E-P13");
    assertEquals(
        "constants: neither the proposition nor its proof prints a noise",
        judged.prose().missing());
    assertEquals(Double.POSITIVE_INFINITY, judged.ratio().upper());
  }

  /** The conversion's closed form 2A + 2√(A(A + l)) to 60 digits. */
  @Test
  void secondComputationOfTheConversion() {
    Judgement judged = Held.committed("E-P8b-proof");
    Point at = judged.witness().orElseThrow().parameters();
    BigDecimal epsilon = new BigDecimal(at.get("ε"));
    BigDecimal log = BigDecimalMath.log(new BigDecimal(at.get("δ")), DIGITS).negate();
    BigDecimal a = epsilon.pow(2).divide(log.multiply(new BigDecimal(4)), DIGITS);
    BigDecimal root = BigDecimalMath.sqrt(a.multiply(a.add(log)), DIGITS);
    Held.digits(judged, a.add(root).multiply(new BigDecimal(2)), epsilon);
  }
}
