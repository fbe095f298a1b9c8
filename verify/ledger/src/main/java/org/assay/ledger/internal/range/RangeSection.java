package org.assay.ledger.internal.range;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.assay.accountant.numeric.Enclosure;
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
}
