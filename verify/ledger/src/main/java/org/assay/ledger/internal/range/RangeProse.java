package org.assay.ledger.internal.range;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.assay.accountant.numeric.Enclosure;
import org.assay.verify.audit.ClaimState;
import org.assay.verify.audit.Verdict;
import org.assay.verify.internal.report.markup.Text;

/** Findings about ranges in sentences, as plain text that markup must escape. */
final class RangeProse {
  private RangeProse() {}

  static String verdict(RangeFinding finding) {
    return finding.single() ? verdictOfOne(finding) : verdictOfMany(finding);
  }

  private static String verdictOfOne(RangeFinding finding) {
    return switch (finding.verdict()) {
      case REFUTED ->
          "The claim is refuted by computation, " + factor(finding.ratio().lower()) + ".";
      case NOT_REFUTED ->
          finding.state() == ClaimState.CERTIFIED
              ? "The claim is proved: the cost is at most "
                  + Text.up(finding.ratio().upper())
                  + " times the claim."
              : "The claim is not refuted: cost and claim are equal to within rounding.";
      case INCONCLUSIVE ->
          "Neither proved nor refuted: the cost over the claim is only known to lie in "
              + shown(finding.ratio())
              + ".";
    };
  }

  private static String verdictOfMany(RangeFinding finding) {
    String points = Text.count(finding.points()) + " points tried";
    return switch (finding.verdict()) {
      case REFUTED ->
          "The claim is refuted by computation. The largest violation among "
              + points
              + " is "
              + factor(finding.ratio().lower())
              + ", at "
              + point(finding.worst())
              + ".";
      case NOT_REFUTED ->
          "The claim holds at all "
              + points
              + ". That is no proof for the points between them. The cost is at most "
              + Text.up(finding.ratio().upper())
              + " times the claim, at "
              + point(finding.worst())
              + ".";
      case INCONCLUSIVE ->
          "Neither proved nor refuted: among "
              + points
              + " none is known to violate the claim, but at "
              + point(finding.worst())
              + " the cost over the claim is only known to lie in "
              + shown(finding.ratio())
              + ".";
    };
  }

  /** The finding in one line. */
  static String headline(RangeFinding finding) {
    return finding.verdict() == Verdict.REFUTED
        ? finding.statement() + " is refuted"
        : verdict(finding);
  }

  private static String factor(double ratio) {
    return Double.isInfinite(ratio)
        ? "without bound, for the cost is infinite"
        : "by a factor of at least " + Text.down(ratio);
  }

  static String witness(RangeFinding finding, RangeWitness witness) {
    String where = finding.single() ? "" : "At " + point(witness.parameters()) + ": ";
    return where
        + witness.instance()
        + "; "
        + finding.quantity()
        + " is at least "
        + Text.down(witness.cost().lower())
        + ", claimed "
        + Text.number(witness.claimed())
        + ".";
  }

  static String again(RangeWitness witness) {
    return witness
        .again()
        .map(words -> "Computed again: " + words + ".")
        .orElse("There is no second computation that could confirm it.");
  }

  /** Everything a build log should show. */
  static String details(RangeFinding finding) {
    List<String> lines = new ArrayList<>();
    lines.add("claim: " + finding.statement());
    lines.add(verdict(finding));
    finding
        .witness()
        .ifPresent(
            witness -> {
              lines.add(witness(finding, witness));
              lines.add(again(witness));
            });
    violations(finding).ifPresent(lines::add);
    if (!finding.reproduce().isBlank()) {
      lines.add("reproduce: " + finding.reproduce());
    }
    return String.join("\n", lines);
  }

  static String point(Map<String, Double> values) {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + " = " + Text.number(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** The worst point, in short. */
  static String shown(RangeFinding finding) {
    return switch (finding.verdict()) {
      case REFUTED ->
          Double.isInfinite(finding.ratio().lower())
              ? "ratio infinite"
              : "ratio > " + Text.down(finding.ratio().lower());
      case NOT_REFUTED -> "ratio ≤ " + most(finding);
      case INCONCLUSIVE -> "ratio in " + shown(finding.ratio());
    };
  }

  /** The largest ratio. If cost and claim are equal, rounding may put the ratio above 1. */
  private static String most(RangeFinding finding) {
    return Text.up(Math.min(1, finding.ratio().upper()));
  }

  private static String shown(Enclosure ratio) {
    return Text.down(ratio.lower()) + " to " + Text.up(ratio.upper());
  }

  /** The part of the curve above the claim; empty if there is none. */
  static Optional<String> violations(RangeFinding finding) {
    List<RatioPoint> curve = finding.curve();
    List<Double> violating =
        curve.stream().filter(RangeProse::violates).map(RatioPoint::value).toList();
    if (violating.isEmpty()) {
      return Optional.empty();
    }
    double first = violating.get(0);
    double last = violating.get(violating.size() - 1);
    boolean whole =
        curve.stream()
            .filter(point -> point.value() >= first && point.value() <= last)
            .allMatch(RangeProse::violates);
    return Optional.of(
        "With everything else as there, "
            + violating.size()
            + " of "
            + curve.size()
            + " values of "
            + finding.parameter()
            + " violate the claim, "
            + (whole ? "all from " : "some of those from ")
            + Text.number(first)
            + " to "
            + Text.number(last)
            + ".");
  }

  private static boolean violates(RatioPoint point) {
    return point.ratio().lower() > 1;
  }
}
