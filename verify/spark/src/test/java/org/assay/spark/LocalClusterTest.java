package org.assay.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.assay.spark.Mechanisms.Accident;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.trial.TrialCluster;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialRecipe;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audits on two executors that are processes of their own, and may die. */
class LocalClusterTest {
  private static final List<String> SAID = Collections.synchronizedList(new ArrayList<>());

  private static TrialCluster cluster = new NoCluster();

  @BeforeAll
  static void connect() {
    String classpath = Objects.requireNonNull(System.getProperty("java.class.path"));
    System.setProperty("spark.executor.extraClassPath", classpath);
    cluster = new SparkProvider().connect("local-cluster[2,1,1024]", SAID::add);
  }

  @AfterAll
  static void close() {
    cluster.close();
    System.clearProperty("spark.executor.extraClassPath");
  }

  private static AuditReport audit(
      Auditor auditor, Mechanisms.Accidental mechanism, boolean repeatable) {
    TrialRecipe<Double> recipe = TrialRecipe.carrying(mechanism, Mechanisms.PAIRS, repeatable);
    return auditor.elsewhere(cluster, recipe).audit(mechanism, Mechanisms.PAIRS);
  }

  @Test
  void lostExecutorsAreReplacedAndChangeNothing(@TempDir Path directory) throws IOException {
    var mechanism = new Mechanisms.Accidental(Accident.EXECUTOR, 2, directory.toString());
    Auditor auditor = Mechanisms.auditor(0.5);
    AuditReport there = audit(auditor, mechanism, true);
    AuditReport here = auditor.audit(Mechanisms.gaussian(), Mechanisms.PAIRS);
    assertEquals(2, Mechanisms.accidents(directory), "executors that died");
    assertEquals(here.withoutTiming(), there.withoutTiming());
    assertEquals(here.logWealth(), there.logWealth());
    assertEquals(here.lowerBound(), there.lowerBound());
    assertTrue(SAID.stream().anyMatch(words -> words.endsWith("lost so far")));
  }

  @Test
  void aLostExecutorEndsWhatMustNotBeRepeated(@TempDir Path directory) {
    var mechanism = new Mechanisms.Accidental(Accident.EXECUTOR, 1, directory.toString());
    var refusal =
        assertThrows(
            TrialClusterException.class, () -> audit(Mechanisms.auditor(0.5), mechanism, false));
    assertTrue(refusal.toString().contains("must not be made again"), refusal::toString);
  }
}
