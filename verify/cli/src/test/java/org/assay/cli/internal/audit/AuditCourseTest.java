package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assay.cli.Invocation;
import org.assay.cli.JavaCommand;
import org.assay.cli.Main;
import org.assay.cli.internal.terminal.Console;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verdicts arrive when they fall, and are not lost when the audit does not come to its end. */
@Timeout(300)
class AuditCourseTest {
  private static final String FIRST = SmallClaims.TEXT;

  @TempDir private Path directory = Path.of("");

  private static String claim(String name, String runs) {
    return FIRST
        .substring(FIRST.indexOf("  - name"))
        .replace("name: small", "name: " + name)
        .replace("runs: 300", "runs: " + runs);
  }

  private String claims(String more) throws IOException {
    return SmallClaims.write(directory, FIRST + more).toString();
  }

  /** The second claim takes hours. */
  private String endless() throws IOException {
    return claims(claim("second", "5000000000") + claim("third", "300"));
  }

  private Path report() {
    return directory.resolve("report");
  }

  private Path events() {
    return directory.resolve("events.jsonl");
  }

  private Process start(String... words) throws IOException {
    return started("", words);
  }

  private Process started(String name, String... words) throws IOException {
    return new ProcessBuilder(JavaCommand.of(Main.class, words))
        .redirectOutput(directory.resolve("out" + name).toFile())
        .redirectError(directory.resolve("err" + name).toFile())
        .start();
  }

  private String printed() throws IOException {
    return Files.readString(directory.resolve("out"));
  }

  private String told() throws IOException {
    return Files.readString(directory.resolve("err"));
  }

