package org.assay.cli.ledger.paperc;

import java.util.List;
import java.util.stream.Stream;
import org.assay.cli.ledger.claim.LedgerClaim;

/** The claims of [@AltschulerTalwar2022]. */
public final class PaperCClaims {
  private PaperCClaims() {}

  /**
   * The claims.
   *
   * @return in the order of the paper
   */
  public static List<LedgerClaim> claims() {
    return Stream.of(
            SamplingDirection.claims(), GradientDescentClaims.claims(), LowerBoundClaims.claims())
        .flatMap(List::stream)
        .toList();
  }
}
