package org.assay.verify.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.assay.verify.report.AuditedClaim.ClaimsSource;

/**
 * Writes a report's files. Each file is written under another name and then moved into place: a
 * reader never sees half a file.
 */
public final class ReportFiles {
  private ReportFiles() {}

  /**
   * Writes {@code report.html}, {@code report.json}, {@code junit.xml} and {@code report.sarif}.
   *
   * @param directory the target directory, created if missing
   * @param title the title of the report
   * @param claims the entries
   * @throws IOException if a file cannot be written; files already moved into place stay
   */
  public static void write(Path directory, String title, List<AuditedClaim> claims)
      throws IOException {
    write(directory, title, claims, List.of(), Optional.empty());
  }

  /**
   * Writes the files with sections of other packages, and with the file of the claims.
   *
   * @param directory the target directory, created if missing
   * @param title the title of the report
   * @param claims the audited claims
   * @param sections the other sections
   * @param source the file that states the claims, if any
   * @throws IOException if a file cannot be written; files already moved into place stay
   */
  public static void write(
      Path directory,
      String title,
      List<AuditedClaim> claims,
      List<ReportSection> sections,
      Optional<ClaimsSource> source)
      throws IOException {
    Files.createDirectories(directory);
    write(
        directory.resolve("report.json"), JsonReport.text(JsonReport.of(title, claims, sections)));
    write(directory.resolve("junit.xml"), JunitReport.text(title, claims, sections, source));
    write(directory.resolve("report.sarif"), SarifReport.text(claims, sections, source));
    write(directory.resolve("report.html"), ReportPage.html(title, claims, sections));
  }

  private static void write(Path target, String text) throws IOException {
    Path directory = target.toAbsolutePath().getParent();
    Path name = target.getFileName();
    if (directory == null || name == null) {
      throw new IOException(target + " is not a file in a directory");
    }
    // createTempFile is not used, because only the owner could read its files.
    Path draft = directory.resolve("." + name + "." + ProcessHandle.current().pid() + ".tmp");
    try {
      Files.writeString(draft, text, StandardCharsets.UTF_8);
      move(draft, target);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void move(Path draft, Path target) throws IOException {
    try {
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
