package org.assay.verify.report;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;

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
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<testsuite name=\"").append(Text.escape(title)).append('"');
    xml.append(" tests=\"").append(claims.size()).append('"');
    xml.append(" failures=\"").append(count(claims, Verdict.REFUTED)).append('"');
    xml.append(" errors=\"0\"");
    xml.append(" skipped=\"").append(count(claims, Verdict.INCONCLUSIVE)).append("\">\n");
    claims.forEach(claim -> append(xml, claim));
    return xml.append("</testsuite>\n").toString();
  }

  private static void append(StringBuilder xml, AuditedClaim claim) {
    AuditReport audit = claim.audit();
    double seconds = audit.elapsed().orElse(Duration.ZERO).toNanos() * 1e-9;
    xml.append("  <testcase classname=\"privacy\" name=\"")
        .append(Text.escape(claim.name()))
        .append("\" time=\"")
        .append(String.format(Locale.ROOT, "%.3f", seconds))
        .append("\">\n");
    switch (audit.verdict()) {
      case REFUTED ->
          xml.append("    <failure type=\"refuted\" message=\"")
              .append(Text.escape(audit.claim().describe() + " is refuted"))
              .append("\">")
              .append(Text.escape(Prose.details(claim)))
              .append("</failure>\n");
      case INCONCLUSIVE ->
          xml.append("    <skipped message=\"")
              .append(Text.escape(audit.reason()))
              .append("\"/>\n");
      case CONSISTENT -> {}
    }
    xml.append("  </testcase>\n");
  }

  private static long count(List<AuditedClaim> claims, Verdict verdict) {
    return claims.stream().filter(claim -> claim.audit().verdict() == verdict).count();
  }
}
