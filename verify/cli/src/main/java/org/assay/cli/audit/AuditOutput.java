package org.assay.cli.audit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.assay.cli.input.OneLine;
import org.assay.cli.page.ReportDirectory;
import org.assay.ledger.claim.Numbers;
import org.assay.ledger.claim.Point;
import org.assay.ledger.range.RangeFinding;
import org.assay.ledger.range.RangeSection;
import org.assay.ledger.range.RangeWitness;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.Verdict;
import org.assay.verify.audit.Witness;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.CertifiedInterval;
import org.assay.verify.report.ClaimsSource;
import org.assay.verify.report.JsonReport;
import org.assay.verify.report.ReportFiles;
import org.assay.verify.report.ReportSection;

/**
 * What an audit prints and writes.
 *
 * @param title the title of the report
 * @param claims the audited claims
 * @param ranges what was found about claims over ranges
 * @param source where the claims are stated
 */
record AuditOutput(
    String title, List<AuditedClaim> claims, List<RangeFinding> ranges, ClaimsSource source) {
  private static final int VERDICT_WIDTH = 12;

  /** The verdicts on all claims. */
  List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    claims.forEach(claim -> verdicts.add(claim.audit().verdict()));
    ranges.forEach(range -> verdicts.add(range.verdict()));
    return verdicts;
  }

  /** A line for each claim, and indented ones that say why. */
  String lines() {
    StringBuilder text = new StringBuilder();
    claims.forEach(claim -> text.append(line(claim)).append('\n'));
    ranges.forEach(range -> text.append(line(range)).append('\n'));
    return text.toString();
  }

  private static String line(AuditedClaim claim) {
    LowerBound bound = claim.audit().lowerBound();
    return String.join(
        "",
        begin(claim.audit().verdict()) + OneLine.of(claim.name()),
        ": claimed " + claim.audit().claim().describe(),
        claim.certified().map(AuditOutput::certified).orElse(""),
        ", audited " + bound.currency() + (bound.value() > 0 ? " > " : " >= ") + bound.value(),
        ", " + claim.audit().runs() + " runs",
        claim.audit().caveat().map(caveat -> ", " + caveat).orElse(""),
        shownBy(claim.audit()).map(event -> "\n  shown by: " + OneLine.of(event)).orElse(""),
        claim.findings().stream()
            .map(finding -> "\n  found beside the bets: " + OneLine.of(finding))
            .collect(Collectors.joining()));
  }

  /** What told the datasets apart, where the claim fell by it. */
  private static Optional<String> shownBy(AuditReport audit) {
    return audit.verdict() == Verdict.REFUTED
        ? audit.witness().map(Witness::describe)
        : Optional.empty();
  }

  private static String begin(Verdict verdict) {
    String word = verdict.name().toLowerCase(Locale.ROOT);
    return word + " ".repeat(Math.max(1, VERDICT_WIDTH - word.length()));
  }

  private static String line(RangeFinding range) {
    String found = range.single() ? ofOne(range) : ofMany(range);
    return begin(range.verdict()) + OneLine.of(range.name()) + ": " + found;
  }

  /** What was found about a claim without parameters. */
  private static String ofOne(RangeFinding range) {
    return switch (range.verdict()) {
      case REFUTED ->
          witness(range) + ": " + Numbers.atMost(range.ratio().lower()) + " times the claim";
      case CONSISTENT ->
          "proved, at most "
              + Numbers.atLeast(Math.min(1, range.ratio().upper()))
              + " times the claim";
      case INCONCLUSIVE -> "undecided, cost over claim in " + Numbers.about(range.ratio());
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
      // What equals the claim may exceed it by rounding.
      case CONSISTENT ->
          String.join(
              "",
              "holds at all " + points + " (no proof), at most ",
              Numbers.atLeast(Math.min(1, range.ratio().upper())),
              " times the claim, " + worst);
      case INCONCLUSIVE ->
          String.join(
              "",
              "undecided, cost over claim in " + Numbers.about(range.ratio()),
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
    return ", certified " + certified.label() + " <= " + certified.interval().upperDecimal();
  }

  /** The report as JSON, with the time that every claim took. */
  String timedJson() {
    return JsonReport.text(JsonReport.of(title, claims, sections()));
  }

  /** The report as JSON; the same for the same seed, whatever the machine and its threads. */
  String json() {
    List<AuditedClaim> untimed =
        claims.stream()
            .map(
                claim ->
                    new AuditedClaim(
                        claim.name(),
                        claim.certified(),
                        claim.findings(),
                        claim.notes(),
                        claim.audit().withoutTiming(),
                        claim.reproduce()))
            .toList();
    return JsonReport.text(JsonReport.of(title, untimed, sections()));
  }

  private List<ReportSection> sections() {
    return List.of(new RangeSection(ranges));
  }

  /** Writes the report's files. */
  void write(Path directory) {
    ReportDirectory.write(
        directory,
        draft -> {
          ReportFiles.write(draft, title, claims, sections(), Optional.of(source));
          Files.writeString(draft.resolve("report.json"), json());
        });
  }
}
