package org.assay.ledger.internal.paperb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The verdicts follow the constants: with other noise they are others. */
class PaperBClaimsTest {
  /** Exact delta 1.38e-5 at n = 1000, T = 2, ε = 1, δ = 1e-6: independent numeric code. */
  @Test
  void twoPointsLoseWhatTheReferenceSays() {
    double noise = Math.sqrt(16 * Math.log(1e6)) / 1000;
    Enclosure delta = new AveragedDraws(2, 1000, 353, noise, 1).delta();
    assertEquals(1.40e-5, delta.lower(), 0.03e-5);
  }

  @Tag("slow")
  @Test
  void moreNoiseLeavesNothingToRefute() {
    Judgement printed = MinibatchTheorem.theorem(1).judge().judge();
    assertEquals(Verdict.REFUTED, printed.verdict());
    assertTrue(printed.witness().orElseThrow().insideAssumptions());
    Judgement more = MinibatchTheorem.theorem(2).judge().judge();
    assertEquals(Verdict.UNDECIDED, more.verdict());
  }

  /** A curved loss spends the determinant and the shift at once; 40 covers a shift of 2L. */
  @Test
  void fourTimesTheVarianceRescuesObjectivePerturbation() {
    Judgement printed = ObjectivePerturbationClaims.exact(10).judge().judge();
    assertEquals(Verdict.REFUTED, printed.verdict());
    assertTrue(printed.ratio().lower() > 10);
    assertEquals(
        Verdict.CERTIFIED, ObjectivePerturbationClaims.exact(40).judge().judge().verdict());
  }

  @Test
  void theRecalledConstantIsForOneRecordAgainstNone() {
    assertEquals(
        Verdict.CERTIFIED, ObjectivePerturbationClaims.removed(10).judge().judge().verdict());
    assertEquals(
        Verdict.UNDECIDED, ObjectivePerturbationClaims.removed(4).judge().judge().verdict());
  }

  @Test
  void lessNoiseBreaksLinearLossesToo() {
    assertEquals(
        Verdict.CERTIFIED, ObjectivePerturbationClaims.linear(10).judge().judge().verdict());
    assertEquals(Verdict.REFUTED, ObjectivePerturbationClaims.linear(2).judge().judge().verdict());
  }
}
