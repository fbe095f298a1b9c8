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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;
import org.assay.verify.audit.Witness;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.ReportPage;

/**
 * One error probability for all audits of a suite. The part of an audit depends on the suite's
 * settings and on the audit alone, never on other audits. Tests may therefore run in any order, in
 * parallel, alone or again. The spent parts are added up for all JVMs of a run. An audit that no
 * longer fits is refused. Proof: {@code doc-files/suite-error.md}. Safe for use by several threads.
 */
public final class AuditSuite {
  private static final Map<SuiteSettings, AuditSuite> SUITES = new ConcurrentHashMap<>();

  private final SuiteSettings settings;
  private final SpentFile spent;
  private final Ledger ledger;

  /** The last verdict of each audit that this JVM made. */
  private final Map<String, Verdict> verdicts = new ConcurrentHashMap<>();

  private AuditSuite(SuiteSettings settings) {
    this.settings = settings;
    String name = "audits-" + settings.run();
    this.spent =
        new SpentFile(settings.directory().resolve(name + ".spent"), settings.errorProbability());
    this.ledger = new Ledger(settings.directory().resolve(name + ".jsonl"), settings.run());
  }

  /**
   * The suite with these settings; equal settings share one suite in each JVM.
   *
   * @param settings the settings
   * @return the suite
   */
  public static AuditSuite of(SuiteSettings settings) {
    return SUITES.computeIfAbsent(settings, AuditSuite::new);
  }

  /**
   * What the suite is configured with.
   *
   * @return the settings
   */
  public SuiteSettings settings() {
    return settings;
  }

  /**
   * The file with one line of JSON for every finished audit.
   *
   * @return the file; missing before the first audit has ended
   */
  public Path ledgerFile() {
    return ledger.file();
  }

  /**
   * The part of an audit. Let N tests share the suite's error probability α. The k-th audit of a
   * test spends {@code α/N · 1/(k(k+1))}, rounded down. All audits of a test together spend less
   * than {@code α/N}.
   *
   * @param ordinal k, at least 1
   * @return the part
   */
  double share(int ordinal) {
    Parameters.requireAtLeastOne("ordinal", ordinal);
    // A share is smaller by one part in 2^40, so that the rounded-up sum of all shares stays within
    // the budget.
    double total = settings.errorProbability() * (1 - 0x1p-40);
    double ofTest = Rounding.divideDown(total, settings.audits());
    return Rounding.divideDown(ofTest, Rounding.multiplyUp(ordinal, ordinal + 1.0));
  }

  /**
   * Spends the part of an audit that is about to be made. Repeating an audit is free if it refuted
   * its claim the last time; otherwise it pays again.
   */
  Reservation reserve(
      TestIdentity test, int ordinal, OptionalDouble asked, Optional<Long> writtenSeed) {
    double part = asked.isPresent() ? asked.getAsDouble() : share(ordinal);
    boolean free = verdicts.get(key(test, ordinal)) == Verdict.REFUTED;
    if (!free && !spent.spend(part)) {
      throw new IllegalStateException(
          String.format(
              "the suite's error probability %s is spent, nothing is left for %s, which asks for"
                  + " %s: raise %s (now %s) so that every test gets less, raise %s, or lower the"
                  + " error probabilities that tests name themselves",
              settings.errorProbability(),
              test.name(),
              part,
              SuiteSettings.AUDITS,
              settings.audits(),
              SuiteSettings.ERROR_PROBABILITY));
    }
    return Reservation.of(test, ordinal, part, settings.seed(writtenSeed));
  }

  /**
   * Writes a finished audit to the ledger.
   *
   * @param reservation the audit's reservation
   * @param expectation what the test expects of the claim
   * @param mechanism the audited mechanism, in words
   * @param report the report
   */
  public void record(
      Reservation reservation, Expectation expectation, String mechanism, AuditReport report) {
    verdicts.put(key(reservation.test(), reservation.ordinal()), report.verdict());
    ledger.append(reservation, expectation, mechanism, report);
  }

  /**
   * The command that repeats a test's audits.
   *
   * @param reservation an audit of the test
   * @return one line for a shell
   */
  public String reproduceLine(Reservation reservation) {
    return Reproduction.line(settings, reservation);
  }

  /**
   * Writes the page of an audit that made its test fail, beside the ledger.
   *
   * @param reservation the audit
   * @param mechanism what was audited
   * @param report the report
   * @return the file, or why there is none
   */
  public String failurePage(Reservation reservation, String mechanism, AuditReport report) {
    return FailurePage.write(
        ledgerFile(), reservation, mechanism, report, reproduceLine(reservation));
  }

