package org.assay.testing.assertion;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.Guarantee;
import org.assay.testing.internal.suite.Expectation;
import org.assay.testing.internal.suite.Reservation;
import org.assay.testing.internal.suite.TestScope;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.shrink.Shrinker;
import org.assay.verify.shrink.ShrunkWitness;
import org.assay.verify.trial.AdjacentPair;

/** One audit of one claim, from the reservation to the verdict. */
final class AuditExecution<D> {
  /**
   * Runs of the budget for each pair taken from a family. Not tuned: enough to see whether the pair
   * deserves more.
   */
  private static final long RUNS_PER_PAIR = 500;

  /** Pairs that are taken from a family, at most. Not tuned. */
  private static final long MOST_PAIRS = 64;

  /** Shrinking may take this many times the runs that found the first pair. Not tuned. */
  private static final long SHRINKING_FACTOR = 50;

  /**
   * Audits of a search for a smaller pair, at most. Not tuned: each takes milliseconds, and a
   * developer waits.
   */
  private static final int MOST_SHRINKING_AUDITS = 100;

  private final AuditSubject<D> subject;
  private final AuditOptions options;
  private final Guarantee claim;
  private final TestScope scope;

  AuditExecution(AuditSubject<D> subject, AuditOptions options, Guarantee claim) {
    this.subject = subject;
    this.options = options;
    this.claim = claim;
    this.scope = options.scope().orElseGet(TestScope::current);
  }

  void expect(Expectation expectation) {
    // A claim that says nothing is refused before it costs error probability.
    Auditor.of(claim);
    Reservation reservation = scope.reserve(options.errorProbability(), options.seed());
    Auditor auditor = options.auditor(claim, reservation);
    List<AdjacentPair<D>> pairs = pairs(reservation.seed());
    AuditReport report = auditor.audit(subject.mechanism(), pairs);
    scope.suite().record(reservation, expectation, subject.name(), report);
    Verdict wanted = expectation == Expectation.SATISFIED ? Verdict.NOT_REFUTED : Verdict.REFUTED;
    if (report.verdict() == wanted) {
      return;
    }
    boolean own = auditor.drawsOwnRandomness(subject.mechanism(), pairs);
    FailureMessage message =
        new FailureMessage(subject.name(), report, reservation, scope.suite(), own);
    if (report.verdict() == Verdict.REFUTED) {
      throw new AssertionError(message.refuted(pairs, shrunk(auditor, reservation, pairs, report)));
    }
    throw new AssertionError(
        expectation == Expectation.REFUTED ? message.stood() : message.inconclusive());
  }

  private List<AdjacentPair<D>> pairs(long seed) {
    long affordable = Math.min(MOST_PAIRS, options.maximumRuns() / RUNS_PER_PAIR);
    return subject.domain().family().pairs(seed, (int) Math.max(1, affordable));
  }

  /**
   * A smaller witness. The search follows the verdict and costs no error probability: see
   * suite-error.md.
   */
  private Optional<ShrunkWitness<D>> shrunk(
      Auditor auditor, Reservation reservation, List<AdjacentPair<D>> pairs, AuditReport report) {
    if (!options.shrinking() || report.witness().isEmpty() || report.runs() < 2) {
      return Optional.empty();
    }
    ShrunkWitness<D> smaller =
        Shrinker.of(auditor, subject.domain().shrinks())
            .seed(reservation.seed())
            .maximumRuns(Math.min(options.maximumRuns(), SHRINKING_FACTOR * report.runs()))
            .maximumAudits(MOST_SHRINKING_AUDITS)
            .shrink(subject.mechanism(), pairs, report);
    return Optional.of(smaller).filter(ShrunkWitness::isCertified);
  }
}
