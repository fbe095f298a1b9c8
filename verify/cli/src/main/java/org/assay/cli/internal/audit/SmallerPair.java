package org.assay.cli.internal.audit;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assay.cli.internal.claims.PlannedClaim;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.AuditReport.PairRuns;
import org.assay.verify.audit.Auditor;
import org.assay.verify.shrink.Shrinker;
import org.assay.verify.shrink.Shrinks;
import org.assay.verify.shrink.ShrunkWitness;
import org.assay.verify.trial.AdjacentPair;

/**
 * The smallest pair that still refutes a refuted claim, found by more audits after the verdict,
 * which they do not change.
 *
 * @param auditor the auditor that refuted the claim
 * @param claim the claim
 * @param seed root of the seeds of all further audits
 * @param <D> the type of datasets
 */
record SmallerPair<D>(Auditor auditor, PlannedClaim<D> claim, long seed) {
  /** Largest number of further audits. Not tuned: bounds the time for slow programs. */
  private static final int MOST_AUDITS = 40;

  /** Budget of a further audit, as a multiple of the runs of the refutation. Not tuned. */
  private static final long PER_REFUTATION = 20;

  /** The smaller pair in words, if there is one. */
  Optional<String> explain(AuditReport refuted) {
    Optional<AdjacentPair<D>> found =
        claim.pairs().stream()
            .filter(pair -> isWitness(pair, refuted))
            .filter(pair -> claim.smaller().candidates(pair).findAny().isPresent())
            .findFirst();
    return found.map(pair -> shrunk(pair, refuted)).filter(SmallerPair::isShown).map(this::words);
  }

  private static boolean isWitness(AdjacentPair<?> pair, AuditReport refuted) {
    return refuted.witness().filter(seen -> seen.pair().equals(pair.description())).isPresent();
  }

  private ShrunkWitness<D> shrunk(AdjacentPair<D> pair, AuditReport refuted) {
    Shrinks<D> answered = larger -> claim.smaller().candidates(larger).filter(this::isAnswered);
    return Shrinker.of(auditor, answered)
        .seed(seed)
        .maximumRuns(Math.max(2, PER_REFUTATION * refuted.runs()))
        .maximumAudits(MOST_AUDITS)
        .shrink(claim.mechanism(), pair);
  }

  /**
   * Whether the mechanism answers on both datasets; a dataset that is too small for a mechanism
   * shows nothing about its privacy.
   */
  private boolean isAnswered(AdjacentPair<D> pair) {
    return Stream.of(pair.left(), pair.right()).allMatch(this::isAnswered);
  }

  @SuppressWarnings("PMD.AvoidCatchingGenericException") // a mechanism may throw anything
  private boolean isAnswered(D dataset) {
    try {
      return !claim.mechanism().run(dataset, new SplittableRandom(seed)).isFailure();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (Exception e) {
      return false;
    }
  }

  private static boolean isShown(ShrunkWitness<?> witness) {
    return witness.pair() != witness.original()
        && witness.certification().stream()
                .flatMap(report -> report.pairs().stream())
                .mapToLong(PairRuns::failed)
                .sum()
            == 0;
  }

  private String words(ShrunkWitness<D> witness) {
    return "a smaller pair is enough, if the claim is about data of that size, too: "
        + witness.pair().description()
        + " (refuted on "
        + witness.certification().orElseThrow().runs()
        + " runs of its own, error probability "
        + witness.errorProbability()
        + ")";
  }
}
