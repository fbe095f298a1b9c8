package org.assay.ledger.internal.range;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.markup.Text;
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
    return "<tr><td>"
        + Html.badge(finding.state())
        + "</td><td class=\"name\"><a href=\"#range-"
        + number
        + "\">"
        + Html.text(finding.name())
        + "</a></td><td>"
        + Html.text(RangeProse.shown(finding))
        + "</td><td class=\"end\">"
        + Text.count(finding.points())
        + "</td></tr>\n";
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
    return "Cost over claim ("
        + finding.quantity()
        + ") along "
        + finding.parameter()
        + ", everything else as at "
        + where
        + ". Above the dashed line the claim is false. Where there are two lines, the truth lies"
        + " between them.";
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
}
