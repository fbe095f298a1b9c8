package org.assay.verify.shrink;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.words.Brief;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;

/**
 * The result of a search: the smallest pair that was certified to refute a claim, or the original
 * pair if none was. While the claim is true, a pair is certified with probability at most the error
 * probability, whatever the search did.
 *
 * @param original the pair that was to be shrunk
 * @param pair the smallest pair that was certified; the original if none was
 * @param certification the audit that certified the pair, on runs of its own and with an error
 *     probability of its own; its time is left out. Empty if no audit did
 * @param reason what happened, one sentence
 * @param errorProbability error probability of all attempts at certification together
 * @param seed the root seed
 * @param audits the number of audits, searching and certifying
 * @param runs the number of runs of all audits
 * @param steps the audits in order
 * @param <D> the type of datasets
 */
public record ShrunkWitness<D>(
    AdjacentPair<D> original,
    AdjacentPair<D> pair,
    Optional<AuditReport> certification,
    String reason,
    double errorProbability,
    long seed,
    int audits,
    long runs,
    List<ShrinkStep> steps) {
  /**
   * Copies the steps.
   *
   * @throws IllegalArgumentException if the certification refutes nothing
   */
  public ShrunkWitness {
    steps = List.copyOf(steps);
    if (certification.filter(report -> report.verdict() != Verdict.REFUTED).isPresent()) {
      throw new IllegalArgumentException(
          "certification was an audit that refutes nothing: only a refutation certifies");
    }
  }

  /**
   * Whether the pair refutes the claim on runs that had no part in its choice.
   *
   * @return whether it does
   */
  public boolean isCertified() {
    return certification.isPresent();
  }

  /** The small pair and what certifies it. */
  @Override
  public String toString() {
    return String.format(
        "%s on the pair: %s\nbecause %s\naudits: %s, runs: %s, seed %s, error probability %s",
        isCertified() ? "certified" : "not certified",
        Brief.of(pair.toString()),
        Brief.of(reason),
        audits,
        runs,
        seed,
        errorProbability);
  }

  /**
   * One audit on the way to the smallest pair.
   *
   * @param pair how its datasets differ
   * @param certifies whether the audit certifies; otherwise it only guides the search
   * @param refuted whether it refuted the claim
   * @param runs how many runs it used
   * @param errorProbability its error probability
   */
  public record ShrinkStep(
      String pair, boolean certifies, boolean refuted, long runs, double errorProbability) {}
}
