package org.assay.verify.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.PairRuns;
import org.assay.verify.audit.Verdict;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.markup.Text;

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
      double error = claims.stream().mapToDouble(c -> c.audit().errorProbability()).sum();
      html.append(
          Html.text(
              " Probability of refuting any true claim among them: at most "
                  + Text.number(error)
                  + "."));
    }
    html.append("</p>\n");
    if (!claims.isEmpty()) {
      summaryTable(claims);
    }
    sections.forEach(section -> html.append(section.summary()));
  }

  private void summaryTable(List<AuditedClaim> claims) {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < claims.size(); i++) {
      rows.append(summaryRow(i + 1, claims.get(i)));
    }
    html.append(
        Html.table(
            "summary",
            "<tr><th>Verdict</th><th>Name</th><th>Claim</th><th>Shown</th>"
                + "<th class=\"end\">Runs</th></tr>",
            rows.toString()));
  }

  private static String summaryRow(int number, AuditedClaim claim) {
    AuditReport audit = claim.audit();
    return "<tr><td>"
        + Html.badge(audit.verdict())
        + "</td><td class=\"name\"><a href=\"#claim-"
        + number
        + "\">"
        + Html.text(claim.name())
        + "</a></td><td>"
        + Html.text(audit.claim().describe())
        + "</td><td>"
        + Html.text(Prose.shown(audit.lowerBound()))
        + "</td><td class=\"end\">"
        + Text.count(audit.runs())
        + "</td></tr>\n";
  }

  private void section(int number, AuditedClaim claim) {
    AuditReport audit = claim.audit();
    html.append("<section id=\"claim-").append(number).append("\">\n<h2>");
    html.append(Html.text(claim.name())).append(' ').append(Html.badge(audit.verdict()));
    html.append("</h2>\n");
    paragraph("claim", "Claim: " + audit.claim().describe());
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
    html.append(
        Html.plots(
            Html.figure(
                    WealthPlot.svg(audit),
                    "Wealth of a bettor against the claim. While the claim is true it crosses the"
                        + " dashed line with probability at most "
                        + Text.number(audit.betErrorProbability())
                        + ".")
                + Html.figure(
                    TradeoffPlot.svg(audit),
                    "Errors of the best score on its latest runs, with 99% boxes, against the region"
                        + " that the claim excludes.")));
    LowerBound bound = audit.lowerBound();
    if (!bound.trajectory().isEmpty()) {
      html.append(
          Html.figure(
              BoundPlot.svg(audit),
              "Lower bound of "
                  + bound.currency()
                  + ": at any number of runs above the truth with probability at most "
                  + Text.number(bound.errorProbability())
                  + "."));
    }
  }

  private void facts(AuditedClaim claim) {
    AuditReport audit = claim.audit();
    StringBuilder facts = new StringBuilder();
    claim
        .certified()
        .ifPresent(certified -> facts.append(Html.fact("Certified", certified.describe())));
    facts.append(Html.fact("Lower bound", Prose.lowerBound(audit.lowerBound())));
    facts.append(Html.fact("Smallest violation in reach", Prose.power(audit)));
    facts.append(
        Html.fact("Runs", Text.count(audit.runs()) + " of " + Text.count(audit.maximumRuns())));
    facts.append(Html.fact("Pairs", pairs(audit)));
    audit
        .elapsed()
        .ifPresent(
            time -> facts.append(Html.fact("Time", Text.number(time.toNanos() / 1e9) + " s")));
    facts.append(Html.fact("Seed", Long.toString(audit.seed())));
    facts.append(Html.fact("Error probability", Text.number(audit.errorProbability())));
    html.append(Html.table("facts", "", facts.toString()));
    html.append(Html.reproduce(claim.reproduce()));
  }

  private void paragraph(String style, String text) {
    html.append(Html.paragraph(style, text));
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
