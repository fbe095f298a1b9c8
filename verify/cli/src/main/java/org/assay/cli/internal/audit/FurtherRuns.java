package org.assay.cli.internal.audit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.assay.cli.internal.claims.PlannedClaim;
import org.assay.cli.internal.claims.SignificantBits;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.StagedAuditor.StagedReport;

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

  /**
   * What further runs say of a refutation.
   *
   * @param findings where the leak lies, and on how small a pair it shows
   * @param standsAtBits to how many bits outputs were rounded where the claim stood, if it did
   */
  record Explanation(List<String> findings, OptionalInt standsAtBits) {
    static final Explanation NONE = new Explanation(List.of(), OptionalInt.empty());
  }

  /** Where a leak lies, and on how small a pair it shows. */
  Explanation explain(StagedReport refuted) {
    Optional<String> smaller =
        refuted
            .conclusion()
            .flatMap(report -> new SmallerPair<>(auditor, claim, seed).explain(report));
    Optional<LowestBits.Stand> stand = lowestBits();
    return new Explanation(
        Stream.of(stand.map(LowestBits.Stand::words), smaller).flatMap(Optional::stream).toList(),
        stand.map(at -> OptionalInt.of(at.bits())).orElse(OptionalInt.empty()));
  }

  private Optional<LowestBits.Stand> lowestBits() {
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
