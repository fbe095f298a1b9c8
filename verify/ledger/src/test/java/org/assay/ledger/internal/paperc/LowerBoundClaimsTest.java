package org.assay.ledger.internal.paperc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.paperc.LowerBoundClaims.DriftingWalks;
import org.assay.ledger.internal.run.Held;
import org.junit.jupiter.api.Test;

/** The lower bound by {@code doc-files/lower-bound.md}, evaluated anew. */
class LowerBoundClaimsTest {
  private static final MathContext DIGITS = new MathContext(60);

  private static double divergence(double room, double length, double time) {
    return new DriftingWalks(room, length, time).divergence().midpoint();
  }

  /** Tool (E) of that page: {@code ln(1/Q(E)) - (100/99) ln(1/P(E))}. */
  private static double event(double seen, double logThere) {
    return -logThere + 100.0 / 99 * Math.log(seen);
  }

  /** Of T ≥ T̄ at K = 750, W/J = 1000 the page says 0.01906 K - 1.07 at least. */
  @Test
  void afterBurnInTheWalksAreApart() {
    double missed = 751.0 / 750 * (0.75 / 750 + 0.75 * 1.265625 / 1000) / 0.0064;
    double expected = event(1 - missed, Math.log(2) - 0.25 * 0.07625 * 750);
    assertEquals(expected, divergence(750, 1000, 1), 1e-10);
    assertTrue(expected > 0.01906 * 750 - 1.07 && expected < 0.0191 * 750 - 1.06);
    double later = 751.0 / 750 * (0.75 / 4e4 + 0.75 * 1.265625 / 3000) / 0.0064;
    double there = event(1 - later, Math.log(2) - 0.25 * 0.07625 * 4e4);
    assertEquals(there, divergence(4e4, 3000, 7), 1e-9);
  }

  /** T = T̄/2, K = 1000: y = 375, qT = 750 at W/J = 2000. */
  @Test
  void driftingWalksBeforeThat() {
    double expected = event(1 - 25 * (1 / 375.0 + 1.265625 / 750), Math.log(2) - 375.0 / 16);
    assertEquals(expected, divergence(1000, 2000, 0.5), 1e-10);
  }

  /** T = T̄/4, K = 1e7: y = 1.875e6, above 1.2e6, and qT = 187.5 at W/J = 1000, above 100. */
  @Test
  void driftingWalksOfStrongSignalsWithManyHits() {
    double y = 1.875e6;
    double expected = event(1 - 25 * (1 / y + 1.265625 / 187.5), Math.log(2) - y / 16);
    assertEquals(1, divergence(1e7, 1000, 0.25) / expected, 1e-12);
  }

  /** T = T̄/1000, K = 1e10: y = 7.5e6 and qT = 0.75 at W/J = 1000. */
  @Test
  void fewHitsOfStrongSignals() {
    double r = 7.5e6 / (0.75 * 0.75);
    double seen = (1 - 2 * Math.exp(-r / 32)) * (1 - Math.exp(-0.75));
    double expected = event(seen, Math.log(1.5) - 0.28125 * r);
    assertEquals(1, divergence(1e10, 1000, 1e-3) / expected, 1e-12);
  }

  /** T = T̄/4, K = 6.4e6: y = 1.2e6, the last signal that is small; and T = 1e-6 T̄, K = 1000. */
  @Test
  void smallSignalsShowInTheMeans() {
    assertEquals(Math.log1p(0.25 * 1.2e6), divergence(6.4e6, 1000, 0.25), 1e-9);
    assertEquals(1, divergence(1000, 1e6, 1e-6) / Math.log1p(0.25 * 7.5e-4), 1e-9);
  }

  @Test
  void eventsThatMayNeverBeSeenProveNothing() {
    assertEquals(0, divergence(750, 10, 1));
  }

  /** The worst of the searched points: 10⁻⁵ y over the page's bound. */
  @Test
  void theoremIsWithinItsProof() {
    Judgement judged = Held.committed("C-T4.1");
    assertEquals(0.61771, judged.ratio().upper(), 1e-5);
    assertTrue(judged.prose().explanation().endsWith("at most 0.61772 of what is proved."));
    assertEquals(
        "the printed proof denies levels up to 0.0535 only (C-T4.1-proof)",
        judged.prose().missing());
  }

