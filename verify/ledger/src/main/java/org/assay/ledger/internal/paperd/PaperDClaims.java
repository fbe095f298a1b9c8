package org.assay.ledger.internal.paperd;

import java.util.List;
import java.util.stream.Stream;
import org.assay.ledger.internal.claim.LedgerClaim;

/** The claims of [@MenartEtAl2023]. */
public final class PaperDClaims {
  private PaperDClaims() {}

  /**
   * The claims.
   *
   * @return in the order of the paper
   */
  public static List<LedgerClaim> claims() {
    return Stream.of(
            SpiderClaims.claims(),
            SpiderTranscript.claims(),
            SpiderOutput.claims(),
            SolverClaims.claims(),
            AdaptiveTheorem.claims(),
            NegativeNorms.claims(),
            AdaptiveListing.claims(),
            ConversionClaims.claims(),
            SelectionClaims.claims())
        .flatMap(List::stream)
        .toList();
  }
}
