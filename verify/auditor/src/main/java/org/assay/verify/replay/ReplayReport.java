package org.assay.verify.replay;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.Brief;
import org.assay.accountant.privacy.Guarantee;

/**
 * The findings of recording and replaying a mechanism. Without a finding, no declaration was seen
 * to be false on these pairs and recordings; nothing is proved about other datasets.
 *
 * @param claim the claim
 * @param recordings how many runs were recorded, all pairs and both directions together
 * @param findings for each primitive and kind of finding, the worst one
 * @param cost the declared cost that uses most of the claim; empty if none was computed
 * @param unchecked why a declared cost was not computed, if so: no theorem bounds it, or it needs a
 *     convolution and declarations are false anyway
 */
public record ReplayReport(
    Guarantee claim,
    int recordings,
    List<Finding> findings,
    Optional<DeclaredCost> cost,
    List<String> unchecked) {
  /** Copies the lists. */
  public ReplayReport {
    findings = List.copyOf(findings);
    unchecked = List.copyOf(unchecked);
  }

  /**
   * Whether there is no finding.
   *
   * @return true if nothing wrong showed
   */
  public boolean passed() {
    return findings.isEmpty();
  }

  /**
   * The report in words.
   *
   * @return a few lines, each ended by a line feed
   */
  public String describe() {
    StringBuilder text = new StringBuilder(64);
    text.append("claim ").append(claim.describe());
    text.append(", ").append(recordings).append(" recordings replayed: ");
    text.append(passed() ? "no finding" : findings.size() + " findings").append('\n');
    for (Finding finding : findings) {
      text.append("- ").append(finding.describe());
      text.append(" [").append(finding.occurrence()).append("]\n");
    }
    cost.ifPresent(c -> text.append("declared cost: ").append(c.describe()).append('\n'));
    unchecked.forEach(why -> text.append("cost not checked: ").append(why).append('\n'));
    return text.toString();
  }

  /** The claim and the findings. */
  @Override
  public String toString() {
    return "replay of "
        + Brief.of(claim.describe())
        + ", recordings: "
        + recordings
        + ", "
        + Brief.of("findings", findings.stream().map(Finding::describe).toList());
  }
}
