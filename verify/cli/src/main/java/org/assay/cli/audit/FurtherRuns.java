package org.assay.cli.audit;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.cli.claims.PlannedClaim;
import org.assay.cli.claims.SignificantBits;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.StagedReport;

/**
 * What runs after a verdict say, which do not change it.
 *
 * @param auditor the auditor that came to it
 * @param claim the claim
 * @param seed root of their seeds
 * @param <D> the type of datasets
 */
record FurtherRuns<D>(Auditor auditor, PlannedClaim<D> claim, long seed) {
  private static final String OWN =
      "It draws randomness of its own, or keeps a state: with the same seeds it gave other outputs."
          + " The command repeats the audit, not its numbers.";

  /** Where a leak lies, and on how small a pair it shows. */
  List<String> explain(StagedReport refuted) {
    Optional<String> smaller =
        refuted
            .conclusion()
            .flatMap(report -> new SmallerPair<>(auditor, claim, seed).explain(report));
    return Stream.of(lowestBits(), smaller).flatMap(Optional::stream).toList();
  }

  private Optional<String> lowestBits() {
    if (!claim.observation().bits().areAll()) {
      return Optional.empty();
    }
    return auditor
        .precision(claim.mechanism(), claim.pairs())
        .flatMap(
            precision ->
                new LowestBits(
                        bits ->
                            auditor.significantBits(bits).audit(claim.mechanism(), claim.pairs()),
                        precision)
                    .explain());
  }

  /** What to be told whatever the verdict. */
  List<String> notes() {
    return Stream.of(hidesNothing(), ownRandomness()).flatMap(Optional::stream).toList();
  }

  /** What is built in draws from what it is given. */
  private Optional<String> ownRandomness() {
    boolean own =
        claim.event().isEmpty() && auditor.drawsOwnRandomness(claim.mechanism(), claim.pairs());
    return own ? Optional.of(OWN) : Optional.empty();
  }

  private Optional<String> hidesNothing() {
    SignificantBits bits = claim.observation().bits();
    return bits.areAll() || bits.isChosen()
        ? Optional.empty()
        : auditor
            .precision(claim.mechanism(), claim.pairs())
            .flatMap(precision -> LowestBits.hidesNothing(bits.count(), precision));
  }
}
