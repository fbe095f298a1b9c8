package org.assay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.cli.input.InputException;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.CertifiedInterval;
import org.assay.verify.report.JsonReport;
import org.assay.verify.report.ReportFiles;

/**
 * What an audit prints and writes.
 *
 * @param title the title of the report
 * @param claims the audited claims
 */
record AuditOutput(String title, List<AuditedClaim> claims) {
  private static final int VERDICT_WIDTH = 12;

  /** One line for each claim. */
  String lines() {
    StringBuilder text = new StringBuilder();
    claims.forEach(claim -> text.append(line(claim)).append('\n'));
    return text.toString();
  }

  private static String line(AuditedClaim claim) {
    LowerBound bound = claim.audit().lowerBound();
    String verdict = claim.audit().verdict().name().toLowerCase(Locale.ROOT);
    String padding = " ".repeat(Math.max(1, VERDICT_WIDTH - verdict.length()));
    return String.join(
        "",
        verdict + padding + claim.name(),
        ": claimed " + claim.audit().claim().describe(),
        claim.certified().map(AuditOutput::certified).orElse(""),
        ", audited " + bound.currency() + (bound.value() > 0 ? " > " : " >= ") + bound.value(),
        ", " + claim.audit().runs() + " runs");
  }

  private static String certified(CertifiedInterval certified) {
    return ", certified " + certified.label() + " <= " + certified.interval().upperDecimal();
  }

  /** The report as JSON; the same for the same seed, whatever the machine and its threads. */
  String json() {
    List<AuditedClaim> untimed =
        claims.stream()
            .map(
                claim ->
                    new AuditedClaim(
                        claim.name(),
                        claim.certified(),
                        claim.notes(),
                        claim.audit().withoutTiming(),
                        claim.reproduce()))
            .toList();
    return JsonReport.text(JsonReport.of(title, untimed));
  }

  /** Refuses a directory that reports cannot be written to, before any work is done. */
  static void requireWritable(Path directory) {
    Path existing = directory.toAbsolutePath().normalize();
    while (!Files.exists(existing)) {
      existing = Optional.ofNullable(existing.getParent()).orElseThrow();
    }
    if (!(Files.isDirectory(existing) && Files.isWritable(existing))) {
      throw new InputException(
          "--report was " + directory + ": " + existing + " is not a directory one can write to");
    }
  }

  /** Writes the report's files, each only when all are complete. */
  void write(Path directory) {
    try {
      Files.createDirectories(directory);
      Path draft = Files.createTempDirectory(directory, ".draft");
      try {
        ReportFiles.write(draft, title, claims);
        Files.writeString(draft.resolve("report.json"), json());
        move(draft, directory);
      } finally {
        delete(draft);
      }
    } catch (IOException e) {
      throw new InputException("--report was " + directory + ": it cannot be written: " + e, e);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    for (Path file : files(from)) {
      Files.move(file, to.resolve(from.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void delete(Path directory) throws IOException {
    for (Path file : files(directory)) {
      Files.delete(file);
    }
    Files.delete(directory);
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }
}
