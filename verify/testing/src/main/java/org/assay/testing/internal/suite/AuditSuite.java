package org.assay.testing.internal.suite;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;

/**
 * One error probability for all audits of a suite. The part of an audit depends on the suite's
 * settings and on the audit alone, never on other audits. Tests may therefore run in any order, in
 * parallel, alone or again. The spent parts are added up for all JVMs of a run. An audit that no
 * longer fits is refused. Proof: {@code doc-files/suite-error.md}. Safe for use by several threads.
 */
public final class AuditSuite {
  private static final Map<SuiteSettings, AuditSuite> SUITES = new ConcurrentHashMap<>();

  private final SuiteSettings settings;
  private final SpentFile spent;
  private final Ledger ledger;

  /** The last verdict of each audit that this JVM made. */
  private final Map<String, Verdict> verdicts = new ConcurrentHashMap<>();

  private AuditSuite(SuiteSettings settings) {
    this.settings = settings;
    String name = "audits-" + settings.run();
    this.spent =
        new SpentFile(settings.directory().resolve(name + ".spent"), settings.errorProbability());
    this.ledger = new Ledger(settings.directory().resolve(name + ".jsonl"), settings.run());
  }

  /**
   * The suite with these settings; equal settings share one suite in each JVM.
   *
   * @param settings the settings
   * @return the suite
   */
  public static AuditSuite of(SuiteSettings settings) {
    return SUITES.computeIfAbsent(settings, AuditSuite::new);
  }

  /**
   * What the suite is configured with.
   *
   * @return the settings
   */
  public SuiteSettings settings() {
    return settings;
  }

  /**
   * The file with one line of JSON for every finished audit.
   *
   * @return the file; missing before the first audit has ended
   */
  public Path ledgerFile() {
    return ledger.file();
  }

  /**
   * The part of an audit. Let N tests share the suite's error probability α. The k-th audit of a
   * test spends {@code α/N · 1/(k(k+1))}, rounded down. All audits of a test together spend less
   * than {@code α/N}.
   *
   * @param ordinal k, at least 1
   * @return the part
   */
  double share(int ordinal) {
    Parameters.requireAtLeastOne("ordinal", ordinal);
    // A share is smaller by one part in 2^40, so that the rounded-up sum of all shares stays within
    // the budget.
    double total = settings.errorProbability() * (1 - 0x1p-40);
    double ofTest = Rounding.divideDown(total, settings.audits());
    return Rounding.divideDown(ofTest, Rounding.multiplyUp(ordinal, ordinal + 1.0));
  }

  /**
   * Spends the part of an audit that is about to be made. Repeating an audit is free if it refuted
   * its claim the last time; otherwise it pays again.
   */
  Reservation reserve(
      TestIdentity test, int ordinal, OptionalDouble asked, Optional<Long> writtenSeed) {
    double part = asked.isPresent() ? asked.getAsDouble() : share(ordinal);
    boolean free = verdicts.get(key(test, ordinal)) == Verdict.REFUTED;
    if (!free && !spent.spend(part)) {
      throw new IllegalStateException(
          "the suite's error probability "
              + settings.errorProbability()
              + " is spent, nothing is left for "
              + test.name()
              + ", which asks for "
              + part
              + ": raise "
              + SuiteSettings.AUDITS
              + " (now "
              + settings.audits()
              + ") so that every test gets less, raise "
              + SuiteSettings.ERROR_PROBABILITY
              + ", or lower the error probabilities that tests name themselves");
    }
    return Reservation.of(test, ordinal, part, settings.seed(writtenSeed));
  }

  /**
   * Writes a finished audit to the ledger.
   *
   * @param reservation the audit's reservation
   * @param expectation what the test expects of the claim
   * @param mechanism the audited mechanism, in words
   * @param report the report
   */
  public void record(
      Reservation reservation, Expectation expectation, String mechanism, AuditReport report) {
    verdicts.put(key(reservation.test(), reservation.ordinal()), report.verdict());
    ledger.append(reservation, expectation, mechanism, report);
  }

  /**
   * The command that repeats a test's audits.
   *
   * @param reservation an audit of the test
   * @return one line for a shell
   */
  public String reproduceLine(Reservation reservation) {
    return Reproduction.line(settings, reservation);
  }

  /**
   * Writes the page of an audit that made its test fail, beside the ledger.
   *
   * @param reservation the audit
   * @param mechanism what was audited
   * @param report the report
   * @return the file, or why there is none
   */
  public String failurePage(Reservation reservation, String mechanism, AuditReport report) {
    return FailurePage.write(
        ledgerFile(), reservation, mechanism, report, reproduceLine(reservation));
  }

  private static String key(TestIdentity test, int ordinal) {
    return ordinal + " " + test.uniqueId();
  }
}
