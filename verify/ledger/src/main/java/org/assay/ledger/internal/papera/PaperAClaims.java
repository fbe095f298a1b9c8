package org.assay.ledger.internal.papera;

import java.util.List;
import java.util.stream.Stream;
import org.assay.ledger.internal.claim.LedgerClaim;

/** The claims of [@FeldmanKorenTalwar2020]. */
public final class PaperAClaims {
  private PaperAClaims() {}

  /**
   * The claims.
   *
   * @return in the order of the paper
   */
  public static List<LedgerClaim> claims() {
    return Stream.of(
            ConversionLemmas.claims(),
            IterationTheorems.claims(),
            DescentTheorem.claims(),
            SnowballTheorems.claims(),
            LiteralSchedules.claims(),
            RecordCounts.claims(),
            GaussianLemmas.claims(),
            LocalizationClaims.claims(),
            RegularizedMinimization.claims(),
            AveragedIterates.claims())
        .flatMap(List::stream)
        .toList();
  }
}
