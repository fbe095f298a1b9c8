package org.assay.cli.ledger.papera;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.cli.ledger.claim.Judgement;
import org.assay.cli.ledger.claim.Verdict;
import org.junit.jupiter.api.Test;

class GaussianLemmasTest {
  /** The verdict follows the constant: with other noise it is another one. */
  @Test
  void moreNoiseRescuesOutputPerturbation() {
    Judgement printed = GaussianLemmas.outputPerturbation(1).judge().judge();
    assertEquals(Verdict.REFUTED, printed.verdict());
    assertTrue(printed.ratio().lower() > 100);
    Judgement more = GaussianLemmas.outputPerturbation(3).judge().judge();
    assertEquals(Verdict.CERTIFIED, more.verdict());
  }
}
