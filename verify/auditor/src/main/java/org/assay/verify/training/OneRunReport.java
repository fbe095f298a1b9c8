package org.assay.verify.training;

import java.util.List;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.Verdict;

/**
 * The result of a {@link CanaryExperiment}: the verdict on a claim, and the evidence. The report
 * depends on the seed, the training and the claim only.
 *
 * @param claim the audited claim
 * @param verdict the conclusion
 * @param reason the conclusion's ground, one sentence
 * @param pValue p-value of the claim, corrected for the number of guess counts; 1 if nothing was
 *     run
 * @param errorProbability the largest probability of refuting a true claim, and of a lower bound
 *     above the truth
 * @param seed the root seed
 * @param canaries the number of canaries
 * @param results one for each number of guesses that was fixed in advance
 * @param lowerBound lower bound of the true parameter by the same guesses
 */
public record OneRunReport(
    Guarantee claim,
    Verdict verdict,
    String reason,
    double pValue,
    double errorProbability,
    long seed,
    int canaries,
    List<GuessResult> results,
    LowerBound lowerBound) {
  /** Copies the results. */
  public OneRunReport {
    results = List.copyOf(results);
  }

  /**
   * The report in words.
   *
   * @return a few sentences
   */
  public String describe() {
    StringBuilder words = new StringBuilder();
    words.append(claim.describe()).append(": ").append(verdict).append(", ").append(reason);
    for (GuessResult result : results) {
      words
          .append("; ")
          .append(result.correct())
          .append(" of ")
          .append(result.guesses())
          .append(" guesses about ")
          .append(canaries)
          .append(" canaries were right (p-value ")
          .append(result.pValue())
          .append(')');
    }
    return words
        .append("; ")
        .append(lowerBound.currency())
        .append(" is at least ")
        .append(lowerBound.value())
        .append(" with error probability ")
        .append(errorProbability)
        .append("; seed ")
        .append(seed)
        .toString();
  }

  /** Claim, verdict, p-value and lower bound. */
  @Override
  public String toString() {
    return String.format(
        "%s: %s\nbecause %s\ncanaries: %s, p-value %s, seed %s, error probability %s\n%s",
        verdict,
        Brief.of(claim.describe()),
        Brief.of(reason),
        canaries,
        pValue,
        seed,
        errorProbability,
        lowerBound);
  }

  /**
   * The number of right guesses among a fixed number of guesses about canaries, and its p-value.
   *
   * @param guesses number of guesses; the half with the higher scores was "included"
   * @param correct number of right guesses
   * @param pValue an upper bound of the probability, under a true claim, of at least this number of
   *     right guesses
   */
  public record GuessResult(int guesses, int correct, double pValue) {}
}
