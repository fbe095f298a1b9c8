package org.assay.verify.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.Witness;
import org.assay.verify.audit.Witness.Frequency;
import org.assay.verify.internal.report.markup.Text;

/** Findings in sentences, as plain text that markup must escape. */
final class Prose {
  static final String CONTRADICTION =
      "CONTRADICTION: the accountant certifies this claim for what the mechanism declares, and runs"
          + " refute it. The code does not do what it declares, or the pairs are no neighbours.";

  private Prose() {}

  /** The conclusion in one line, for places with room for no more. */
  static String headline(AuditedClaim claim) {
    String stated = claim.audit().claim().describe();
    return switch (claim.state()) {
      case REFUTED ->
          claim.standsAtBits().isPresent()
              ? lowestBitsOnly(claim.standsAtBits().getAsInt())
              : stated + " is refuted";
      case CERTIFIED -> stated + " is certified";
      case NOT_REFUTED -> stated + " was not refuted";
      case INCONCLUSIVE -> stated + " is not decided";
    };
  }

  static String lowestBitsOnly(int bits) {
    return "refuted by floating-point noise only; the algorithm stands at " + bits + " bits";
  }

  static String verdict(AuditedClaim claim) {
    AuditReport audit = claim.audit();
    String proof =
        switch (claim.state()) {
          case CERTIFIED ->
              "Certified: the accountant proves the claim for what the mechanism declares that it"
                  + " spends. ";
          default -> "";
        };
    return proof
        + switch (audit.verdict()) {
          case REFUTED -> refuted(claim);
          case NOT_REFUTED -> stood(audit);
          case INCONCLUSIVE ->
              (audit.telling() ? "Not refuted after " : "The audit says nothing after ")
                  + Text.count(audit.runs())
                  + " runs: "
                  + audit.reason()
                  + ".";
        };
  }

  private static String refuted(AuditedClaim claim) {
    String how =
        claim.standsAtBits().isPresent()
            ? "The claim is " + lowestBitsOnly(claim.standsAtBits().getAsInt()) + "."
            : "The claim is false.";
    String reason = claim.audit().reason();
    return how
        + (" " + Character.toUpperCase(reason.charAt(0)) + Text.plain(reason.substring(1)))
        + (". This took " + Text.count(claim.audit().runs()) + " runs.");
  }

  private static String stood(AuditReport audit) {
    return reach(audit)
        + unseen(audit)
        + ". That is no proof: smaller violations, and violations of any size that do not show "
        + audit.whereTried()
        + ", remain possible.";
  }

  /** The violation that the runs of a claim that stood could have shown. */
  static String reach(AuditReport audit) {
    return Text.count(audit.runs())
        + " runs did not refute it; "
        + Text.plain(audit.caveat(Text::up, Text::count));
  }

  private static String unseen(AuditReport audit) {
    return audit.unseen().stream().map(part -> "; " + part).collect(Collectors.joining());
  }

  static String witness(Witness witness) {
    return String.format(
        "On the pair “%s”, the event “%s” happened in %s on the left dataset and in %s on the right"
            + " one. The event was fixed before these runs.",
        Text.plain(witness.pair()),
        Text.plain(witness.event()),
        frequency(witness.left()),
        frequency(witness.right()));
  }

  /** The probability of a right guess if the claim is true, and the rates of the clearest event. */
  static String risk(AuditReport audit, boolean withRuns) {
    return AuditedClaim.risk(audit.claim())
        + audit.witness().filter(seen -> withRuns).flatMap(Prose::rates).orElse("");
  }

  /**
   * The rates of the event as a test for the dataset of a run. Empty if the runs were too few for
   * the rates to differ.
   */
  static Optional<String> rates(Witness witness) {
    Frequency hits = witness.favoursLeft() ? witness.left() : witness.right();
    Frequency alarms = witness.favoursLeft() ? witness.right() : witness.left();
    return hits.lower() > alarms.upper()
        ? Optional.of(
            "; the runs show true positives of at least "
                + percent(hits.lower(), RoundingMode.FLOOR)
                + " at false positives of at most "
                + percent(alarms.upper(), RoundingMode.CEILING)
                + " (99% bounds for a fixed number of runs)")
        : Optional.empty();
  }

  static String percent(double share, RoundingMode mode) {
    BigDecimal percent = new BigDecimal(share).movePointRight(2);
    return percent.setScale(2, mode).toPlainString() + "%";
  }

  /** The witness without intervals. */
  static String shortWitness(Witness witness) {
    return String.format(
        "“%s”: left %s, right %s, on the pair “%s”",
        Text.plain(witness.event()),
        share(witness.left()),
        share(witness.right()),
        Text.plain(witness.pair()));
  }

  private static String share(Frequency frequency) {
    String runs = Text.count(frequency.runs()) + " runs";
    return frequency.hits() == 0
        ? "never in " + runs
        : Text.count(frequency.hits()) + " of " + runs;
  }

  /** The inequality that the bound shows: members of the family up to its value were refuted. */
  static String shown(LowerBound bound) {
    String relation = bound.value() > 0 ? " > " : " ≥ ";
    return Text.plain(bound.currency()) + relation + Text.down(bound.value());
  }

  /** The result of the runs, in short. */
  static String shown(AuditReport audit) {
    return switch (audit.verdict()) {
      case REFUTED -> shown(audit.lowerBound()) + ", by " + Text.count(audit.runs()) + " runs";
      case NOT_REFUTED -> shown(audit.lowerBound());
      case INCONCLUSIVE -> audit.reason();
    };
  }

  static String lowerBound(LowerBound bound) {
    return String.format(
        "%s (claimed %s; ever above the truth with probability at most %s)",
        shown(bound), Text.number(bound.claimed()), Text.number(bound.errorProbability()));
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
        : Text.plain(audit.lowerBound().currency()) + " " + Text.up(value);
  }

  /** The lines of a claim for a build log. */
  static String details(AuditedClaim claim) {
    List<String> lines = new ArrayList<>();
    claim.contradiction().ifPresent(lines::add);
    lines.add("claim: " + Text.plain(claim.audit().claim().describe()));
    lines.add(verdict(claim));
    claim.certified().ifPresent(proof -> lines.add("certified: " + proof.atMost()));
    lines.add("lower bound: " + lowerBound(claim.audit().lowerBound()));
    claim.audit().witness().ifPresent(witness -> lines.add(witness(witness)));
    lines.add("risk: " + claim.risk(true));
    claim.findings().forEach(finding -> lines.add("found beside the bets: " + finding));
    lines.addAll(claim.notes());
    if (!claim.reproduce().isBlank()) {
      lines.add("reproduce: " + claim.reproduce());
    }
    return String.join("\n", lines);
  }

  private static String frequency(Frequency frequency) {
    return String.format(
        "%s of %s runs (probability %s to %s)",
        Text.count(frequency.hits()),
        Text.count(frequency.runs()),
        Text.down(frequency.lower()),
        Text.up(frequency.upper()));
  }
}
