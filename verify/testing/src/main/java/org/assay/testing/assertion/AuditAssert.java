package org.assay.testing.assertion;

import java.time.Duration;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.testing.internal.suite.Expectation;
import org.assay.testing.internal.suite.TestScope;

/**
 * An assertion about a mechanism on given neighbours. Immutable; options return a changed
 * assertion, and every claim is audited by itself, as a part of the running test's share of the
 * suite's error probability.
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
   * Sets the seed of the first audit of the test, from which those of later ones are made. The
   * system property {@code assay.seed} replaces it.
   *
   * @param seed any number; without one that of the configuration, or 0
   * @return the changed assertion
   */
  public AuditAssert<D> seed(long seed) {
    return with(options.withSeed(seed));
  }

  /**
   * Sets the probability with which each audit may refute a true claim, instead of the share that
   * the suite grants. It is spent from the suite's.
   *
   * @param probability strictly between 0 and 1
   * @return the changed assertion
   */
  public AuditAssert<D> errorProbability(double probability) {
    Parameters.requireOpenProbability("errorProbability", probability);
    return with(options.withErrorProbability(probability));
  }

  /**
   * Sets how many significant bits of each output count. Noise that is added in doubles betrays the
   * data through its lowest bits; 24 bits hide that, so that the algorithm is tried and not its
   * arithmetic.
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
   * Sets how many runs may be under way at once; results do not depend on it.
   *
   * @param count at least 1, which is what it is if left out; above 1 the mechanism is called
   *     concurrently
   * @return the changed assertion
   */
  public AuditAssert<D> threads(int count) {
    Parameters.requireAtLeastOne("threads", count);
    return with(options.tuned(auditor -> auditor.threads(count)));
  }

  /**
   * Sets a limit of time for each audit. An audit that meets it is inconclusive, which fails the
   * test; results then depend on the machine.
   *
   * @param limit above zero
   * @return the changed assertion
   */
  public AuditAssert<D> within(Duration limit) {
    requirePositive("within", limit);
    return with(options.tuned(auditor -> auditor.maximumDuration(limit)));
  }

  /**
   * Sets a limit of time for each run. Taking longer is an outcome like any other.
   *
   * @param limit above zero, far above what a run takes
   * @return the changed assertion
   */
  public AuditAssert<D> runTimeout(Duration limit) {
    requirePositive("runTimeout", limit);
    return with(options.tuned(auditor -> auditor.runTimeout(limit)));
  }

  /**
   * Reports a pair that refutes a claim as it is. Making it smaller takes at most as many runs as
   * the audit was allowed, and at most 50 times as many as it used.
   *
   * @return the changed assertion
   */
  public AuditAssert<D> withoutShrinking() {
    return with(options.withoutShrinking());
  }

  /**
   * Says to which test the audits belong, where it is not the one that the calling thread runs.
   *
   * @param scope the running test
   * @return the changed assertion
   */
  public AuditAssert<D> in(TestScope scope) {
    return with(options.in(scope));
  }

  /**
   * Insists that an audit cannot refute a claim at its budget. It does not show that the claim is
   * true; {@link #doesNotSatisfy} on a mechanism with a planted mistake shows what the audit is
   * able to see.
   *
   * @param claim the claim, read under the relation of the pairs
   * @return this
   * @throws AssertionError if the claim is refuted, or the audit could not have refuted anything.
   *     The message holds the witness, the seed and the command that repeats the test
   * @throws IllegalArgumentException if the claim cannot be made under the relation
   * @throws IllegalStateException if the suite's error probability is spent
   */
  public AuditAssert<D> satisfies(Claim claim) {
    return expect(Expectation.SATISFIED, claim);
  }

  /**
   * Insists that an audit cannot refute a statement at its budget, as {@link #satisfies(Claim)}
   * does.
   *
   * @param guarantee the statement, under the relation of the pairs
   * @return this
   * @throws AssertionError if the statement is refuted or the audit was inconclusive
   */
  public AuditAssert<D> satisfies(Guarantee guarantee) {
    return satisfies(Claims.of(guarantee));
  }

  /**
   * Insists that an audit refutes a claim, as it should if a mistake was planted. A true claim gets
   * past this with at most the audit's error probability.
   *
   * @param claim the claim, read under the relation of the pairs
   * @return this
   * @throws AssertionError if the claim stood; the message says what the budget could have shown
   * @throws IllegalArgumentException if the claim cannot be made under the relation
   * @throws IllegalStateException if the suite's error probability is spent
   */
  public AuditAssert<D> doesNotSatisfy(Claim claim) {
    return expect(Expectation.REFUTED, claim);
  }

  /**
   * Insists that an audit refutes a statement, as {@link #doesNotSatisfy(Claim)} does.
   *
   * @param guarantee the statement, under the relation of the pairs
   * @return this
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
}
