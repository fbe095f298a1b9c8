package org.assay.verify.replay;

import java.util.List;
import org.assay.accountant.privacy.Brief;
import org.assay.accountant.privacy.Guarantee;

/**
 * The findings of a check for missing randomness.
 *
 * @param claim the claim
 * @param errorProbability of all findings together, each under its own hypothesis
 * @param pairs how many pairs were checked, from the first: all unless time ran out
 * @param runs how often the mechanism ran
 * @param findings the findings
 */
public record RandomnessReport(
    Guarantee claim,
    double errorProbability,
    int pairs,
    long runs,
    List<RandomnessFinding> findings) {
  /** Copies the list. */
  public RandomnessReport {
    findings = List.copyOf(findings);
  }

  /**
   * Whether there is no finding.
   *
   * @return true if nothing showed
   */
  public boolean passed() {
    return findings.isEmpty();
  }

  /**
   * Whether the claim is refuted; otherwise only the generator may be suspect.
   *
   * @return true if a finding contradicts the claim itself
   */
  public boolean refutesClaim() {
    return findings.stream().anyMatch(RandomnessFinding::refutesClaim);
  }

  /**
   * The report in words.
   *
   * @return a few lines, each ended by a line feed
   */
  public String describe() {
    StringBuilder text = new StringBuilder(64);
    text.append("claim ").append(claim.describe()).append(", ").append(runs).append(" runs: ");
    text.append(passed() ? "no finding" : findings.size() + " findings").append('\n');
    for (RandomnessFinding finding : findings) {
      text.append("- ").append(finding.describe()).append('\n');
    }
    return text.toString();
  }

  /** The claim, the runs and the findings. */
  @Override
  public String toString() {
    return "randomness of runs of "
        + Brief.of(claim.describe())
        + ", runs: "
        + runs
        + ", error probability "
        + errorProbability
        + ", "
        + Brief.of("findings", findings.stream().map(RandomnessFinding::describe).toList());
  }
}
