package org.assay.verify.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;
import org.assay.verify.report.markup.Text;

/**
 * Verdicts as JUnit XML, which build servers display: a refuted claim is a failure, an inconclusive
 * one is skipped with its reason.
 */
public final class JunitReport {
  private JunitReport() {}

  /**
   * The document.
   *
   * @param title the name of the suite
   * @param claims the entries
   * @return XML text
   */
  public static String text(String title, List<AuditedClaim> claims) {
    return text(title, claims, List.of());
  }

  /**
   * The document with sections that somebody else brings.
   *
   * @param title the name of the suite
   * @param claims the audited claims
   * @param sections the other sections
   * @return XML text
   */
  public static String text(String title, List<AuditedClaim> claims, List<ReportSection> sections) {
    List<SectionVerdict> others =
        sections.stream().flatMap(section -> section.verdicts().stream()).toList();
    List<Verdict> verdicts = new ArrayList<>();
    claims.forEach(claim -> verdicts.add(claim.audit().verdict()));
    others.forEach(other -> verdicts.add(other.verdict()));
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<testsuite name=\"").append(Text.escape(title)).append('"');
    xml.append(" tests=\"").append(verdicts.size()).append('"');
    xml.append(" failures=\"").append(Collections.frequency(verdicts, Verdict.REFUTED)).append('"');
    xml.append(" errors=\"0\"");
    xml.append(" skipped=\"")
        .append(Collections.frequency(verdicts, Verdict.INCONCLUSIVE))
        .append("\">\n");
    claims.forEach(claim -> append(xml, claim));
    others.forEach(other -> append(xml, other));
    return xml.append("</testsuite>\n").toString();
  }

  private static void append(StringBuilder xml, AuditedClaim claim) {
    AuditReport audit = claim.audit();
    double seconds = audit.elapsed().orElse(Duration.ZERO).toNanos() * 1e-9;
    begin(xml, claim.name(), seconds);
    switch (audit.verdict()) {
      case REFUTED -> failure(xml, audit.claim().describe() + " is refuted", Prose.details(claim));
      case INCONCLUSIVE -> skipped(xml, audit.reason());
      case CONSISTENT -> {}
    }
    xml.append("  </testcase>\n");
  }

  private static void append(StringBuilder xml, SectionVerdict other) {
    begin(xml, other.name(), 0);
    switch (other.verdict()) {
      case REFUTED -> failure(xml, other.headline(), other.details());
      case INCONCLUSIVE -> skipped(xml, other.headline());
      case CONSISTENT -> {}
    }
    xml.append("  </testcase>\n");
  }

  private static void begin(StringBuilder xml, String name, double seconds) {
    xml.append("  <testcase classname=\"privacy\" name=\"")
        .append(Text.escape(name))
        .append("\" time=\"")
        .append(String.format(Locale.ROOT, "%.3f", seconds))
        .append("\">\n");
  }

  private static void failure(StringBuilder xml, String message, String details) {
    xml.append("    <failure type=\"refuted\" message=\"")
        .append(Text.escape(message))
        .append("\">")
        .append(Text.escape(details))
        .append("</failure>\n");
  }

  private static void skipped(StringBuilder xml, String reason) {
    xml.append("    <skipped message=\"").append(Text.escape(reason)).append("\"/>\n");
  }
}
