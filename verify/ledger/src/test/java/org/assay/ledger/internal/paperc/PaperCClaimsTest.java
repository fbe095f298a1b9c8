package org.assay.ledger.internal.paperc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.paperc.SamplingDirection.ReplacedStep;
import org.junit.jupiter.api.Test;

/** The verdicts follow the constants. */
class PaperCClaimsTest {
  /** Exact D_2 = 0.8628 at n = 2, L/(b sigma) = 3, D/(η sigma) = 0.1: independent numeric code. */
  @Test
  void oneStepCostsWhatTheReferenceSays() {
    Enclosure divergence = new ReplacedStep(0.5, 3, 0.05, 4).renyi(2);
    assertEquals(0.8628, divergence.lower(), 5e-5);
  }

  /** More cells lose less, and no cell more than there is: the pair without a segment. */
  @Test
  void cellsBoundTheStepFromBelow() {
    double coarse = new ReplacedStep(0.5, 0.1, 5, 8).renyi(2).lower();
    double fine = new ReplacedStep(0.5, 0.1, 5, 64).renyi(2).lower();
    assertTrue(coarse < fine && fine < 4 * 0.25 * 0.01);
  }

  @Test
  void twiceTheShiftWouldNotSaveTheStronglyConvexBound() {
    Judgement printed = SamplingDirection.stronglyConvex(2).judge().judge();
    assertEquals(Verdict.REFUTED, printed.verdict());
    assertTrue(printed.witness().orElseThrow().insideAssumptions());
    Judgement larger = SamplingDirection.stronglyConvex(2.2).judge().judge();
    assertEquals(Verdict.UNDECIDED, larger.verdict());
  }

  /** The constants of footnote 11 leave a factor; a thousand times more is not proved. */
  @Test
  void theLowerBoundHoldsForSmallConstants() {
    assertEquals(
        Verdict.CERTIFIED_AFTER_REPAIR, LowerBoundClaims.theorem(1e-7).judge().judge().verdict());
    assertEquals(Verdict.UNDECIDED, LowerBoundClaims.theorem(1e-4).judge().judge().verdict());
  }

  /** The share of the variance that the printed proof covers: 0.105 of the largest. */
  @Test
  void theProofCoversLittleNoise() {
    Judgement printed = LowerBoundClaims.proof(1e-7).judge().judge();
    assertEquals(Verdict.REFUTED, printed.verdict());
    assertEquals(Verdict.CERTIFIED, LowerBoundClaims.proof(1e-11).judge().judge().verdict());
  }

  @Test
  void theSampledGaussianBoundHasRoom() {
    assertEquals(Verdict.CERTIFIED, RenyiLemmas.sampled(2).judge().judge().verdict());
    assertEquals(Verdict.REFUTED, RenyiLemmas.sampled(0.25).judge().judge().verdict());
  }

  @Test
  void iterationBoundsAreTight() {
    assertEquals(Verdict.CERTIFIED, IterationClaims.fixedAllocation(0.5).judge().judge().verdict());
    assertEquals(Verdict.REFUTED, IterationClaims.fixedAllocation(0.4).judge().judge().verdict());
  }
}
