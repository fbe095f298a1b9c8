package org.assay.testing.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Witness;

/** A file with a line for every audit. Lines are appended whole, by whichever JVM. */
final class Ledger {
  private final Path file;
  private final String run;

  Ledger(Path file, String run) {
    this.file = file;
    this.run = run;
  }

  Path file() {
    return file;
  }

  void append(
      Reservation reservation, Expectation expectation, String mechanism, AuditReport report) {
    write(line(reservation, expectation, mechanism, report) + "\n");
  }

  String line(
      Reservation reservation, Expectation expectation, String mechanism, AuditReport report) {
    JsonLine line =
        new JsonLine()
            .text("run", run)
            .text("test", reservation.test().name())
            .text("id", reservation.test().uniqueId())
            .number("audit", reservation.ordinal())
            .text("mechanism", mechanism)
            .text("claim", report.claim().describe())
            .text("expected", expectation.name())
            .text("verdict", report.verdict().name())
            .number("errorProbability", report.errorProbability())
            .number("runs", report.runs())
            .number("maximumRuns", report.maximumRuns())
            .number("seed", reservation.rootSeed())
            .text("boundOf", report.lowerBound().currency())
            .number("lowerBound", report.lowerBound().value())
            .number("smallestViolation", report.power().learningViolation())
            .number("seconds", report.elapsed().orElse(Duration.ZERO).toMillis() * 1e-3);
    report.witness().map(Witness::pair).ifPresent(pair -> line.text("pair", pair));
    report.witness().map(Witness::event).ifPresent(event -> line.text("event", event));
    return line.toString();
  }

  private synchronized void write(String line) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the ledger could not be written to " + file.toAbsolutePath(), e);
    }
  }
}