  private static String key(TestIdentity test, int ordinal) {
    return ordinal + " " + test.uniqueId();
  }

  /** The report of an audit that made a test fail, as a page beside the suite's ledger. */
  static final class FailurePage {
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
            file,
            ReportPage.html(reservation.test().name(), List.of(claim)),
            StandardCharsets.UTF_8);
        return file.toString();
      } catch (IOException e) {
        return "none, as " + file + " could not be written";
      }
    }
  }

  /** The command that runs one test again. */
  static final class Reproduction {
    /** Settings that change an audit's share, and so the moment of its refutation. */
    private static final List<String> PASSED_ON =
        List.of(SuiteSettings.ERROR_PROBABILITY, SuiteSettings.AUDITS);

    private Reproduction() {}

    static String line(SuiteSettings settings, Reservation reservation) {
      String test = reservation.test().name();
      String seed = Long.toString(reservation.rootSeed());
      return settings
          .reproduce()
          .map(template -> template.replace("{test}", test).replace("{seed}", seed))
          .orElseGet(() -> maven(moduleDirectory(), test, seed));
    }

    static String maven(Path module, String test, String seed) {
      StringBuilder line = new StringBuilder("mvn test");
      String below = rootOf(module).relativize(module).toString();
      if (!below.isEmpty()) {
        line.append(" -pl ").append(quoted(below.replace('\\', '/')));
        line.append(" -am -Dsurefire.failIfNoSpecifiedTests=false");
      }
      line.append(" -Dtest=").append(quoted(test)).append(" -D");
      line.append(SuiteSettings.SEED).append('=').append(seed);
      for (String key : PASSED_ON) {
        Optional.ofNullable(System.getProperty(key))
            .ifPresent(value -> line.append(" -D").append(key).append('=').append(quoted(value)));
      }
      return line.toString();
    }

    /** The directory of the module. Surefire names it; otherwise tests usually start in it. */
    private static Path moduleDirectory() {
      return Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
    }

    /** The highest directory above the module such that all directories between have a POM. */
    private static Path rootOf(Path module) {
      Path root = module;
      Path above = module.getParent();
      while (above != null && Files.isRegularFile(above.resolve("pom.xml"))) {
        root = above;
        above = above.getParent();
      }
      return root;
    }

    /** Quotes a text for a shell, which would read the dollar of a nested class as a variable. */
    private static String quoted(String text) {
      return text.matches("[A-Za-z0-9_.,:#/=+-]*") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
  }

  /**
   * The error probability that all JVMs of one run have spent: a number in a file, changed under
   * the file's lock.
   */
  static final class SpentFile {
    /** A file lock belongs to the whole JVM, so threads first take turns on this object. */
    private static final Object TURN = new Object();

    /** Bytes of the number, at most. */
    private static final int LONGEST_NUMBER = 64;

    private final Path file;
    private final double total;

    SpentFile(Path file, double total) {
      this.file = file;
      this.total = total;
    }

    /**
     * Adds a part, rounded up.
     *
     * @return whether the part fitted; otherwise nothing was spent
     */
    boolean spend(double part) {
      synchronized (TURN) {
        try {
          Files.createDirectories(file.toAbsolutePath().getParent());
          try (FileChannel channel =
              FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE)) {
            channel.lock();
            return spend(channel, part);
          }
        } catch (IOException e) {
          throw new UncheckedIOException(
              "the error budget could not be kept in " + file.toAbsolutePath(), e);
        }
      }
    }

    private boolean spend(FileChannel channel, double part) throws IOException {
      double after = Rounding.addUp(read(channel), part);
      if (!(after <= total)) {
        return false;
      }
      ByteBuffer text = ByteBuffer.wrap(Double.toString(after).getBytes(StandardCharsets.US_ASCII));
      channel.truncate(0);
      while (text.hasRemaining()) {
        channel.write(text, text.position());
      }
      return true;
    }

    private double read(FileChannel channel) throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate(LONGEST_NUMBER);
      int read = 0;
      while (read >= 0 && bytes.hasRemaining()) {
        read = channel.read(bytes, bytes.position());
      }
      String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
      try {
        return text.isEmpty() ? 0 : Double.parseDouble(text);
      } catch (NumberFormatException e) {
        throw new IOException(file + " held '" + text + "', which is no number: delete it", e);
      }
    }
  }

  /** A file with one line for every audit. Several JVMs may append whole lines. */
  private static final class Ledger {
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
}
