package org.assay.verify.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.assay.verify.audit.ClaimState;
import org.assay.verify.internal.report.markup.Text;
import org.assay.verify.report.AuditedClaim.ClaimsSource;
import org.assay.verify.report.ReportSection.SectionVerdict;

/**
 * States of claims as JUnit XML, which build servers display. A refuted claim is a failure. An
 * inconclusive one is skipped, with its reason. The output of a test that passes says whether its
 * claim is certified or was not refuted.
 */
final class JunitReport {
  private JunitReport() {}

  /**
   * The document with sections of other packages.
   *
   * @param title the name of the suite
   * @param claims the audited claims
   * @param sections the other sections
   * @param source the file that states the claims, if any; its name becomes the name of their class
   * @return XML text
   */
  static String text(
      String title,
      List<AuditedClaim> claims,
      List<ReportSection> sections,
      Optional<ClaimsSource> source) {
    List<SectionVerdict> others =
        sections.stream().flatMap(section -> section.verdicts().stream()).toList();
    List<ClaimState> states = new ArrayList<>();
    claims.forEach(claim -> states.add(claim.state()));
    others.forEach(other -> states.add(other.state()));
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<testsuite name=\"").append(Text.escape(title)).append('"');
    xml.append(" tests=\"").append(states.size()).append('"');
    xml.append(" failures=\"")
        .append(Collections.frequency(states, ClaimState.REFUTED))
        .append('"');
    xml.append(" errors=\"0\"");
    xml.append(" skipped=\"")
        .append(Collections.frequency(states, ClaimState.INCONCLUSIVE))
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

  /** The name of the class. Build servers take the words before a dot for a package. */
  private static String className(ClaimsSource source) {
    String path = source.uri().getPath();
    String file = path.substring(path.lastIndexOf('/') + 1);
    int end = file.lastIndexOf('.');
    return "privacy." + (end > 0 ? file.substring(0, end) : file).replace('.', '_');
  }

  private static void append(StringBuilder xml, String className, AuditedClaim claim) {
    begin(xml, className, claim.name(), seconds(claim));
    switch (claim.state()) {
      case REFUTED -> failure(xml, failure(claim), Prose.details(claim));
      case INCONCLUSIVE -> skipped(xml, claim.audit().reason());
      case CERTIFIED, NOT_REFUTED -> said(xml, claim.state(), Prose.details(claim));
    }
    xml.append("  </testcase>\n");
  }

  private static void append(StringBuilder xml, String className, SectionVerdict other) {
    begin(xml, className, other.name(), 0);
    switch (other.state()) {
      case REFUTED -> failure(xml, other.headline(), other.details());
      case INCONCLUSIVE -> skipped(xml, other.headline());
      case CERTIFIED, NOT_REFUTED -> said(xml, other.state(), other.details());
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

  private static String failure(AuditedClaim claim) {
    return claim.headline() + claim.contradiction().map(words -> ". " + words).orElse("");
  }

  /**
   * Writes the state into the output of a test that passes. Build servers show no more of such a
   * test.
   */
  private static void said(StringBuilder xml, ClaimState state, String details) {
    xml.append("    <system-out>")
        .append(Text.escape(state.label() + "\n" + details))
        .append("</system-out>\n");
  }

  private static void skipped(StringBuilder xml, String reason) {
    xml.append("    <skipped message=\"").append(Text.escape(reason)).append("\"/>\n");
  }
}
