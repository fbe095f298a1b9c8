package org.assay.ledger.internal.papere;

import java.util.List;
import java.util.stream.Stream;
import org.assay.ledger.internal.claim.LedgerClaim;

/** The claims of [@BassilyGuzmanNandi2021]. */
public final class PaperEClaims {
  private PaperEClaims() {}

  /**
   * The claims.
   *
   * @return in the order of the paper
   */
  public static List<LedgerClaim> claims() {
    return Stream.of(
            NormClaims.claims(),
            CompositionClaims.claims(),
            PolyhedralClaims.claims(),
            GeneralizedGaussianClaims.claims(),
            MirrorClaims.claims(),
            FrankWolfeClaims.claims())
        .flatMap(List::stream)
        .toList();
  }
}
