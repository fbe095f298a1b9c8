package org.assay.ledger.internal.paperc;

import java.util.List;
import java.util.stream.Stream;
import org.assay.ledger.internal.claim.LedgerClaim;

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
            RenyiLemmas.claims(),
            IterationClaims.claims(),
            UpperBoundTheorem.claims(),
            List.of(SamplingDirection.convex(2)),
            GradientDescentClaims.claims(),
            LowerBoundClaims.claims(),
            IterationClaims.contractive(),
            List.of(SamplingDirection.stronglyConvex(2)))
        .flatMap(List::stream)
        .toList();
  }
}
