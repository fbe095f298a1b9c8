package org.assay.ledger.internal.papera;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.DrawnRatios;
import org.assay.ledger.internal.claim.EmpiricalCheck.Experiment;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Recheck;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.claim.Witness;
import org.junit.jupiter.api.Test;

/** Amplification by iteration on schedules short enough to allocate shifts by hand. */
class IterationFormulasTest {
  private static LedgerClaim claim(String id) {
    return IterationTheorems.claims().stream()
        .filter(c -> c.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** Two Gaussians a distance 1 apart: {@code α/(2 sigma²)}, which is 1 at α = 2, sigma = 1. */
  @Test
  void oneStepThatAbsorbsNothingLeaks() {
    Judgement judged = claim("A-T2.13").judge().judge();
    assertEquals(Verdict.REFUTED_AS_PRINTED, judged.verdict());
    Witness witness = judged.witness().orElseThrow();
    assertEquals(new Point(Map.of("sigma", 1.0, "α", 2.0)), witness.parameters());
    assertEquals(1, witness.comparison().exact().midpoint(), 1e-15);
    assertEquals(0, witness.comparison().claimed().upper());
    assertEquals(1, witness.recheck().exact().doubleValue(), 1e-15);
    assertEquals(0, witness.recheck().claimed().signum());
    assertEquals(Double.POSITIVE_INFINITY, judged.ratio().lower());
    assertEquals("add the condition z_T = 0 (see A-T2.13-end)", judged.correction());
    assertTrue(judged.prose().explanation().endsWith("one step with shift 1 leaks 1."));
  }

  /** The attack runs one step of slope ±1 with noise 1, and the claim is that nothing leaks. */
  @Test
  void theAttackIsOnAClaimOfNothing() {
    Experiment<?> experiment = claim("A-T2.13").attack().check().orElseThrow().experiment().get();
    assertEquals(new Guarantee.Pure(0, AdjacencyRelation.REPLACE_ONE), experiment.claim());
    Releases releases = Releases.of(experiment, 2000);
    assertEquals(1, Math.abs(releases.leftMean()), 0.1);
    assertEquals(-releases.leftMean(), releases.rightMean(), 0.15);
    assertEquals(1, releases.deviation(), 0.06);
  }

  private static Comparison translations(int steps, double shifts, double noise) {
    return IterationTheorems.translations(
        new Point(Map.of("T", (double) steps, "growth of s", shifts, "growth of sigma", noise)));
  }

  /**
   * Shifts 1, 2 and noise 1, 1: half of 3 in the first step would be more than has accumulated, so
   * the cheapest is 1 and 2, which costs 1 + 4; two translations by 3 in all have 9/2.
   *
   * <p>Shifts 1, 1/2 and noise 1, 1: 3/4 in each step is allowed and costs 9/8, as the translations
   * do. Shifts 1, 2 and noise 1, 2: proportional to variances 1, 4 would be 3/5, 12/5, which is
   * allowed and costs 9/5.
   */
  @Test
  void cheapestAllocationsOfTwoSteps() {
    assertCosts(4.5, 5, translations(2, 2, 1));
    assertCosts(9 / 8.0, 9 / 8.0, translations(2, 0.5, 1));
    assertCosts(9 / 5.0, 9 / 5.0, translations(2, 2, 2));
  }

  /**
   * Shifts 1, 2, 4 and noise 1, 1/2, 1/4, so variances 1, 1/4, 1/16: accumulated shifts 1, 3, 7
   * over variances 1, 5/4, 21/16 rise ever more steeply, so each step pays for itself: 1 + 4·4 +
   * 16·16. All translations together: 49 · 16/21.
   */
  @Test
  void noShiftCanWaitForLessNoise() {
    assertCosts(49 * 16 / 21.0, 273, translations(3, 2, 0.5));
  }

  private static void assertCosts(double exact, double claimed, Comparison compared) {
    assertEquals(exact, compared.exact().midpoint(), 1e-12 * exact);
    assertEquals(claimed, compared.claimed().midpoint(), 1e-9 * claimed);
    assertTrue(compared.obeys());
  }

  @Test
  void translationsNeverCostMore() {
    Judgement judged = claim("A-T2.13-end").judge().judge();
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    DrawnRatios.of(judged).follow(31, 1e-9, p -> 1);
  }

  private static Point shift(int steps, double place, double noise) {
    return new Point(Map.of("T", (double) steps, "t/T", place, "growth of sigma", noise));
  }

  /**
   * T = 4, noise 1, 2, 4, 8: a shift in step ⌊0.5·4⌋, counted from 0, has variances 16 + 64 after
   * it, and so 1/80; one in step 0 has 1 + 4 + 16 + 64 and 1/85; 0.99 is the last step, 1/64.
   */
  @Test
  void oneShiftIsPaidByAllNoiseFromItsStepOn() {
    assertShift(1 / 80.0, shift(4, 0.5, 2));
    assertShift(1 / 85.0, shift(4, 0, 2));
    assertShift(1 / 84.0, shift(4, 0.25, 2));
    assertShift(1 / 64.0, shift(4, 0.99, 2));
    assertShift(1 / 84.0, shift(4, 0.49, 2));
    assertShift(1, shift(1, 0.99, 0.5));
  }

  private static void assertShift(double expected, Point p) {
    Comparison compared = IterationTheorems.shiftAt(p, 0.75);
    assertEquals(expected, compared.exact().lower(), 1e-13 * expected);
    assertEquals(expected, compared.exact().upper(), 1e-9 * expected);
    assertEquals(0.75 * expected, compared.claimed().midpoint(), 1e-13 * expected);
    Recheck recheck = IterationTheorems.recheck(p, 0.75);
    assertEquals(expected, recheck.exact().doubleValue(), 1e-15 * expected);
    assertEquals(0.75 * expected, recheck.claimed().doubleValue(), 1e-15 * expected);
    assertTrue(recheck.confirms());
    assertFalse(IterationTheorems.recheck(p, 1).confirms());
  }

  @Test
  void halfOfTheBoundIsRefutedByTwo() {
    Judgement judged = IterationTheorems.oneShift(0.5).judge().judge();
    assertEquals(Verdict.REFUTED, judged.verdict());
    assertEquals(2, judged.ratio().lower(), 1e-12);
    DrawnRatios.of(claim("A-C2.14").judge().judge()).follow(31, 1e-9, p -> 1);
  }

  @Test
  void powersBeginAtOne() {
    assertEquals(1, IterationTheorems.powers(3, 3)[0]);
    assertEquals(9, IterationTheorems.powers(3, 3)[2]);
    assertEquals(3, IterationTheorems.powers(3, 3).length);
  }
}
