package org.assay.testing.assertion;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.assay.accountant.privacy.Guarantee;
import org.assay.testing.internal.suite.Reservation;
import org.assay.testing.internal.suite.TestScope;
import org.assay.verify.audit.Auditor;

/**
 * The settings of an assertion.
 *
 * @param tuning further settings of the auditor
 * @param scope the test, if it is not the one that the thread runs
 */
record AuditOptions(
    long maximumRuns,
    Optional<Long> seed,
    OptionalDouble errorProbability,
    boolean shrinking,
    UnaryOperator<Auditor> tuning,
    Optional<TestScope> scope) {
  static AuditOptions usual() {
    return new AuditOptions(
        20_000,
        Optional.empty(),
        OptionalDouble.empty(),
        true,
        UnaryOperator.identity(),
        Optional.empty());
  }

  /**
   * An auditor with these settings, and with the error probability and the seed of a reservation.
   */
  Auditor auditor(Guarantee claim, Reservation reservation) {
    Auditor auditor =
        Auditor.of(claim)
            .maximumRuns(maximumRuns)
            .seed(reservation.seed())
            .errorProbability(reservation.errorProbability());
    return tuning.apply(auditor);
  }

  AuditOptions withMaximumRuns(long runs) {
    return new AuditOptions(runs, seed, errorProbability, shrinking, tuning, scope);
  }

  AuditOptions withSeed(long newSeed) {
    return new AuditOptions(
        maximumRuns, Optional.of(newSeed), errorProbability, shrinking, tuning, scope);
  }

  AuditOptions withErrorProbability(double probability) {
    return new AuditOptions(
        maximumRuns, seed, OptionalDouble.of(probability), shrinking, tuning, scope);
  }

  AuditOptions withoutShrinking() {
    return new AuditOptions(maximumRuns, seed, errorProbability, false, tuning, scope);
  }

  AuditOptions tuned(UnaryOperator<Auditor> more) {
    return new AuditOptions(
        maximumRuns,
        seed,
        errorProbability,
        shrinking,
        auditor -> more.apply(tuning.apply(auditor)),
        scope);
  }

  AuditOptions in(TestScope newScope) {
    return new AuditOptions(
        maximumRuns, seed, errorProbability, shrinking, tuning, Optional.of(newScope));
  }
}
