package org.assay.verify.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.external.OutsideProgram.OutsideProgramException;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class OutsideMechanismTest {
  private static final long NO_DEADLINE = Long.MAX_VALUE;
  private static final Duration SHORT = Duration.ofMillis(300);

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static long[] seeds(int count) {
    return new SplittableRandom(3).longs(count).toArray();
  }

  private static List<Outcome> run(OutsideProgram program, String dataset, int runs)
      throws InterruptedException {
    try (OutsideMechanism mechanism = new OutsideMechanism(program)) {
      return mechanism.runAll(json(dataset), seeds(runs), NO_DEADLINE).orElseThrow();
    }
  }

  @Test
  void doublesSurviveTheTripBitForBit() throws InterruptedException {
    SplittableRandom random = new SplittableRandom(11);
    ArrayNode dataset = JsonNodeFactory.instance.arrayNode();
    dataset.add(-0.0).add(Double.MIN_VALUE).add(Double.MAX_VALUE).add(-1e-310).add(1 / 3.0);
    dataset.add(2.0e-3).add(0x1.fffffffffffffp-1).add(5.6843418860808015e-14);
    while (dataset.size() < 2000) {
      double value = Double.longBitsToDouble(random.nextLong());
      dataset.add(Double.isNaN(value) ? Double.POSITIVE_INFINITY : value);
    }
    dataset.add(Double.NaN).add(Double.NEGATIVE_INFINITY);
    try (OutsideMechanism mechanism = new OutsideMechanism(TestProgram.in("echo"))) {
      Outcome.Vector echo =
          (Outcome.Vector) mechanism.runAll(dataset, seeds(1), NO_DEADLINE).orElseThrow().get(0);
      for (int i = 0; i < dataset.size(); i++) {
        assertEquals(
            Double.doubleToLongBits(dataset.get(i).doubleValue()),
            Double.doubleToLongBits(echo.at(i)));
      }
    }
  }

  @Test
  void theSeedDecides() throws InterruptedException {
    List<Outcome> first = run(TestProgram.in("random"), "[0]", 100);
    assertEquals(100, first.size());
    assertEquals(first, run(TestProgram.in("random"), "[0]", 100));
    assertTrue(first.stream().distinct().count() > 90);
  }

  @Test
  void oneProgramServesRunsInTurnAndEndsWithTheMechanism() throws InterruptedException {
    ProcessHandle program;
    try (OutsideMechanism mechanism = new OutsideMechanism(TestProgram.in("pid"))) {
      List<Outcome> outcomes = mechanism.runAll(json("[0]"), seeds(130), NO_DEADLINE).orElseThrow();
      assertEquals(1, outcomes.stream().distinct().count());
      program = ProcessHandle.of((long) ((Outcome.Vector) outcomes.get(0)).at(0)).orElseThrow();
      assertTrue(program.isAlive());
    }
    program.onExit().join();
    assertFalse(program.isAlive());
  }

  @Tag("slow")
  @Test
  void aCrashIsAnOutcomeOfTheRunThatCrashed() throws InterruptedException {
    Outcome crash = new Outcome.Failure("crash, exit code 3");
    OutsideProgram always = TestProgram.in("crash", "1").withRunsPerRequest(3);
    assertEquals(List.of(crash, crash, crash, crash), run(always, "[0,1]", 4));
    assertEquals(
        List.of(Outcome.of(0), Outcome.of(0)), run(always, "[0,0]", 2), "others are unharmed");
    List<Outcome> some = run(TestProgram.in("crash", "0.2").withRunsPerRequest(8), "[1]", 24);
    long crashes = some.stream().filter(crash::equals).count();
    assertTrue(crashes > 0 && crashes < 24, some.toString());
    assertEquals(24 - crashes, some.stream().filter(Outcome.of(0)::equals).count());
  }

  @Test
  void aHangIsAnOutcomeAndTheProgramIsKilled() throws InterruptedException {
    OutsideProgram program =
        TestProgram.in("hang").withTimeout(SHORT).withStartup(Duration.ofSeconds(3));
    Outcome timeout = new Outcome.Failure("timeout");
    assertEquals(List.of(timeout), run(program, "[1]", 1));
    try (OutsideMechanism mechanism = new OutsideMechanism(program)) {
      assertEquals(
          List.of(Outcome.of(0)), mechanism.runAll(json("[0]"), seeds(1), NO_DEADLINE).get());
      long begin = System.nanoTime();
      assertTrue(
          mechanism.runAll(json("[1]"), seeds(9), begin + SHORT.toNanos() / 3).isEmpty(),
          "the audit's own deadline is no outcome");
    }
  }

  @Test
  void garbageIsAnOutcome() throws InterruptedException {
    assertEquals(
        List.of(new Outcome.Failure("garbage: not JSON")),
        run(TestProgram.in("garbage"), "[0]", 1));
    assertEquals(
        List.of(new Outcome.Failure("garbage: a wrong number of outputs")),
        run(TestProgram.in("short"), "[0]", 1));
  }

  @Test
  void outputThatNobodyAskedForEndsTheAudit() {
    OutsideProgramException refusal =
        assertThrows(
            OutsideProgramException.class,
            () -> run(TestProgram.in("chatty").withRunsPerRequest(1), "[0]", 50));
    assertTrue(
        String.valueOf(refusal.getMessage()).contains("without being asked"), refusal.toString());
  }

  @Test
  void anInterruptCancelsAndKills() throws InterruptedException {
    try (OutsideMechanism mechanism = new OutsideMechanism(TestProgram.in("hang"))) {
      AtomicReference<String> end = new AtomicReference<>("none");
      Thread worker =
          new Thread(
              () -> {
                try {
                  mechanism.runAll(json("[1]"), seeds(1), NO_DEADLINE);
                } catch (InterruptedException e) {
                  end.set("interrupted");
                }
              });
      worker.start();
      while (ProcessHandle.current().descendants().noneMatch(OutsideMechanismTest::isProgram)) {
        Thread.sleep(10);
      }
      worker.interrupt();
      worker.join();
      assertEquals("interrupted", end.get());
    }
    ProcessHandle.current()
        .descendants()
        .filter(OutsideMechanismTest::isProgram)
        .forEach(handle -> handle.onExit().join());
  }

  /** A count without noise, released as an object. */
  @Test
  void objectsAreLookedInto() {
    AdjacentPair<JsonNode> pair =
        AdjacentPair.of("one more", json("[0]"), json("[0,1]"), AdjacencyRelation.ADD_OR_REMOVE);
    Guarantee claim = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);
    try (OutsideMechanism count = new OutsideMechanism(TestProgram.in("object"))) {
      AuditReport report = Auditor.of(claim).maximumRuns(3000).audit(count, List.of(pair));
      assertEquals(Verdict.REFUTED, report.verdict(), report.reason());
    }
  }

  /** A noisy count, and one that is written in another way if there is a certain record. */
  @Test
  void howNumbersAreWrittenIsLookedAt() {
    assertEquals(Verdict.NOT_REFUTED, formatted("%d.0", "%d.0"));
    assertEquals(Verdict.REFUTED, formatted("%d", "%d.0"));
  }

  private static Verdict formatted(String format, String markedFormat) {
    AdjacentPair<JsonNode> pair =
        AdjacentPair.of("one more", json("[0]"), json("[0,1]"), AdjacencyRelation.ADD_OR_REMOVE);
    Guarantee claim = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);
    OutsideProgram program = TestProgram.in("format", format, markedFormat);
    try (OutsideMechanism count = new OutsideMechanism(program)) {
      return Auditor.of(claim).maximumRuns(3000).audit(count, List.of(pair)).verdict();
    }
  }

  private static boolean isProgram(ProcessHandle handle) {
    return handle.info().commandLine().orElse("").contains("TestProgram hang");
  }

  @Test
  void rehearsalsTellWhyAProgramCannotBeAudited() {
    OutsideProgram missing = OutsideProgram.of("./no-such-program --fast");
    assertMessage(missing, "the command ./no-such-program --fast cannot be started");
    assertMessage(TestProgram.in("crash", "1"), "it did not answer (crash, exit code 3)");
    assertMessage(TestProgram.in("crash", "1"), "ends with: started in the manner crash 1");
    assertMessage(
        TestProgram.in("garbage"), "it did not answer (garbage: not JSON, the line 'warning: ");
    assertMessage(
        TestProgram.in("hang").withTimeout(SHORT).withStartup(SHORT),
        "it did not answer (timeout)");
    assertMessage(
        OutsideProgram.of(List.of(java())).in(Path.of("no/such/directory")), "cannot be started");
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static void assertMessage(OutsideProgram program, String part) {
    String message =
        String.valueOf(
            assertThrows(
                    OutsideProgramException.class,
                    () -> Rehearsal.of(program, List.of(json("[1]"))))
                .getMessage());
    assertTrue(message.contains(part), message);
  }

  @Tag("slow")
  @Test
  void rehearsalsFindTheSizeOfRequests() throws InterruptedException {
    List<JsonNode> datasets = List.of(json("[1]"), json("[0]"));
    OutsideProgram fast = TestProgram.in("random").withRunsPerRequest(50);
    assertEquals(50, Rehearsal.of(fast, datasets).runsPerRequest());
    OutsideProgram slow = TestProgram.in("slow").withTimeout(Duration.ofSeconds(2));
    assertEquals(1, Rehearsal.of(slow, datasets).runsPerRequest());
    OutsideProgram crashing = TestProgram.in("crash", "1");
    assertEquals(64, Rehearsal.of(crashing, datasets).runsPerRequest(), "one dataset answers");
    OutsideProgram uneven = TestProgram.in("uneven").withTimeout(Duration.ofSeconds(2));
    assertEquals(64, Rehearsal.of(uneven, List.of(json("[0]"))).runsPerRequest());
    assertEquals(1, Rehearsal.of(uneven, List.of(json("[0]"), json("[1]"))).runsPerRequest());
  }

  @Test
  @Tag("slow")
  void aProgramThatAlwaysFailsIsNotTriedForEver() {
    OutsideProgram program = OutsideProgram.of("false").withRunsPerRequest(1);
    OutsideProgramException refusal =
        assertThrows(OutsideProgramException.class, () -> run(program, "[0]", 2000));
    assertTrue(
        String.valueOf(refusal.getMessage()).contains("1001 requests in a row failed"),
        refusal.toString());
  }
}
