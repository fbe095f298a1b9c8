package org.assay.verify.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Frequency;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.Witness;
import org.assay.verify.internal.report.markup.Text;

/** Findings in sentences. Plain text; whoever puts it into markup escapes it. */
final class Prose {
  private Prose() {}

  static String verdict(AuditReport audit) {
    return switch (audit.verdict()) {
      case REFUTED ->
          "The claim is refuted: "
              + audit.reason()
              + ". Betting against it turned 1 into "
              + Text.number(Math.exp(audit.logWealth()))
              + " within "
              + Text.count(audit.runs())
              + " runs.";
      case CONSISTENT ->
          "The claim stood. "
              + Text.count(audit.runs())
              + " runs gave no sufficient evidence against it"
              + audit.caveat().map(caveat -> ", " + caveat).orElse("")
              + unseen(audit)
              + ". That is not a proof: violations smaller than stated below, and violations of any"
              + " size that do not show "
              + audit.whereTried()
              + ", remain possible.";
      case INCONCLUSIVE ->
          "Undecided after " + Text.count(audit.runs()) + " runs: " + audit.reason() + ".";
    };
  }

  private static String unseen(AuditReport audit) {
    return audit.unseen().stream().map(part -> "; " + part).collect(Collectors.joining());
  }

  static String witness(Witness witness) {
    return "On the pair “"
        + witness.pair()
        + "”, the event “"
        + witness.event()
        + "” happened in "
        + frequency(witness.left())
        + " on the left dataset and in "
        + frequency(witness.right())
        + " on the right one. The event was fixed before these runs.";
  }

  /** The bound alone: members of the family up to its value were refuted. */
  static String shown(LowerBound bound) {
    String relation = bound.value() > 0 ? " > " : " ≥ ";
    return bound.currency() + relation + Text.down(bound.value());
  }

  static String lowerBound(LowerBound bound) {
    return shown(bound)
        + " (claimed "
        + Text.number(bound.claimed())
        + "; ever above the truth with probability at most "
        + Text.number(bound.errorProbability())
        + ")";
  }

  static String power(AuditReport audit) {
    return violation(audit, audit.power().learningViolation())
        + (" " + audit.whereTried())
        + " ("
        + audit.power().reference()
        + ", by an audit that knows the event and learns its probabilities; by an oracle, "
        + violation(audit, audit.power().smallestViolation())
        + ")";
  }

  private static String violation(AuditReport audit, double value) {
    return Double.isInfinite(value)
        ? "no violation in the reference family"
        : audit.lowerBound().currency() + " " + Text.up(value);
  }

  /** Everything a build log should show. */
  static String details(AuditedClaim claim) {
    List<String> lines = new ArrayList<>();
    lines.add("claim: " + claim.audit().claim().describe());
    lines.add(verdict(claim.audit()));
    lines.add("lower bound: " + lowerBound(claim.audit().lowerBound()));
    claim.audit().witness().ifPresent(witness -> lines.add(witness(witness)));
    claim.findings().forEach(finding -> lines.add("found beside the bets: " + finding));
    lines.addAll(claim.notes());
    if (!claim.reproduce().isBlank()) {
      lines.add("reproduce: " + claim.reproduce());
    }
    return String.join("\n", lines);
  }

  private static String frequency(Frequency frequency) {
    return Text.count(frequency.hits())
        + " of "
        + Text.count(frequency.runs())
        + " runs (probability "
        + Text.down(frequency.lower())
        + " to "
        + Text.up(frequency.upper())
        + ")";
  }
}
