package org.assay.testing.internal.suite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.ReportPage;

/** The report of an audit that made a test fail, as a page beside the suite's ledger. */
final class FailurePage {
  private static final int LONGEST_NAME = 60;

  private FailurePage() {}

  /** The file of an audit: one for each audit of each test. */
  static Path file(Path ledger, Reservation reservation) {
    String name = reservation.test().name().replaceAll("[^A-Za-z0-9]+", "-");
    String brief = name.substring(0, Math.min(name.length(), LONGEST_NAME));
    String id = Integer.toHexString(reservation.test().uniqueId().hashCode());
    String run = ledger.getFileName().toString().replaceFirst("\\.jsonl$", "");
    return ledger.resolveSibling(
        run + "-" + brief + "-" + id + "-" + reservation.ordinal() + ".html");
  }

  /** Writes the page; what keeps it from being written is said in its place. */
  static String write(
      Path ledger, Reservation reservation, String mechanism, AuditReport report, String line) {
    Path file = file(ledger, reservation);
    AuditedClaim claim =
        new AuditedClaim(
            mechanism,
            Optional.empty(),
            List.of("Test: " + reservation.test().name()),
            report,
            line);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(
          file, ReportPage.html(reservation.test().name(), List.of(claim)), StandardCharsets.UTF_8);
      return file.toString();
    } catch (IOException e) {
      return "none, as " + file + " could not be written";
    }
  }
}