  private List<JsonNode> happened() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> events = new ArrayList<>();
    for (String line : Files.readAllLines(events())) {
      events.add(mapper.readTree(line));
    }
    return events;
  }

  private void waitForRunsOfSecond(Process process) throws IOException, InterruptedException {
    while (process.isAlive()
        && !(Files.exists(events())
            && Files.readString(events()).contains("\"progress\",\"name\":\"second\""))) {
      Thread.sleep(10);
    }
    assertTrue(process.isAlive(), told());
  }

  private static void end(Process process, String signal) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertTrue(ended, "it went on");
  }

  /**
   * To the virtual machine an interrupt from the keyboard is as good, but where a test is started
   * in the background it may be ignored.
   */
  @Tag("slow")
  @Test
  void anInterruptedAuditLeavesWhatWasDecided() throws IOException, InterruptedException {
    Process process =
        start("audit", endless(), "--report", "" + report(), "--events", "" + events());
    try {
      waitForRunsOfSecond(process);
      Process other = started("-other", "audit", endless(), "--events", "" + events());
      assertEquals(2, other.waitFor());
      assertTrue(
          Files.readString(directory.resolve("err-other")).contains("another audit writes it"));
      assertTrue(printed().startsWith("certified   small: "), "printed when it fell");
      // The verdict and its line of risk.
      assertEquals(2, printed().lines().count(), printed());
    } finally {
      end(process, "TERM");
    }
    assertEquals(143, process.exitValue());
    assertEquals(2, printed().lines().count(), printed());
    assertEquals(
        "assay: interrupted: 1 of 3 claims is decided; with --checkpoint DIR the same command would"
            + " go on where this one stood\n",
        told());
    JsonNode written = new ObjectMapper().readTree(report().resolve("report.json").toFile());
    assertEquals("small", written.at("/claims/0/name").asText());
    assertEquals(1, written.get("claims").size());
    assertEquals("[\"second\",\"third\"]", written.get("undecided").toString());
    String page = Files.readString(report().resolve("report.html"));
    assertTrue(page.contains("Interrupted before there was a verdict on these claims:"), page);
    String cases = Files.readString(report().resolve("junit.xml"));
    assertEquals(2, cases.split("<skipped message=\"interrupted", -1).length - 1, cases);
    assertEquals("begun", happened().get(0).get("event").asText());
    JsonNode last = happened().get(happened().size() - 1);
    assertEquals("interrupted", last.get("event").asText());
    assertEquals(1, last.get("decided").asInt());
  }

  @Tag("slow")
  @Test
  void anInterruptedAuditPrintsItsJsonAndSaysThatItCanGoOn()
      throws IOException, InterruptedException {
    String checkpoint = directory.resolve("checkpoint").toString();
    Process process =
        start("audit", endless(), "--json", "--checkpoint", checkpoint, "--events", "" + events());
    try {
      waitForRunsOfSecond(process);
    } finally {
      end(process, "TERM");
    }
    assertEquals(
        "assay: interrupted: 1 of 3 claims is decided; the same command goes on where this one"
            + " stood\n",
        told());
    JsonNode json = new ObjectMapper().readTree(printed());
    assertEquals("small", json.at("/claims/0/name").asText());
    assertEquals(2, json.get("undecided").size());
  }

  @Tag("slow")
  @Test
  void aKilledAuditHasPrintedWhatWasDecided() throws IOException, InterruptedException {
    Process process = start("audit", endless(), "--events", "" + events());
    try {
      waitForRunsOfSecond(process);
    } finally {
      end(process, "KILL");
    }
    assertTrue(printed().startsWith("certified   small: "), printed());
    assertTrue(
        happened().stream()
            .anyMatch(
                event ->
                    event.get("event").asText().equals("decided")
                        && event.get("name").asText().equals("small")));
  }

  @Test
  void eventsTellTheWholeCourse() throws IOException {
    Invocation audit = Invocation.of("audit", claims(""), "--events", "" + events());
    assertEquals(0, audit.code(), audit.err());
    List<JsonNode> events = happened();
    assertEquals(
        List.of("begun", "claim-begun", "progress", "decided", "finished"),
        events.stream().map(event -> event.get("event").asText()).distinct().toList());
    JsonNode decided = events.get(events.size() - 2);
    assertEquals("certified", decided.get("state").asText());
    assertEquals(300, decided.at("/claim/audit/runs").asInt());
    assertTrue(events.stream().allMatch(event -> event.get("seconds").asDouble() >= 0));
  }

  @Test
  void eventsThatCannotBeWrittenAreRefused() throws IOException {
    Invocation audit = Invocation.of("audit", claims(""), "--events", directory.toString());
    assertEquals(2, audit.code());
    assertTrue(audit.err().startsWith("assay: --events was " + directory), audit.err());
    assertEquals("", audit.out());
  }

  @Test
  void aReportThatCannotBeWrittenSwallowsNoVerdict() throws IOException {
    Files.createDirectories(report().resolve("report.sarif/occupied"));
    Invocation audit = Invocation.of("audit", claims(""), "--report", "" + report());
    assertEquals(4, audit.code());
    assertTrue(audit.out().startsWith("certified   small: "), audit.out());
    assertTrue(
        audit.err().startsWith("assay: --report was " + report() + ": it cannot be written"),
        audit.err());
    try (Stream<Path> files = Files.list(report())) {
      assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith(".")));
    }
  }

  /** The journal of the second claim is another audit's. */
  @Test
  void aClaimThatCannotBeAuditedLeavesTheVerdictsBefore() throws IOException {
    String checkpoint = directory.resolve("checkpoint").toString();
    String other = claims(claim("second", "300").replace("rho: 0.5", "rho: 0.6"));
    assertEquals(0, Invocation.of("audit", other, "--checkpoint", checkpoint).code());
    String claims = claims(claim("second", "300"));
    Invocation audit =
        Invocation.of("audit", claims, "--checkpoint", checkpoint, "--report", "" + report());
    assertEquals(2, audit.code(), audit.err() + audit.out());
    assertTrue(audit.out().startsWith("certified   small: "), audit.out());
    assertEquals(2, audit.out().lines().count());
    List<String> told = audit.err().lines().toList();
    assertEquals("assay: the audit ended early: 1 of 2 claims is decided", told.get(1));
    assertTrue(told.get(2).startsWith("assay: checkpoint was "), audit.err());
    assertTrue(Files.readString(report().resolve("report.json")).contains("\"second\""));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whereNothingCanBePrintedTheReportIsWrittenNevertheless(boolean pipe) throws IOException {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(new Full(), false, StandardCharsets.UTF_8),
            new PrintStream(told, true, StandardCharsets.UTF_8),
            false,
            pipe);
    String claims = claims(claim("second", "300"));
    int code = Invocation.run(console, "audit", claims, "--report", "" + report());
    String err = told.toString(StandardCharsets.UTF_8);
    assertEquals(pipe ? 141 : 4, code, err);
    assertEquals(
        pipe
            ? ""
            : """
            assay: the audit ended early: 1 of 2 claims is decided
            assay: standard output cannot be written: it is closed, or its disk is full
            """,
        err);
    assertTrue(Files.readString(report().resolve("report.json")).contains("\"small\""));
  }

  /** A disk without room. */
  private static final class Full extends OutputStream {
    @Override
    public void write(int single) throws IOException {
      throw new IOException("no room");
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "epsilon gaussian(1) --delta 1e-5 --adjacency add-remove",
        "ledger --help",
        "--version"
      })
  void aFullDiskIsNoticed(String words) throws IOException, InterruptedException {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "this system has no /dev/full");
    Process process =
        new ProcessBuilder(JavaCommand.of(Main.class, words.split(" ")))
            .redirectOutput(full.toFile())
            .redirectError(directory.resolve("err").toFile())
            .start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it went on");
    assertEquals(4, process.exitValue(), told());
    assertEquals(
        "assay: standard output cannot be written: it is closed, or its disk is full\n", told());
  }

  /** As {@code assay evaluate | head -1}. */
  @Test
  void aReaderWhoHasSeenEnoughIsNotTold() throws IOException, InterruptedException {
    Path questions = directory.resolve("questions");
    String one = "{\"fn\":\"gaussian_eps\",\"args\":{\"mu\":1,\"delta\":1e-5}}\n";
    Files.writeString(questions, one.repeat(3000));
    Process process =
        new ProcessBuilder(JavaCommand.of(Main.class, "evaluate", questions.toString()))
            .redirectError(directory.resolve("err").toFile())
            .start();
    try (InputStream out = process.getInputStream()) {
      assertTrue(out.read() >= 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it went on");
    assertEquals(141, process.exitValue(), told());
    assertEquals("", told());
  }

  @Test
  void whatWouldNotBeAuditedIsRefused() throws IOException {
    Invocation audit = Invocation.of("audit", claims(""), "--command", "cat");
    assertEquals(2, audit.code());
    assertTrue(
        audit.err().contains("the file has no claim without a mechanism of its own"), audit.err());
    assertTrue(audit.err().contains("--command cat"), audit.err());
  }

  @Test
  void quietMeansThatWhatStoodIsPassedOver() throws IOException {
    Invocation fine = Invocation.of("audit", claims(""), "--quiet");
    assertEquals(new Invocation(0, "", ""), fine);
    Invocation open = Invocation.of("audit", claims(""), "-q", "--runs", "20");
    assertTrue(open.out().startsWith("certified   small: "), open.out());
  }

  @Test
  void verdictsHaveColoursOnATerminal() throws IOException {
    Assumptions.assumeTrue(System.getenv("NO_COLOR") == null, "colours are off");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    PrintStream err =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Console console = new Console(InputStream.nullInputStream(), out, err, true);
    assertEquals(0, Invocation.run(console, "audit", claims("")));
    String text = printed.toString(StandardCharsets.UTF_8);
    assertTrue(text.startsWith("\u001b[32mcertified\u001b[0m   small: "), text);
  }

  @Test
  void theCommandThatRepeatsAnAuditIsQuoted() throws IOException {
    Path spaced = Files.createDirectories(directory.resolve("my claims"));
    String file = SmallClaims.write(spaced, FIRST).toString();
    String json = Invocation.of("audit", file, "--json").out();
    assertTrue(json.contains("assay audit '" + file + "' --seed 1"), json);
  }

  @Test
  void threadsAndReportsHaveBounds() throws IOException {
    String claims = claims("");
    assertEquals(
        "assay: --threads was 1000000000: it must be at most 4096\n",
        Invocation.of("audit", claims, "--threads", "1000000000").err());
    assertEquals(
        "assay: --report was empty: name a directory\n",
        Invocation.of("audit", claims, "--report", "").err());
  }

  @Test
  void aVerdictThatSaysNothingSaysWhy() throws IOException {
    String file = claims("").toString();
    Invocation audit = Invocation.of("audit", file, "--runs", "20");
    assertTrue(audit.out().startsWith("certified   small: "), audit.out());
    assertTrue(audit.out().contains("raise the number of runs"), audit.out());
    assertFalse(audit.out().contains("null"), audit.out());
  }
}
