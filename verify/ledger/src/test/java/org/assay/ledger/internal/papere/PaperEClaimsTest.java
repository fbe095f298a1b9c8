package org.assay.ledger.internal.papere;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.papere.MirrorClaims.DrawnStep;
import org.junit.jupiter.api.Test;

/** Verdicts follow the constants, and numbers of independent computations come back. */
class PaperEClaimsTest {
  private static Judgement judged(LedgerClaim claim) {
    return claim.judge().judge();
  }

  /** A calculation apart from this code: ε = 10, δ = 1e-5 has 2.88e-5, and 4.6 to 6.05 are safe. */
  @Test
  void propositionHoldsUpToAboutFive() {
    Judgement printed = judged(GeneralizedGaussianClaims.mechanism(2));
    assertEquals(Verdict.CERTIFIED_IN_RANGE, printed.verdict());
    assertTrue(printed.range().startsWith("ε up to 4.6"), printed.range());
    assertEquals(Verdict.REFUTED, judged(GeneralizedGaussianClaims.mechanism(1)).verdict());
  }

  @Test
  void proofOfThePropositionFallsShort() {
    assertEquals(Verdict.REFUTED, judged(GeneralizedGaussianClaims.proof(1)).verdict());
    assertEquals(Verdict.CERTIFIED, judged(GeneralizedGaussianClaims.proof(2)).verdict());
    assertEquals(Verdict.REFUTED, judged(CompositionClaims.application(1)).verdict());
    assertEquals(Verdict.CERTIFIED, judged(CompositionClaims.application(3)).verdict());
  }

  @Test
  void advancedCompositionIsNotFarFromNecessary() {
    assertEquals(Verdict.REFUTED, judged(CompositionClaims.lemma(0.5)).verdict());
  }

  @Test
  void sensitivitiesOfFrankWolfe() {
    assertEquals(Verdict.REFUTED, judged(PolyhedralClaims.sensitivity(2)).verdict());
    assertEquals(Verdict.CERTIFIED, judged(PolyhedralClaims.sensitivity(4)).verdict());
    assertEquals(Verdict.REFUTED, judged(FrankWolfeClaims.sensitivities(2)).verdict());
  }

  /** A calculation apart from this code, n = 1000, m = 353.6, ε = 1, δ = 1e-6: 1.38e-5. */
  @Test
  void oneMirrorStepSpendsMore() {
    Enclosure mu =
        Enclosure.exact(16 * 0.3536)
            .dividedBy(Enclosure.exact(1e-6).log().negate().times(16).sqrt());
    Enclosure delta = new DrawnStep(1000, 354).delta(mu, 1);
    assertEquals(1.38e-5, delta.midpoint(), 3e-7);
    assertTrue(delta.relativeWidth() < 1e-5);
    assertEquals(Verdict.CERTIFIED, judged(MirrorClaims.literal(10)).verdict());
  }

  @Test
  void frankWolfeIsAsGoodAsTheProposition() {
    assertEquals(Verdict.CERTIFIED_IN_RANGE, judged(FrankWolfeClaims.theorem(2)).verdict());
    assertEquals(Verdict.REFUTED, judged(FrankWolfeClaims.theorem(1)).verdict());
  }

  @Test
  void indexOfTheSmoothNormIsMisprinted() {
    assertEquals(Verdict.CERTIFIED_AFTER_REPAIR, judged(NormClaims.regularity(1)).verdict());
  }
}
