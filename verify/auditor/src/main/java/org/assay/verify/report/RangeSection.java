package org.assay.verify.report;

import java.util.List;
import java.util.Locale;
import org.assay.verify.report.markup.Text;

/** The part of a report page about one claim over a range. */
final class RangeSection {
  private RangeSection() {}

  /** A table of all findings; their sections are {@code range-1}, {@code range-2}, ... */
  static String summary(List<RangeFinding> findings) {
    StringBuilder html = new StringBuilder();
    html.append("<table class=\"summary\">\n<thead><tr><th>Verdict</th><th>Claim over a range</th>")
        .append("<th>Cost over claim at the worst point</th><th class=\"end\">Points tried</th>")
        .append("</tr></thead>\n<tbody>\n");
    for (int i = 0; i < findings.size(); i++) {
      RangeFinding finding = findings.get(i);
      html.append("<tr><td>")
          .append(badge(finding))
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

  static String html(int number, RangeFinding finding) {
    StringBuilder html = new StringBuilder();
    html.append("<section id=\"range-").append(number).append("\">\n<h2>");
    html.append(Text.escape(finding.name())).append(' ').append(badge(finding)).append("</h2>\n");
    paragraph(html, "claim", "Claim: " + finding.statement());
    paragraph(html, "verdict", RangeProse.verdict(finding));
    finding
        .witness()
        .ifPresent(
            witness -> {
              paragraph(html, "witness", RangeProse.witness(finding, witness));
              paragraph(html, "remark", RangeProse.again(witness));
            });
    RangeProse.violations(finding).ifPresent(text -> paragraph(html, "remark", text));
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
    fact(html, "Compared", finding.quantity());
    fact(html, "Worst cost over claim", RangeProse.shown(finding));
    fact(html, "Worst point", RangeProse.point(finding.worst()));
    fact(html, "Points tried", Text.count(finding.points()));
    html.append("</tbody>\n</table>\n");
    if (!finding.reproduce().isBlank()) {
      html.append("<p class=\"reproduce\">Reproduce with</p>\n<pre>")
          .append(Text.escape(finding.reproduce()))
          .append("</pre>\n");
    }
  }

  private static void paragraph(StringBuilder html, String style, String text) {
    html.append("<p class=\"").append(style).append("\">");
    html.append(Text.escape(text)).append("</p>\n");
  }

  private static void fact(StringBuilder html, String name, String value) {
    html.append("<tr><th>").append(Text.escape(name)).append("</th><td>");
    html.append(Text.escape(value)).append("</td></tr>\n");
  }

  private static String badge(RangeFinding finding) {
    String name = finding.verdict().name().toLowerCase(Locale.ROOT);
    return "<span class=\"badge " + name + "\">" + name + "</span>";
  }
}