  private static double levelOfProof(Point p) {
    return 1e-7 * 100 * 0.5625 / (1e-3 * p.get("sigma²/sigma_max²"));
  }

  /** 1e-7 · 100 · 0.75²/(1e-3 · 0.01) = 0.5625 against 0.1 - ln(100)/99 = 0.05348. */
  @Test
  void proofDeniesLessThanItsLevel() {
    Judgement judged = Held.committed("C-T4.1-proof");
    double shown = 0.1 - Math.log(100) / 99;
    Held.exactly(judged, p -> levelOfProof(p) / shown, 1e-12);
    assertEquals(0.01, judged.witness().orElseThrow().parameters().get("sigma²/sigma_max²"));
    BigDecimal square = exact(1e-7).multiply(exact(56.25));
    Held.digits(
        judged,
        square.divide(exact(1e-3).multiply(exact(0.01)), DIGITS),
        exact(0.1).subtract(BigDecimalMath.log(exact(100), DIGITS).divide(exact(99), DIGITS)));
    assertTrue(judged.prose().explanation().contains("it is 0.005625 at the largest noise"));
    assertTrue(judged.prose().explanation().contains("sigma² from 0.10517 times the largest on"));
  }

  private static BigDecimal exact(double value) {
    return new BigDecimal(value);
  }

  /** T = 0.75 · 1000 n T/T̄. */
  private static double steps(Point p) {
    return 750 * p.get("n") * p.get("T/T̄");
  }

  /** {@code T ln(1/(1-q)) + W²/(8(T-1)) + 1.5 ln T + 3.5} for W = 1000 J. */
  private static double cost(Point p) {
    double width = 1000 * p.get("L/(b sigma)");
    return -steps(p) * Math.log1p(-1 / p.get("n"))
        + width * width / (8 * (steps(p) - 1))
        + 1.5 * Math.log(steps(p))
        + 3.5;
  }

  /** {@code 7.5e-6 W q J}. */
  private static double zerosLevel(Point p) {
    return 7.5e-3 * Math.pow(p.get("L/(b sigma)"), 2) / p.get("n");
  }

  @Test
  void zeroLossesCannotProveTheBound() {
    Judgement judged = Held.committed("C-T4.1-zeros");
    Held.exactly(judged, p -> zerosLevel(p) / cost(p), 1e-11);
    Held.witness(judged, LowerBoundClaimsTest::zerosLevel, LowerBoundClaimsTest::cost, 1e-11);
    Point at = judged.witness().orElseThrow().parameters();
    BigDecimal steps = exact(steps(at));
    BigDecimal width = exact(at.get("L/(b sigma)")).multiply(exact(1000));
    BigDecimal never = BigDecimalMath.log(exact(2), DIGITS).multiply(steps);
    BigDecimal across =
        width.pow(2).divide(steps.subtract(BigDecimal.ONE).multiply(exact(8)), DIGITS);
    BigDecimal log = BigDecimalMath.log(steps, DIGITS).multiply(exact(1.5));
    assertEquals(2, at.get("n"));
    Held.digits(
        judged,
        exact(1e-7)
            .multiply(exact(75_000))
            .multiply(exact(at.get("L/(b sigma)")).pow(2))
            .divide(exact(2), DIGITS),
        never.add(across).add(log).add(exact(3.5)));
  }

  /** What is left out of the search: noise above the allowed one, and walks that never cross. */
  @Test
  void zeroLossesAreJudgedWhereTheAssumptionsHold() {
    Judgement judged = Held.committed("C-T4.1-zeros");
    for (double time : judged.picture().orElseThrow().curves().get(0).x()) {
      Point at = judged.witness().orElseThrow().parameters().with("T/T̄", time);
      double width = 1000 * at.get("L/(b sigma)");
      assertTrue(width * width / (4 * steps(at)) >= Math.log(2 * steps(at)));
    }
  }
}
