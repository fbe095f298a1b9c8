package org.assay.ledger.range;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import org.assay.verify.report.ReportSection;
import org.assay.verify.report.SectionVerdict;
import org.assay.verify.report.markup.Html;
import org.assay.verify.report.markup.Text;

/**
 * The section of a report about claims over ranges.
 *
 * @param findings what was found, in the order to show
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
                    finding.verdict(),
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

  /** A table of all findings; their sections are {@code range-1}, {@code range-2}, ... */
  @Override
  public String summary() {
    StringBuilder html = new StringBuilder();
    html.append(
            "<table class=\"summary\">\n<thead><tr><th>Verdict</th><th>Claim by computation</th>")
        .append("<th>Cost over claim at the worst point</th><th class=\"end\">Points tried</th>")
        .append("</tr></thead>\n<tbody>\n");
    for (int i = 0; i < findings.size(); i++) {
      RangeFinding finding = findings.get(i);
      html.append("<tr><td>")
          .append(Html.badge(finding.verdict()))
          .append("</td><td><a href=\"#range-")
          .append(i + 1)
          .append("\">")
          .append(Text.escape(finding.name()))
          .append("</a></td><td>")
          .append(Text.escape(RangeProse.shown(finding)))
          .append("</td><td class=\"end\">")
          .append(Text.count(finding.points()))
          .append("</td></tr>\n");
    }
    return html.append("</tbody>\n</table>\n").toString();
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
    html.append(Text.escape(finding.name()))
        .append(' ')
        .append(Html.badge(finding.verdict()))
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
      html.append("<figure class=\"bound\">\n")
          .append(RangePlot.svg(finding))
          .append("<figcaption>")
          .append(Text.escape(caption(finding)))
          .append("</figcaption>\n</figure>\n");
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
    html.append("<table class=\"facts\">\n<tbody>\n");
    html.append(Html.fact("Compared", finding.quantity()));
    if (finding.single()) {
      html.append(Html.fact("Cost over claim", RangeProse.shown(finding)));
    } else {
      html.append(Html.fact("Worst cost over claim", RangeProse.shown(finding)));
      html.append(Html.fact("Worst point", RangeProse.point(finding.worst())));
      html.append(Html.fact("Points tried", Text.count(finding.points())));
    }
    html.append("</tbody>\n</table>\n");
    html.append(Html.reproduce(finding.reproduce()));
  }
}
