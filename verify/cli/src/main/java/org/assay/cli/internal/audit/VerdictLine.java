package org.assay.cli.internal.audit;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.assay.accountant.numeric.Decimals;
import org.assay.cli.internal.claims.PlannedClaim;
import org.assay.cli.internal.input.OneLine;
import org.assay.cli.internal.terminal.Colour;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.range.RangeClaim;
import org.assay.ledger.internal.range.RangeFinding;
import org.assay.ledger.internal.range.RangeWitness;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.AuditReport.Power;
import org.assay.verify.audit.ClaimState;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.Verdict;
import org.assay.verify.audit.Witness;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.CertifiedInterval;

/** The lines of one claim on the terminal. */
final class VerdictLine {
  private static final int VERDICT_WIDTH = 12;

  private VerdictLine() {}

  /**
   * The line of an audited claim, followed by the findings of other checks.
   *
   * @param claim the claim
   * @return text that ends with a line break
   */
  static String of(AuditedClaim claim) {
    return line(claim) + "\n";
  }

  /**
   * The line of a claim that was read and not audited.
   *
   * @param claim the claim
   * @return text that ends with a line break
   */
  static String ofPlan(PlannedClaim<?> claim) {
    int pairs = claim.pairs().size();
    return padded("checked")
        + OneLine.of(claim.name())
        + ": claimed "
        + claim.guarantee().describe()
        + claim.certified().map(VerdictLine::certified).orElse("")
        + ", "
        + pairs
        + (pairs == 1 ? " pair, at most " : " pairs, at most ")
        + claim.budget().runs()
        + " runs\n";
  }

  /**
   * The line of a claim that needs no runs and was not judged.
   *
   * @param range the claim
   * @return text that ends with a line break
   */
  static String ofPlan(RangeClaim range) {
    return padded("checked") + OneLine.of(range.name()) + ": judged by computation, without runs\n";
  }

  /**
   * The line of a claim that was judged by computation.
   *
   * @param range the finding
   * @return text that ends with a line break
   */
  static String of(RangeFinding range) {
    return line(range) + "\n";
  }

  private static String line(AuditedClaim claim) {
    LowerBound bound = claim.audit().lowerBound();
    return String.join(
        "",
        padded(claim.state().label()) + OneLine.of(claim.name()),
        ": claimed " + claim.audit().claim().describe(),
        claim.certified().map(VerdictLine::certified).orElse(""),
        ", audited "
            + bound.currency()
            + (bound.value() > 0 ? " > " : " >= ")
            + Decimals.BY_SIZE.down(bound.value()),
        ", " + claim.audit().runs() + " runs",
        claim.audit().caveat().map(reach -> " did not refute it; " + reach).orElse(""),
        whyInconclusive(claim.audit()),
        unseen(claim.audit()),
        claim.contradiction().map(words -> "\n  " + words).orElse(""),
        claim.standsAtBits().isPresent() ? "\n  " + claim.headline() : "",
        shownBy(claim.audit()).map(event -> "\n  shown by: " + OneLine.of(event)).orElse(""),
        "\n  risk: " + claim.risk(claim.audit().verdict() == Verdict.REFUTED),
        claim.findings().stream()
            .map(finding -> "\n  found beside the bets: " + OneLine.of(finding))
            .collect(Collectors.joining()));
  }

  /** The event that told the datasets apart, if it refuted the claim. */
  private static Optional<String> shownBy(AuditReport audit) {
    return audit.verdict() == Verdict.REFUTED
        ? audit.witness().map(Witness::describe)
        : Optional.empty();
  }

  /** A note on unseen parts of outputs, unless the reason of the verdict states them already. */
  private static String unseen(AuditReport audit) {
    return audit.unseen().stream()
        .filter(part -> audit.verdict() == Verdict.NOT_REFUTED || !audit.reason().contains(part))
        .map(part -> "; " + part)
        .collect(Collectors.joining());
  }

  private static String whyInconclusive(AuditReport audit) {
    if (audit.verdict() != Verdict.INCONCLUSIVE) {
      return "";
    }
    long needed = audit.power().runsForFactor();
    return ", "
        + audit.reason()
        + (needed == Long.MAX_VALUE || needed <= audit.runs()
            ? ""
            : "; " + Power.FACTOR + " times the claim takes about " + needed + " runs to refute");
  }

  /** The colour of a state, where there are colours. */
  static Colour colour(ClaimState state) {
    return switch (state) {
      case REFUTED -> Colour.RED;
      case CERTIFIED -> Colour.GREEN;
      case NOT_REFUTED -> Colour.NONE;
      case INCONCLUSIVE -> Colour.YELLOW;
    };
  }

  private static String padded(String word) {
    return word + " ".repeat(Math.max(1, VERDICT_WIDTH - word.length()));
  }

  private static String line(RangeFinding range) {
    String found = range.single() ? ofOne(range) : ofMany(range);
    return padded(range.state().label())
        + OneLine.of(range.name())
        + ": "
        + found
        + "\n  risk: "
        + range.risk();
  }

  /** The line of a finding about a claim without parameters. */
  private static String ofOne(RangeFinding range) {
    return switch (range.verdict()) {
      case REFUTED ->
          witness(range) + ": " + Numbers.atMost(range.ratio().lower()) + " times the claim";
      case NOT_REFUTED ->
          range.state() == ClaimState.CERTIFIED
              ? "proved, at most " + Numbers.atLeast(range.ratio().upper()) + " times the claim"
              : "cost and claim are equal to within rounding";
      case INCONCLUSIVE ->
          "neither proved nor refuted, cost over claim in " + Numbers.about(range.ratio());
    };
  }

  private static String ofMany(RangeFinding range) {
    String points = range.points() + " points tried";
    String worst = "at about " + about(range.worst());
    return switch (range.verdict()) {
      case REFUTED ->
          String.join(
              "",
              witness(range) + ", at " + new Point(range.witness().orElseThrow().parameters()),
              "; worst of " + points + ": " + Numbers.atMost(range.ratio().lower()),
              " times the claim, " + worst);
      // A value equal to the claim may exceed it by rounding.
      case NOT_REFUTED ->
          String.join(
              "",
              "holds at all " + points + " (no proof), at most ",
              Numbers.atLeast(Math.min(1, range.ratio().upper())),
              " times the claim, " + worst);
      case INCONCLUSIVE ->
          String.join(
              "",
              "neither proved nor refuted, cost over claim in " + Numbers.about(range.ratio()),
              ", " + worst + ", " + points);
    };
  }

  private static String about(Map<String, Double> point) {
    return point.entrySet().stream()
        .map(entry -> entry.getKey() + " = " + Numbers.about(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String witness(RangeFinding range) {
    RangeWitness witness = range.witness().orElseThrow();
    return range.quantity()
        + " >= "
        + Numbers.atMost(witness.cost().lower())
        + ", claimed "
        + Numbers.about(witness.claimed());
  }

  private static String certified(CertifiedInterval certified) {
    return ", certified "
        + certified.label()
        + " <= "
        + Decimals.BY_SIZE.up(certified.interval().upper());
  }
}
