package org.assay.ledger.internal.paperb;

import java.util.List;
import java.util.stream.Stream;
import org.assay.ledger.internal.claim.LedgerClaim;

/** The claims of [@BassilyFeldmanTalwarThakurta2019]. */
public final class PaperBClaims {
  private PaperBClaims() {}

  /**
   * The claims.
   *
   * @return in the order of the paper
   */
  public static List<LedgerClaim> claims() {
    return Stream.of(MinibatchTheorem.claims(), ObjectivePerturbationClaims.claims())
        .flatMap(List::stream)
        .toList();
  }
}
