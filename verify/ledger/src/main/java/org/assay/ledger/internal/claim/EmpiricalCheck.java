package org.assay.ledger.internal.claim;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Checkpoint;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * A statistical attack on a claim: the running algorithm on two neighbouring datasets.
 *
 * @param describe algorithm, data and claim in words
 * @param seed the root seed
 * @param maximumRuns the budget, at most 1e9
 * @param experiment what is run; made anew for every audit
 */
public record EmpiricalCheck(
    String describe, long seed, long maximumRuns, Supplier<Experiment<?>> experiment) {
  /** The largest probability of refuting a true claim. */
  public static final double ERROR_PROBABILITY = 1e-4;

  /**
   * Significant bits of releases that count: the attack is on the algorithm, not on its arithmetic.
   */
  private static final int SIGNIFICANT_BITS = 24;

  /** Upper limit of the budget. */
  private static final long MOST_RUNS = 1_000_000_000;

  /**
   * An algorithm on two datasets, with the claim that is attacked.
   *
   * @param mechanism what an observer sees of the algorithm
   * @param claim the claim with the instance's numbers
   * @param pair the datasets
   * @param <D> the type of datasets
   */
  public record Experiment<D>(Mechanism<D> mechanism, Guarantee claim, AdjacentPair<D> pair) {
    /**
     * An attack on what an algorithm releases.
     *
     * @param algorithm what is run
     * @param claim the claim with the instance's numbers
     * @param pair the datasets
     * @return the experiment
     */
    public static Experiment<Dataset> on(
        PrivateAlgorithm algorithm, Guarantee claim, AdjacentPair<Dataset> pair) {
      return new Experiment<>(
          (data, random) -> Outcome.of(algorithm.run(data, random).release().toArray()),
          claim,
          pair);
    }

    private AuditReport audit(EmpiricalCheck check, int threads, Consumer<Checkpoint> listener) {
      return Auditor.of(claim)
          .errorProbability(ERROR_PROBABILITY)
          .seed(check.seed)
          .maximumRuns(check.maximumRuns)
          .significantBits(SIGNIFICANT_BITS)
          .threads(threads)
          .progress(listener)
          .audit(mechanism, List.of(pair));
    }
  }

  /** Checks the budget. */
  public EmpiricalCheck {
    Parameters.requireAtLeastOne("maximumRuns", maximumRuns);
    if (!(maximumRuns <= MOST_RUNS)) {
      throw new IllegalArgumentException("maximumRuns was " + maximumRuns + ": at most 1e9");
    }
  }

  /**
   * Carries the attack out. Equal seeds give equal reports, except for the time.
   *
   * @param threads how many runs may be in progress at once
   * @param listener receives progress
   * @return the auditor's report
   */
  public AuditReport run(int threads, Consumer<Checkpoint> listener) {
    return experiment.get().audit(this, threads, listener);
  }
}
