package org.assay.verify.training;

import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Verdict;

/**
 * What guesses about canaries that were in or out show about claims. Verdicts and lower bounds of
 * all kinds, at as many deltas as one likes, are right together except with the error probability:
 * they read the same counts ({@code doc-files/one-run-audits.md}, "From tails to verdicts").
 */
public sealed interface CanaryEvidence permits OneRunGuesses, RepeatedRuns {
  /**
   * What taking a canary in or out means.
   *
   * @return the relation; claims under another are not refuted by this
   */
  AdjacencyRelation adjacency();

  /**
   * The largest probability that anything said on these grounds is wrong.
   *
   * @return strictly between 0 and 1
   */
  double errorProbability();

  /**
   * The same experiment, had as large a share of guesses about all canaries been right. It says
   * whether too few guesses are the reason for a low bound.
   *
   * @return evidence that was not found; this, if every run is guessed about
   */
  default CanaryEvidence asGoodAboutAll() {
    return this;
  }

  /**
   * Whether a claim is refuted.
   *
   * @param claim a claim under the same relation
   * @return whether a true claim would have allowed this with at most the error probability only
   * @throws IllegalArgumentException if the relations differ
   */
  boolean refutes(Guarantee claim);

  /**
   * The most that the same experiment could have shown.
   *
   * @return the evidence if every guess had been right
   */
  CanaryEvidence perfect();

  /**
   * The largest claim of the same form that is refuted: epsilon at the same delta, mu, rho, or the
   * scale of a curve.
   *
   * @param claim says which form, and where to start searching
   * @return a lower confidence bound, rounded down; 0 if nothing was shown
   * @throws IllegalArgumentException if the relations differ
   */
  default double lowerBound(Guarantee claim) {
    return LargestRefuted.of(claim, this::refutes);
  }

  /**
   * What was counted.
   *
   * @return a sentence for each rule of guessing
   */
  List<String> describe();

  /**
   * What is shown of the trade-off curve itself.
   *
   * @return points that hold together except with the error probability; none if only claims can be
   *     tried
   */
  List<Point> points();

  /**
   * How large an experiment of this kind has to be at least to refute a claim.
   *
   * @param claim the claim
   * @return a sentence without a full stop, in lower case
   */
  String needed(Guarantee claim);

  /**
   * A point that no trade-off curve of the runs is above.
   *
   * @param falseAlarms upper bound of the rate of false alarms, a type I error
   * @param misses upper bound of the rate of misses, a type II error
   */
  record Point(double falseAlarms, double misses) {}

  /**
   * What became of a claim.
   *
   * @param claim a claim under the same relation
   * @return inconclusive if right guesses only could not have refuted it
   * @throws IllegalArgumentException if the relations differ
   */
  default Verdict verdict(Guarantee claim) {
    if (refutes(claim)) {
      return Verdict.REFUTED;
    }
    return perfect().refutes(claim) ? Verdict.NOT_REFUTED : Verdict.INCONCLUSIVE;
  }
}
