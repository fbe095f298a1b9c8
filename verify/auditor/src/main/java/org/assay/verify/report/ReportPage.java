package org.assay.verify.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.PairRuns;
import org.assay.verify.audit.Verdict;
import org.assay.verify.report.markup.Html;
import org.assay.verify.report.markup.Text;

/**
 * Audited claims as one HTML page that needs nothing but itself: no scripts, no fonts, no images
 * from elsewhere, and a content security policy that would refuse them.
 */
public final class ReportPage {
  private static final String POLICY =
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          + "style-src 'unsafe-inline'\">\n";

  private final StringBuilder html = new StringBuilder();

  private ReportPage() {}

  /**
   * The page.
   *
   * @param title the title
   * @param claims the entries, in the order to show
   * @return HTML text
   */
  public static String html(String title, List<AuditedClaim> claims) {
    return html(title, claims, List.of());
  }

  /**
   * The page with sections that somebody else brings.
   *
   * @param title the title
   * @param claims the audited claims, in the order to show
   * @param sections the other sections, in the order to show
   * @return HTML text
   */
  public static String html(String title, List<AuditedClaim> claims, List<ReportSection> sections) {
    List<ReportSection> shown =
        sections.stream().filter(section -> !section.verdicts().isEmpty()).toList();
    ReportPage page = new ReportPage();
    page.html.append(Html.heading(title));
    page.summary(claims, shown);
    for (int i = 0; i < claims.size(); i++) {
      page.section(i + 1, claims.get(i));
    }
    shown.forEach(section -> page.html.append(section.html()));
    return Html.page(title, POLICY, "", page.html.toString());
  }

  private void summary(List<AuditedClaim> claims, List<ReportSection> sections) {
    List<Verdict> verdicts = new ArrayList<>();
    claims.forEach(claim -> verdicts.add(claim.audit().verdict()));
    sections.forEach(section -> section.verdicts().forEach(other -> verdicts.add(other.verdict())));
    html.append("<p class=\"lead\">")
        .append(counted(verdicts, Verdict.REFUTED))
        .append(" refuted, ")
        .append(counted(verdicts, Verdict.CONSISTENT))
        .append(" consistent, ")
        .append(counted(verdicts, Verdict.INCONCLUSIVE))
        .append(" inconclusive.");
    if (!claims.isEmpty()) {
      html.append(" Probability of refuting any true claim among them: at most ")
          .append(Text.number(claims.stream().mapToDouble(c -> c.audit().errorProbability()).sum()))
          .append(".");
    }
    html.append("</p>\n");
    if (!claims.isEmpty()) {
      summaryTable(claims);
    }
    sections.forEach(section -> html.append(section.summary()));
  }

  private void summaryTable(List<AuditedClaim> claims) {
    html.append("<table class=\"summary\">\n<thead><tr><th>Verdict</th><th>Name</th>")
        .append("<th>Claim</th><th>Shown</th><th class=\"end\">Runs</th></tr></thead>\n")
        .append("<tbody>\n");
    for (int i = 0; i < claims.size(); i++) {
      summaryRow(i + 1, claims.get(i));
    }
    html.append("</tbody>\n</table>\n");
  }

  private void summaryRow(int number, AuditedClaim claim) {
    AuditReport audit = claim.audit();
    html.append("<tr><td>")
        .append(Html.badge(audit.verdict()))
        .append("</td><td><a href=\"#claim-")
        .append(number)
        .append("\">")
        .append(Text.escape(claim.name()))
        .append("</a></td><td>")
        .append(Text.escape(audit.claim().describe()))
        .append("</td><td>")
        .append(Text.escape(Prose.shown(audit.lowerBound())))
        .append("</td><td class=\"end\">")
        .append(Text.count(audit.runs()))
        .append("</td></tr>\n");
  }

  private void section(int number, AuditedClaim claim) {
    AuditReport audit = claim.audit();
    html.append("<section id=\"claim-").append(number).append("\">\n<h2>");
    html.append(Text.escape(claim.name())).append(' ').append(Html.badge(audit.verdict()));
    html.append("</h2>\n<p class=\"claim\">Claim: ");
    html.append(Text.escape(audit.claim().describe())).append("</p>\n");
    paragraph("verdict", Prose.verdict(audit));
    audit.witness().ifPresent(witness -> paragraph("witness", Prose.witness(witness)));
    claim.findings().forEach(finding -> paragraph("witness", "Found beside the bets: " + finding));
    claim.notes().forEach(note -> paragraph("remark", note));
    plots(audit);
    facts(claim);
    html.append("</section>\n");
  }

  private void plots(AuditReport audit) {
    if (audit.trajectory().isEmpty()) {
      return;
    }
    html.append("<div class=\"plots\">\n<figure class=\"wide\">\n")
        .append(WealthPlot.svg(audit))
        .append("<figcaption>Wealth of a bettor against the claim. While the claim is true it ")
        .append("crosses the dashed line with probability at most ")
        .append(Text.number(audit.betErrorProbability()))
        .append(".</figcaption>\n</figure>\n");
    html.append("<figure>\n")
        .append(TradeoffPlot.svg(audit))
        .append("<figcaption>Errors of the best score on its latest runs, with 99% boxes, against ")
        .append("the region that the claim excludes.</figcaption>\n</figure>\n</div>\n");
    if (!audit.lowerBound().trajectory().isEmpty()) {
      html.append("<figure class=\"bound\">\n")
          .append(BoundPlot.svg(audit))
          .append("<figcaption>Lower bound of ")
          .append(Text.escape(audit.lowerBound().currency()))
          .append(": at any number of runs above the truth with probability at most ")
          .append(Text.number(audit.lowerBound().errorProbability()))
          .append(".</figcaption>\n</figure>\n");
    }
  }

  private void facts(AuditedClaim claim) {
    AuditReport audit = claim.audit();
    html.append("<table class=\"facts\">\n<tbody>\n");
    claim.certified().ifPresent(certified -> fact("Certified", certified.describe()));
    fact("Lower bound", Prose.lowerBound(audit.lowerBound()));
    fact("Smallest violation in reach", Prose.power(audit));
    fact("Runs", Text.count(audit.runs()) + " of " + Text.count(audit.maximumRuns()));
    fact("Pairs", pairs(audit));
    audit.elapsed().ifPresent(time -> fact("Time", Text.number(time.toNanos() / 1e9) + " s"));
    fact("Seed", Long.toString(audit.seed()));
    fact("Error probability", Text.number(audit.errorProbability()));
    html.append("</tbody>\n</table>\n");
    html.append(Html.reproduce(claim.reproduce()));
  }

  private void paragraph(String style, String text) {
    html.append(Html.paragraph(style, text));
  }

  private void fact(String name, String value) {
    html.append(Html.fact(name, value));
  }

  private static String pairs(AuditReport audit) {
    StringBuilder text = new StringBuilder();
    for (PairRuns pair : audit.pairs()) {
      text.append(text.isEmpty() ? "" : "; ").append(pair.pair()).append(": ");
      text.append(Text.count(pair.left())).append(" left, ");
      text.append(Text.count(pair.right())).append(" right");
      text.append(pair.failed() == 0 ? "" : ", of which " + Text.count(pair.failed()) + " failed");
    }
    return text.toString();
  }

  private static String counted(List<Verdict> verdicts, Verdict verdict) {
    return Text.count(Collections.frequency(verdicts, verdict));
  }
}
