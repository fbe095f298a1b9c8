package org.assay.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assay.spark.Mechanisms.Accident;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.TrialCluster;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialRecipe;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audits in local mode: two threads that are executors to Spark, and up to three retries. */
class SparkAuditTest {
  private static final List<String> SAID = Collections.synchronizedList(new ArrayList<>());

  private static TrialCluster cluster = new NoCluster();

  @BeforeAll
  static void connect() {
    cluster = new SparkProvider().connect("local[2, 4]", SAID::add);
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  private static TrialRecipe<Double> recipe(Mechanism<Double> mechanism, boolean repeatable) {
    return TrialRecipe.carrying(mechanism, Mechanisms.PAIRS, repeatable);
  }

  private static AuditReport onSpark(
      Auditor auditor, Mechanism<Double> mechanism, boolean repeatable) {
    return auditor
        .elsewhere(cluster, recipe(mechanism, repeatable))
        .audit(mechanism, Mechanisms.PAIRS);
  }

  private static AuditReport here(Auditor auditor) {
    return auditor.audit(Mechanisms.gaussian(), Mechanisms.PAIRS);
  }

  @Test
  void theReportIsThatOfTheLocalRunner() {
    for (double mu : new double[] {0.5, 1.5}) {
      Auditor auditor = Mechanisms.auditor(mu);
      AuditReport there = onSpark(auditor, Mechanisms.gaussian(), true);
      assertEquals(here(auditor).withoutTiming(), there.withoutTiming());
      assertEquals(mu < 1 ? Verdict.REFUTED : Verdict.NOT_REFUTED, there.verdict());
    }
    assertTrue(SAID.stream().anyMatch(words -> words.matches("\\d+ of \\d+ tasks on local.*")));
  }

  @Test
  void roundingAndThreadsOfTheDriverDoNotMatter() {
    Auditor auditor = Mechanisms.auditor(1.5).significantBits(6);
    AuditReport there = onSpark(auditor.threads(2), Mechanisms.gaussian(), true);
    assertEquals(here(auditor).withoutTiming(), there.withoutTiming());
  }

  @Test
  void lostTasksAreRepeatedAndChangeNothing(@TempDir Path directory) throws IOException {
    var mechanism = new Mechanisms.Accidental(Accident.TASK, 3, directory.toString());
    Auditor auditor = Mechanisms.auditor(0.5);
    AuditReport there = onSpark(auditor, mechanism, true);
    assertEquals(3, Mechanisms.accidents(directory), "accidents");
    assertEquals(here(auditor).withoutTiming(), there.withoutTiming());
    assertTrue(SAID.stream().anyMatch(words -> words.endsWith("lost so far")));
  }

  @Test
  void whatIsNotRepeatableIsNotRepeated(@TempDir Path directory) {
    var mechanism = new Mechanisms.Accidental(Accident.TASK, 1, directory.toString());
    var refusal =
        assertThrows(
            TrialClusterException.class, () -> onSpark(Mechanisms.auditor(0.5), mechanism, false));
    assertTrue(refusal.toString().contains("must not be made again"), refusal::toString);
  }

  @Test
  void timeLimitsMakeRunsUnrepeatable(@TempDir Path directory) {
    var mechanism = new Mechanisms.Accidental(Accident.TASK, 1, directory.toString());
    Auditor limited = Mechanisms.auditor(0.5).runTimeout(Duration.ofMinutes(5));
    assertThrows(TrialClusterException.class, () -> onSpark(limited, mechanism, true));
  }

  @Test
  void whatFailsForGoodEndsTheAuditWithItsReason(@TempDir Path directory) {
    var mechanism = new Mechanisms.Accidental(Accident.TASK, 1000, directory.toString());
    var refusal =
        assertThrows(
            TrialClusterException.class, () -> onSpark(Mechanisms.auditor(0.5), mechanism, true));
    assertTrue(refusal.toString().contains("OutOfMemoryError: made by a test"), refusal::toString);
    assertEquals(1, String.valueOf(refusal.getMessage()).lines().count());
  }

  @Test
  void checkpointsMoveBetweenRunners(@TempDir Path directory) {
    Auditor kept = Mechanisms.auditor(1.5).checkpoint(directory.resolve("journal"));
    onSpark(kept.maximumRuns(500), Mechanisms.gaussian(), true);
    AuditReport moved = kept.audit(Mechanisms.gaussian(), Mechanisms.PAIRS);
    assertEquals(3000, moved.runs());
    assertTrue(Files.exists(directory.resolve("journal")));
  }

  @Test
  void timeEndsRunsUnderWay() {
    Auditor auditor = Mechanisms.auditor(1.5).maximumDuration(Duration.ofSeconds(3));
    long started = System.nanoTime();
    AuditReport report = onSpark(auditor, new Mechanisms.Slow(1000), true);
    assertEquals(Verdict.INCONCLUSIVE, report.verdict());
    assertTrue(System.nanoTime() - started < 20e9, "runs went on");
  }

  @Test
  void interruptionCancelsTheJobs() throws InterruptedException {
    List<AuditReport> reports = new ArrayList<>();
    Thread audit =
        new Thread(
            () -> reports.add(onSpark(Mechanisms.auditor(1.5), new Mechanisms.Slow(2000), true)));
    audit.start();
    Thread.sleep(1500);
    audit.interrupt();
    audit.join(20_000);
    assertFalse(audit.isAlive(), "the audit went on");
    assertEquals("the audit was interrupted", reports.get(0).reason());
    // The executors are free again.
    AuditReport next = onSpark(Mechanisms.auditor(1.5), Mechanisms.gaussian(), true);
    assertEquals(3000, next.runs());
  }
}
