package org.assay.ledger.internal.run;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.papera.PaperAClaims;
import org.assay.ledger.internal.paperb.PaperBClaims;
import org.assay.ledger.internal.paperc.PaperCClaims;
import org.assay.ledger.internal.paperd.PaperDClaims;
import org.assay.ledger.internal.papere.PaperEClaims;

/** All claims. */
public final class Ledger {
  private static final List<LedgerClaim> CLAIMS =
      Stream.of(
              PaperAClaims.claims(),
              PaperBClaims.claims(),
              PaperCClaims.claims(),
              PaperDClaims.claims(),
              PaperEClaims.claims())
          .flatMap(List::stream)
          .toList();

  private Ledger() {}

  /**
   * The claims.
   *
   * @return all of them, paper by paper
   */
  public static List<LedgerClaim> claims() {
    return CLAIMS;
  }

  /**
   * The names of the claims.
   *
   * @return in the order of {@link #claims}
   */
  public static List<String> ids() {
    return CLAIMS.stream().map(LedgerClaim::id).toList();
  }

  /**
   * Looks a claim up.
   *
   * @param id its name; case does not matter
   * @return the claim, if there is one
   */
  public static Optional<LedgerClaim> find(String id) {
    return CLAIMS.stream().filter(claim -> claim.id().equalsIgnoreCase(id)).findFirst();
  }

  /**
   * The claims that an algorithm rests on.
   *
   * @param algorithm its name in the registry
   * @return in the order of {@link #claims}; none if the ledger does not speak of it
   */
  public static List<LedgerClaim> about(String algorithm) {
    return CLAIMS.stream().filter(claim -> claim.algorithms().contains(algorithm)).toList();
  }
}
