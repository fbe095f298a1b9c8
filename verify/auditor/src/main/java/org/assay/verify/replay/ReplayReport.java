package org.assay.verify.replay;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.privacy.Guarantee;

/**
 * The findings of recording and replaying a mechanism. Without a finding, no declaration was seen
 * to be false on these pairs and recordings; nothing is proved about other datasets.
 *
 * @param claim the claim
 * @param recordings number of recorded runs, all pairs and both directions together
 * @param findings for each primitive and kind of finding, the worst one
 * @param cost the declared cost that uses most of the claim; empty if none was computed
 * @param unchecked reasons why a declared cost was not computed, if any: no theorem bounds the
 *     cost, or the cost needs a convolution and declarations are false anyway
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
   * @return true if there is no finding
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

  /**
   * The cost of the primitives that a run declared, by the accountant and in the currency of the
   * claim.
   *
   * @param unit the currency, for example {@code delta at epsilon 1.0}
   * @param declared the accountant's value for the primitives; infinite if they have no such
   *     guarantee. For a delta this is the lower end of the enclosure, so that the accountant's own
   *     discretization never counts as an excess; otherwise the upper end
   * @param claimed the claimed value
   */
  public record DeclaredCost(String unit, double declared, double claimed) {
    /** Largest relative excess that is attributed to rounding. Not tuned. */
    private static final double DUST = 1e-9;

    /**
     * Whether the claim is exceeded by more than one part in 10<sup>9</sup>.
     *
     * @return true if the declared cost is larger than the claim
     */
    public boolean exceedsClaim() {
      return !(declared <= claimed * (1 + DUST));
    }

    /** The cost divided by the claim, which makes costs in different units comparable. */
    double shareOfClaim() {
      if (claimed > 0) {
        return declared / claimed;
      }
      return declared > 0 ? Double.POSITIVE_INFINITY : 0;
    }

    /**
     * The cost in words.
     *
     * @return for example {@code epsilon 2.0, claimed 1.0}
     */
    public String describe() {
      return unit + " " + declared + ", claimed " + claimed;
    }
  }
}
