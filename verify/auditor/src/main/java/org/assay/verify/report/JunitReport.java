package org.assay.verify.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;
import org.assay.verify.internal.report.markup.Text;

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
    return text(title, claims, List.of(), Optional.empty());
  }

  /**
   * The document with sections that somebody else brings.
   *
   * @param title the name of the suite
   * @param claims the audited claims
   * @param sections the other sections
   * @param source where the claims are stated, if in a file; its name is the name of their class
   * @return XML text
   */
  public static String text(
      String title,
      List<AuditedClaim> claims,
      List<ReportSection> sections,
      Optional<ClaimsSource> source) {
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
        .append("\" time=\"")
        .append(time(claims.stream().mapToDouble(JunitReport::seconds).sum()))
        .append("\">\n");
    String className = source.map(JunitReport::className).orElse("privacy");
    claims.forEach(claim -> append(xml, className, claim));
    others.forEach(other -> append(xml, className, other));
    return xml.append("</testsuite>\n").toString();
  }

  private static double seconds(AuditedClaim claim) {
    return claim.audit().elapsed().orElse(Duration.ZERO).toNanos() * 1e-9;
  }

  private static String time(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  /** Build servers take what stands before a dot for a package. */
  private static String className(ClaimsSource source) {
    String path = source.uri().getPath();
    String file = path.substring(path.lastIndexOf('/') + 1);
    int end = file.lastIndexOf('.');
    return "privacy." + (end > 0 ? file.substring(0, end) : file).replace('.', '_');
  }

  private static void append(StringBuilder xml, String className, AuditedClaim claim) {
    AuditReport audit = claim.audit();
    begin(xml, className, claim.name(), seconds(claim));
    switch (audit.verdict()) {
      case REFUTED -> failure(xml, audit.claim().describe() + " is refuted", Prose.details(claim));
      case INCONCLUSIVE -> skipped(xml, audit.reason());
      case CONSISTENT -> {}
    }
    xml.append("  </testcase>\n");
  }

  private static void append(StringBuilder xml, String className, SectionVerdict other) {
    begin(xml, className, other.name(), 0);
    switch (other.verdict()) {
      case REFUTED -> failure(xml, other.headline(), other.details());
      case INCONCLUSIVE -> skipped(xml, other.headline());
      case CONSISTENT -> {}
    }
    xml.append("  </testcase>\n");
  }

  private static void begin(StringBuilder xml, String className, String name, double seconds) {
    xml.append("  <testcase classname=\"")
        .append(Text.escape(className))
        .append("\" name=\"")
        .append(Text.escape(name))
        .append("\" time=\"")
        .append(time(seconds))
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
