package org.assay.verify.training;

import java.util.Optional;
import org.assay.accountant.internal.words.Brief;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.Verdict;

/**
 * The result of an {@link InRunAudit}: the verdict on a claim about every step, and the evidence.
 * Depends on the seed, the claim and the projections only.
 *
 * @param claim the audited claim about steps
 * @param verdict the conclusion
 * @param reason the conclusion's ground, one sentence
 * @param errorProbability the largest probability of refuting a true claim
 * @param seed the root seed of the coins
 * @param steps number of observed steps
 * @param logWealth final wealth of the bettor against the claim, natural logarithm
 * @param lowerBound lower bound of the true parameter of a step by the same steps, for claims that
 *     are guarantees
 */
public record InRunReport(
    StepClaim claim,
    Verdict verdict,
    String reason,
    double errorProbability,
    long seed,
    long steps,
    double logWealth,
    Optional<LowerBound> lowerBound) {
  /**
   * The report in words.
   *
   * @return one sentence
   */
  public String describe() {
    String shown =
        lowerBound
            .map(bound -> "; " + bound.currency() + " of a step is at least " + bound.value())
            .orElse("");
    return String.format(
        "%s: %s after %s steps, %s%s; seed %s",
        claim.description(), verdict, steps, reason, shown, seed);
  }

  /** Claim, verdict, steps and lower bound. */
  @Override
  public String toString() {
    return String.format(
        "%s: %s\nbecause %s\nsteps: %s, seed %s, error probability %s%s",
        verdict,
        claim,
        Brief.of(reason),
        steps,
        seed,
        errorProbability,
        lowerBound.map(bound -> "\n" + bound).orElse(""));
  }
}
