package org.assay.testing;

import java.util.List;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Test;

/**
 * What every private mechanism owes its users, as a JUnit suite to inherit: the audit cannot refute
 * its claim, it can refute the same mechanism with a mistake planted in it, and the audit itself is
 * reproducible. The twin shows that the audit has power, so that silence means something.
 *
 * <pre>{@code
 * class CountTest extends MechanismContract<List<Integer>> {
 *   protected Guarantee claim() { return new Guarantee.Pure(1, ADD_OR_REMOVE); }
 *   protected Mechanism<List<Integer>> mechanism() { return count(1); }
 *   protected Mechanism<List<Integer>> brokenTwin() { return count(2); }
 *   protected List<AdjacentPair<List<Integer>>> pairs() { ... }
 * }
 * }</pre>
 *
 * @param <D> the kind of dataset
 */
public abstract class MechanismContract<D> {
  /** For subclasses. */
  protected MechanismContract() {}

  /**
   * The claim under test.
   *
   * @return the claim
   */
  protected abstract Guarantee claim();

  /**
   * The mechanism that is claimed to keep it.
   *
   * @return the mechanism
   */
  protected abstract Mechanism<D> mechanism();

  /**
   * The mechanism with a mistake that breaks the claim.
   *
   * @return the twin
   */
  protected abstract Mechanism<D> brokenTwin();

  /**
   * Neighbours to audit on, under the claim's relation.
   *
   * @return at least one pair
   */
  protected abstract List<AdjacentPair<D>> pairs();

  /**
   * Probability that a true claim is refuted by this suite.
   *
   * @return strictly between 0 and 1; one in a million unless overridden
   */
  protected double errorProbability() {
    return 1e-6;
  }

  /**
   * How often the mechanism may be run by each audit.
   *
   * @return at least 1; 20,000 unless overridden
   */
  protected long maximumRuns() {
    return 20_000;
  }

  /**
   * Where all randomness of the audit comes from.
   *
   * @return the seed; 1 unless overridden
   */
  protected long seed() {
    return 1;
  }

  /**
   * How many significant bits of each output count. Noise that is added in doubles betrays the data
   * through its lowest bits, which refutes most claims; return 24 to test the algorithm and not its
   * arithmetic.
   *
   * @return from 2 to 53; all 53 unless overridden
   */
  protected int significantBits() {
    return 53;
  }

  /** The claim survives the audit. False alarms have at most {@link #errorProbability()}. */
  @Test
  protected final void claimIsNotRefuted() {
    AuditReport report = audit(mechanism());
    if (report.verdict() == Verdict.REFUTED) {
      throw new AssertionError("the claim was refuted: " + describe(report));
    }
  }

  /** The same audit refutes the broken twin. */
  @Test
  protected final void brokenTwinIsRefuted() {
    AuditReport report = audit(brokenTwin());
    if (report.verdict() != Verdict.REFUTED) {
      throw new AssertionError("the broken twin was not refuted: " + describe(report));
    }
  }

  /** The same seed gives the same report: all randomness comes from the generator handed in. */
  @Test
  protected final void auditIsReproducible() {
    AuditReport first = audit(mechanism()).withoutTiming();
    AuditReport second = audit(mechanism()).withoutTiming();
    if (!first.equals(second)) {
      throw new AssertionError(
          "two audits with seed "
              + seed()
              + " differ, so the mechanism draws randomness of its own: "
              + describe(first)
              + " against "
              + describe(second));
    }
  }

  private AuditReport audit(Mechanism<D> audited) {
    return Auditor.of(claim())
        .errorProbability(errorProbability())
        .maximumRuns(maximumRuns())
        .seed(seed())
        .significantBits(significantBits())
        .audit(audited, pairs());
  }

  private String describe(AuditReport report) {
    return claim().describe()
        + ", "
        + report.verdict()
        + " after "
        + report.runs()
        + " runs, seed "
        + seed()
        + ": "
        + report.reason();
  }
}
