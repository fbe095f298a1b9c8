package org.assay.ledger.internal.range;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.assay.accountant.numeric.Enclosure;
import org.assay.verify.audit.ClaimState;
import org.assay.verify.audit.Verdict;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.markup.Text;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;
import org.assay.verify.report.JsonReport;
import org.assay.verify.report.ReportSection;
import org.assay.verify.report.ReportSection.SectionVerdict;

/**
 * The section of a report about claims over ranges.
 *
 * @param findings the findings, in the order to show
 */
public record RangeSection(List<RangeFinding> findings) implements ReportSection {
  /** Copies the findings. */
  public RangeSection {
    findings = List.copyOf(findings);
  }

  @Override
  public List<SectionVerdict> verdicts() {
    return findings.stream()
        .map(
            finding ->
                new SectionVerdict(
                    finding.name(),
                    finding.state(),
                    RangeProse.headline(finding),
                    RangeProse.details(finding)))
        .toList();
  }

  @Override
  public String key() {
    return "ranges";
  }

  @Override
  public ArrayNode json() {
    ArrayNode found = JsonNodeFactory.instance.arrayNode();
    findings.forEach(finding -> found.add(RangeJson.of(finding)));
    return found;
  }

  /** A table of all findings; their sections have the ids {@code range-1}, {@code range-2}, ... */
  @Override
  public String summary() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < findings.size(); i++) {
      rows.append(row(i + 1, findings.get(i)));
    }
    return Html.table(
        "summary",
        "<tr><th>State</th><th>Claim by computation</th><th>Cost over claim at the worst point</th>"
            + "<th class=\"end\">Points tried</th></tr>",
        rows.toString());
  }

  private static String row(int number, RangeFinding finding) {
    return String.format(
        "<tr><td>%s</td><td class=\"name\"><a href=\"#range-%s\">%s</a></td><td>%s</td><td"
            + " class=\"end\">%s</td></tr>\n",
        Html.badge(finding.state()),
        number,
        Html.text(finding.name()),
        Html.text(RangeProse.shown(finding)),
        Text.count(finding.points()));
  }

  @Override
  public String html() {
    StringBuilder html = new StringBuilder();
    for (int i = 0; i < findings.size(); i++) {
      html.append(html(i + 1, findings.get(i)));
    }
    return html.toString();
  }

  private static String html(int number, RangeFinding finding) {
    StringBuilder html = new StringBuilder();
    html.append("<section id=\"range-").append(number).append("\">\n<h2>");
    html.append(Html.text(finding.name()))
        .append(' ')
        .append(Html.badge(finding.state()))
        .append("</h2>\n");
    html.append(Html.paragraph("claim", "Claim: " + finding.statement()));
    html.append(Html.paragraph("verdict", RangeProse.verdict(finding)));
    finding
        .witness()
        .ifPresent(
            witness -> {
              html.append(Html.paragraph("witness", RangeProse.witness(finding, witness)));
              html.append(Html.paragraph("remark", RangeProse.again(witness)));
            });
    RangeProse.violations(finding).ifPresent(text -> html.append(Html.paragraph("remark", text)));
    if (RangePlot.isPossible(finding)) {
      html.append(Html.figure(RangePlot.svg(finding), caption(finding)));
    }
    facts(html, finding);
    return html.append("</section>\n").toString();
  }

  private static String caption(RangeFinding finding) {
    String where =
        finding
            .witness()
            .map(witness -> RangeProse.point(witness.parameters()))
            .orElseGet(() -> RangeProse.point(finding.worst()));
    return String.format(
        "Cost over claim (%s) along %s, everything else as at %s. Above the dashed line the claim"
            + " is false. Where there are two lines, the truth lies between them.",
        finding.quantity(), finding.parameter(), where);
  }

  private static void facts(StringBuilder html, RangeFinding finding) {
    StringBuilder facts = new StringBuilder();
    facts.append(Html.fact("Compared", finding.quantity()));
    if (finding.single()) {
      facts.append(Html.fact("Cost over claim", RangeProse.shown(finding)));
    } else {
      facts.append(Html.fact("Worst cost over claim", RangeProse.shown(finding)));
      facts.append(Html.fact("Worst point", RangeProse.point(finding.worst())));
      facts.append(Html.fact("Points tried", Text.count(finding.points())));
    }
    facts.append(Html.fact("Risk", finding.risk()));
    html.append(Html.table("facts", "", facts.toString()));
    html.append(Html.reproduce(finding.reproduce()));
  }

  /** Findings about ranges as JSON. */
  static final class RangeJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private RangeJson() {}

    static ObjectNode of(RangeFinding finding) {
      ObjectNode node = NODES.objectNode();
      node.put("name", finding.name());
      node.put("claim", finding.statement());
      node.put("state", finding.state().label());
      node.put("verdict", finding.verdict().label());
      node.put("quantity", finding.quantity());
      node.put("risk", finding.risk());
      node.put("points", finding.points());
      node.set("ratio", enclosure(finding.ratio()));
      node.set("worst", point(finding.worst()));
      finding.witness().ifPresent(witness -> node.set("witness", witness(witness)));
      node.put("parameter", finding.parameter());
      ArrayNode curve = node.putArray("curve");
      for (RatioPoint place : finding.curve()) {
        ObjectNode entry = curve.addObject();
        JsonReport.number(entry, "value", place.value());
        entry.set("ratio", enclosure(place.ratio()));
      }
      node.put("reproduce", finding.reproduce());
      return node;
    }

    private static ObjectNode witness(RangeWitness witness) {
      ObjectNode node = NODES.objectNode();
      node.set("parameters", point(witness.parameters()));
      node.put("instance", witness.instance());
      node.set("cost", enclosure(witness.cost()));
      JsonReport.number(node, "claimed", witness.claimed());
      witness.again().ifPresent(words -> node.put("again", words));
      return node;
    }

    private static ObjectNode point(Map<String, Double> values) {
      ObjectNode node = NODES.objectNode();
      values.forEach((name, value) -> JsonReport.number(node, name, value));
      return node;
    }

    private static ObjectNode enclosure(Enclosure value) {
      ObjectNode node = NODES.objectNode();
      JsonReport.number(node, "lower", value.lower());
      JsonReport.number(node, "upper", value.upper());
      return node;
    }
  }

  /**
   * A plot of cost over claim along a parameter, both on logarithmic axes. Above 1 the claim is
   * false.
   */
  static final class RangePlot {
    /** Height in pixels. */
    private static final double HEIGHT = 280;

    private static final Series UPPER = new Series("first", "cost over claim, at most");
    private static final Series LOWER = new Series("second", "cost over claim, at least");

    /** The vertical axis ends at this multiple of the largest value. */
    private static final double HEADROOM = 1.15;

    /** Relative difference of two curves that a reader can see. */
    private static final double VISIBLE = 0.005;

    private RangePlot() {}

    /** Whether there is a curve to draw. */
    static boolean isPossible(RangeFinding finding) {
      List<RatioPoint> curve = drawn(finding);
      return curve.size() > 1 && curve.get(0).value() < curve.get(curve.size() - 1).value();
    }

    private static List<RatioPoint> drawn(RangeFinding finding) {
      return finding.curve().stream().filter(point -> isDrawn(point.ratio().upper())).toList();
    }

    private static boolean isDrawn(double ratio) {
      return ratio > 0 && ratio < Double.POSITIVE_INFINITY;
    }

    static String svg(RangeFinding finding) {
      List<RatioPoint> curve = drawn(finding);
      Plot plot = new Plot(across(finding.parameter(), curve), up(curve), Plot.WIDE, HEIGHT);
      plot.level("limit", 1, "the claim");
      line(plot, UPPER, curve, point -> point.ratio().upper());
      boolean wide = curve.stream().anyMatch(point -> point.ratio().relativeWidth() > VISIBLE);
      if (wide) {
        line(plot, LOWER, curve, point -> point.ratio().lower());
      }
      return plot.svg("cost over claim along " + finding.parameter());
    }

    private static Axis across(String parameter, List<RatioPoint> curve) {
      return Axis.logarithmic(
          parameter + " (parameter of the claim)",
          curve.get(0).value(),
          curve.get(curve.size() - 1).value());
    }

    private static Axis up(List<RatioPoint> curve) {
      double low = Math.max(Double.MIN_VALUE, heights(curve).min().orElse(1) / HEADROOM);
      double high = Axis.above(heights(curve).max().orElse(1), HEADROOM);
      return Axis.logarithmic("cost over claim (ratio)", low, high);
    }

    private static DoubleStream heights(List<RatioPoint> curve) {
      return DoubleStream.concat(
          DoubleStream.of(1),
          curve.stream()
              .flatMapToDouble(
                  point -> DoubleStream.of(point.ratio().lower(), point.ratio().upper()))
              .filter(RangePlot::isDrawn));
    }

    private static void line(
        Plot plot, Series series, List<RatioPoint> curve, ToDoubleFunction<RatioPoint> end) {
      List<Point> points =
          curve.stream()
              .filter(point -> isDrawn(end.applyAsDouble(point)))
              .map(point -> new Point(point.value(), end.applyAsDouble(point)))
              .toList();
      plot.line(series, points);
    }
  }

  /** Findings about ranges in sentences, as plain text that markup must escape. */
  static final class RangeProse {
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
      lines.add("risk: " + finding.risk());
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
}
