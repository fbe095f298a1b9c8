package org.assay.ledger.internal.paperd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.paperd.SpiderClaims.SpiderDirection;
import org.junit.jupiter.api.Test;

/** Verdicts follow the constants, and numbers of hand computations come back. */
class PaperDClaimsTest {
  private static Judgement judged(LedgerClaim claim) {
    return claim.judge().judge();
  }

  /** A calculation apart from this code: n = 1e4, ρ = 0.5 has D_2 = 2.0000 against 2ρ = 1. */
  @Test
  void spiderIsOf225AndNotOfOne() {
    assertEquals(2, new SpiderDirection(1e4, 0.5).order2().lower(), 0.03);
    assertEquals(Verdict.REFUTED, judged(SpiderClaims.theorem(1)).verdict());
    assertEquals(Verdict.CERTIFIED, judged(SpiderClaims.theorem(2.26)).verdict());
  }

  /** The proof in {@code kl/doc-files/kl-privacy.md}: between 2ρ + ρ/8 and 2ρ + ρ/4. */
  @Test
  void measurementsOfSpiderCostMoreThanTwice() {
    Judgement printed = judged(SpiderTranscript.lemma(2));
    assertEquals(Verdict.REFUTED, printed.verdict());
    assertEquals(2.125 / 2, printed.ratio().lower(), 1e-3);
    assertEquals(Verdict.CERTIFIED, judged(SpiderTranscript.lemma(2.25)).verdict());
  }

  @Test
  void releasedPointOfSpiderCostsMoreThanTwiceToo() {
    Judgement printed = judged(SpiderOutput.lemma(2));
    assertEquals(Verdict.REFUTED, printed.verdict());
    assertTrue(printed.ratio().lower() < 1.0625);
    assertEquals(Verdict.CERTIFIED, judged(SpiderOutput.lemma(2.125)).verdict());
  }

  @Test
  void stepsOfTheProofAreGaussianMechanisms() {
    assertEquals(2, judged(SpiderClaims.fullGradients(1)).ratio().midpoint(), 1e-12);
    assertEquals(Verdict.CERTIFIED, judged(SpiderClaims.fullGradients(1.4143)).verdict());
    assertEquals(Verdict.REFUTED, judged(SpiderClaims.differences(0.35)).verdict());
    assertEquals(Verdict.UNDECIDED, judged(SolverClaims.theorem9(0.7)).verdict());
  }

  /** An independent calculation found 1.453 of the claim with d = 1e6; the limit is 3/2. */
  @Test
  void adaptiveDescentCostsThreeHalves() {
    Judgement printed = judged(AdaptiveTheorem.theorem(1));
    assertEquals(Verdict.REFUTED, printed.verdict());
    assertTrue(printed.ratio().lower() > 1.48 && printed.ratio().lower() < 1.5);
    assertEquals(Verdict.CERTIFIED, judged(AdaptiveTheorem.theorem(1.501)).verdict());
  }

  @Test
  void booksOfAdaptiveDescentAreHalfOfWhatIsSpent() {
    assertEquals(2, judged(AdaptiveTheorem.step(1)).ratio().midpoint(), 1e-12);
    assertEquals(Verdict.REFUTED, judged(AdaptiveTheorem.total(1)).verdict());
    assertEquals(Verdict.CERTIFIED, judged(AdaptiveTheorem.total(1.2)).verdict());
    assertEquals(Verdict.CERTIFIED, judged(AdaptiveListing.stops(0.5)).verdict());
  }

  @Test
  void selectionIsOfTwiceTheRange() {
    assertEquals(Verdict.REFUTED, judged(SelectionClaims.pure(1)).verdict());
    assertEquals(Verdict.CERTIFIED, judged(SelectionClaims.pure(2)).verdict());
    assertEquals(Verdict.CERTIFIED_AFTER_REPAIR, judged(SelectionClaims.theorem(2)).verdict());
    assertEquals(Verdict.REFUTED_AS_PRINTED, judged(SelectionClaims.theorem(1.9)).verdict());
  }
}
