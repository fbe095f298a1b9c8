package org.assay.testing.assertion;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.testing.internal.suite.Expectation;
import org.assay.testing.internal.suite.Reservation;
import org.assay.testing.internal.suite.TestScope;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.shrink.Shrinker;
import org.assay.verify.shrink.ShrunkWitness;
import org.assay.verify.trial.AdjacentPair;

/**
 * An assertion about a mechanism on given neighbours. Immutable; options return a changed
 * assertion. Every claim has an audit of its own. The audits of a test spend the test's share of
 * the suite's error probability.
 *
 * @param <D> the type of datasets
 */
public final class AuditAssert<D> {
  private final AuditSubject<D> subject;
  private final AuditOptions options;

  AuditAssert(AuditSubject<D> subject, AuditOptions options) {
    this.subject = subject;
    this.options = options;
  }

  /**
   * Sets the budget of each audit in runs.
   *
   * @param maximumRuns at least 1; 20,000 if left out
   * @return the changed assertion
   */
  public AuditAssert<D> runs(long maximumRuns) {
    Parameters.requireAtLeastOne("runs", maximumRuns);
    return with(options.withMaximumRuns(maximumRuns));
  }

  /**
   * Sets the seed of the first audit of the test, from which the seeds of later audits are derived.
   * The system property {@code assay.seed} replaces it.
   *
   * @param seed any number; if left out, the seed of the configuration, or 0
   * @return the changed assertion
   */
  public AuditAssert<D> seed(long seed) {
    return with(options.withSeed(seed));
  }

  /**
   * Sets the probability with which each audit may refute a true claim, instead of the share that
   * the suite grants. The suite's error probability pays for it.
   *
   * @param probability strictly between 0 and 1
   * @return the changed assertion
   */
  public AuditAssert<D> errorProbability(double probability) {
    Parameters.requireOpenProbability("errorProbability", probability);
    return with(options.withErrorProbability(probability));
  }

  /**
   * Sets how many significant bits of each output count. Noise added in doubles betrays the data
   * through its lowest bits. With 24 bits the audit judges the algorithm, not its arithmetic.
   *
   * @param bits from 2 to 53; all 53 if left out
   * @return the changed assertion
   */
  public AuditAssert<D> significantBits(int bits) {
    if (!(bits >= 2 && bits <= 53)) {
      throw new IllegalArgumentException(
          "significantBits were " + bits + ": they must be from 2 to 53");
    }
    return with(options.tuned(auditor -> auditor.significantBits(bits)));
  }

  /**
   * Sets how many runs may be in progress at once; results do not depend on it.
   *
   * @param count at least 1; 1 if left out; above 1 the mechanism is called concurrently
   * @return the changed assertion
   */
  public AuditAssert<D> threads(int count) {
    Parameters.requireAtLeastOne("threads", count);
    return with(options.tuned(auditor -> auditor.threads(count)));
  }

  /**
   * Sets a limit of time for each audit. An audit that reaches the limit is inconclusive, and the
   * test fails. Results then depend on the machine.
   *
   * @param limit above zero
   * @return the changed assertion
   */
  public AuditAssert<D> within(Duration limit) {
    requirePositive("within", limit);
    return with(options.tuned(auditor -> auditor.maximumDuration(limit)));
  }

  /**
   * Sets a limit of time for each run. A run that takes longer is an outcome like any other.
   *
   * @param limit above zero, far above what a run takes
   * @return the changed assertion
   */
  public AuditAssert<D> runTimeout(Duration limit) {
    requirePositive("runTimeout", limit);
    return with(options.tuned(auditor -> auditor.runTimeout(limit)));
  }

  /**
   * Reports a pair that refutes a claim without making it smaller. Shrinking takes at most as many
   * runs as the audit was allowed, and at most 50 times as many as it used.
   *
   * @return the changed assertion
   */
  public AuditAssert<D> withoutShrinking() {
    return with(options.withoutShrinking());
  }

  /**
   * Names the test of the audits, if it is not the one that the calling thread runs.
   *
   * @param scope the running test
   * @return the changed assertion
   */
  public AuditAssert<D> in(TestScope scope) {
    return with(options.in(scope));
  }

  /**
   * Asserts that an audit cannot refute a claim with its budget. The assertion does not show that
   * the claim is true; {@link #doesNotSatisfy} on a mechanism with a planted mistake shows what the
   * audit can see.
   *
   * @param claim the claim, to be read under the relation of the pairs
   * @return this assertion
   * @throws AssertionError if the claim is refuted, or the audit could not have refuted anything.
   *     The message holds the witness, the seed and the command that repeats the test
   * @throws IllegalArgumentException if the claim cannot be made under the relation
   * @throws IllegalStateException if the suite's error probability is spent
   */
  public AuditAssert<D> satisfies(Claim claim) {
    return expect(Expectation.SATISFIED, claim);
  }

  /**
   * Asserts that an audit cannot refute a guarantee with its budget, like {@link
   * #satisfies(Claim)}.
   *
   * @param guarantee the guarantee, under the relation of the pairs
   * @return this assertion
   * @throws AssertionError if the statement is refuted or the audit was inconclusive
   */
  public AuditAssert<D> satisfies(Guarantee guarantee) {
    return satisfies(Claims.of(guarantee));
  }

  /**
   * Asserts that an audit refutes a claim, as it should for a planted mistake. A true claim passes
   * this assertion with at most the audit's error probability.
   *
   * @param claim the claim, to be read under the relation of the pairs
   * @return this assertion
   * @throws AssertionError if the claim stood; the message says what the budget could have shown
   * @throws IllegalArgumentException if the claim cannot be made under the relation
   * @throws IllegalStateException if the suite's error probability is spent
   */
  public AuditAssert<D> doesNotSatisfy(Claim claim) {
    return expect(Expectation.REFUTED, claim);
  }

  /**
   * Asserts that an audit refutes a guarantee, like {@link #doesNotSatisfy(Claim)}.
   *
   * @param guarantee the guarantee, under the relation of the pairs
   * @return this assertion
   * @throws AssertionError if the statement stood
   */
  public AuditAssert<D> doesNotSatisfy(Guarantee guarantee) {
    return doesNotSatisfy(Claims.of(guarantee));
  }

  private AuditAssert<D> expect(Expectation expectation, Claim claim) {
    Guarantee guarantee = claim.under(subject.domain().family().adjacency());
    new AuditExecution<>(subject, options, guarantee).expect(expectation);
    return this;
  }

  private AuditAssert<D> with(AuditOptions changed) {
    return new AuditAssert<>(subject, changed);
  }

  private static void requirePositive(String name, Duration limit) {
    if (!(limit.compareTo(Duration.ZERO) > 0)) {
      throw new IllegalArgumentException(name + " was " + limit + ": it must be above zero");
    }
  }

  /** One audit of one claim, from the reservation to the verdict. */
  static final class AuditExecution<D> {
    /**
     * Runs of the budget for each pair taken from a family. Not tuned: enough to see whether the
     * pair deserves more.
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
        throw new AssertionError(
            message.refuted(pairs, shrunk(auditor, reservation, pairs, report)));
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
}
