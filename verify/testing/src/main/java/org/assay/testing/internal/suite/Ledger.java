package org.assay.testing.internal.suite;

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

/** A file with one line for every audit. Several JVMs may append whole lines. */
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

  /** A JSON object in one line. */
  private static final class JsonLine {
    private final StringBuilder fields = new StringBuilder();

    JsonLine text(String name, String value) {
      return field(name, quoted(value));
    }

    /** Adds a number; infinities and NaN become texts, since JSON lacks them. */
    JsonLine number(String name, long value) {
      return field(name, Long.toString(value));
    }

    /** JSON has no infinities and no NaN, so these are texts. */
    JsonLine number(String name, double value) {
      String text = Double.toString(value);
      return field(name, Double.isFinite(value) ? text : quoted(text));
    }

    private JsonLine field(String name, String value) {
      fields.append(fields.isEmpty() ? "" : ",").append(quoted(name)).append(':').append(value);
      return this;
    }

    private static String quoted(String text) {
      StringBuilder quoted = new StringBuilder("\"");
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '"' || c == '\\') {
          quoted.append('\\').append(c);
        } else if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
          // Half a surrogate pair would not survive UTF-8.
          quoted.append(String.format("\\u%04x", (int) c));
        } else {
          quoted.append(c);
        }
      }
      return quoted.append('"').toString();
    }

    @Override
    public String toString() {
      return "{" + fields + "}";
    }
  }
}
