package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.StagedAuditor.StagedReport;
import org.assay.verify.replay.GrayBoxMechanism;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

class StagedAuditorTest {
  private static final Guarantee CLAIM = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);
  private static final List<AdjacentPair<List<Double>>> PAIRS =
      List.of(
          AdjacentPair.of(
              "a record of 1", List.of(0.5), List.of(0.5, 1.0), AdjacencyRelation.ADD_OR_REMOVE),
          AdjacentPair.of(
              "a record of 1000",
              List.of(0.5),
              List.of(0.5, 1000.0),
              AdjacencyRelation.ADD_OR_REMOVE));

  private static final StagedAuditor AUDITOR =
      StagedAuditor.of(Auditor.of(CLAIM).errorProbability(1e-6).seed(3));

  /**
   * Half of the mechanisms it calls correct have a false alarm of 1e-3 at most; the seed is fixed.
   */
  @Test
  void aCorrectMechanismPassesAllThreeStages() {
    StagedReport report = AUDITOR.auditGrayBox(sum(true, 1), PAIRS);
    assertEquals(Verdict.NOT_REFUTED, report.verdict());
    assertFalse(report.failed());
    assertTrue(report.replay().orElseThrow().passed());
    assertTrue(report.randomness().orElseThrow().passed());
    double errors =
        report.randomness().orElseThrow().errorProbability()
            + report.audit().orElseThrow().errorProbability();
    assertTrue(errors <= 1e-6, "all stages share the error probability: " + errors);
    AuditReport conclusion = report.conclusion().orElseThrow();
    assertEquals(Verdict.NOT_REFUTED, conclusion.verdict());
    assertTrue(conclusion.errorProbability() >= errors, "all errors are told: " + conclusion);
    assertEquals(1e-6, conclusion.errorProbability(), 1e-15);
    assertEquals(report.audit().orElseThrow().errorProbability(), conclusion.betErrorProbability());
  }

  @Test
  void aFalseDeclarationEndsTheAuditBeforeAnythingIsRun() {
    StagedReport report = AUDITOR.auditGrayBox(sum(false, 1), PAIRS);
    assertTrue(report.failed());
    assertEquals(Verdict.INCONCLUSIVE, report.verdict(), "only the proof is refuted so far");
    assertTrue(report.audit().isEmpty());
    assertTrue(report.findings().get(0).contains("sum"), report.findings().toString());
    StagedReport whole = AUDITOR.allStages().auditGrayBox(sum(false, 1), PAIRS);
    assertEquals(Verdict.REFUTED, whole.verdict());
    assertEquals(report.findings().get(0), whole.findings().get(0));
  }

  @Test
  void tooLittleNoiseOfTheRightShapeIsLeftToTheBets() {
    Mechanism<List<Double>> half = sum(true, 0.5).asMechanism();
    StagedReport report = AUDITOR.audit(half, PAIRS);
    assertTrue(report.replay().isEmpty());
    assertTrue(report.randomness().orElseThrow().passed());
    assertEquals(Verdict.REFUTED, report.audit().orElseThrow().verdict());
    assertTrue(report.failed());
  }

  @Test
  void aConstantSeedEndsTheAuditInTheSecondStage() {
    Mechanism<List<Double>> constant =
        Mechanism.ofScalar((d, random) -> clippedSum(d) + new java.util.Random(1).nextGaussian());
    StagedReport report = AUDITOR.audit(constant, PAIRS);
    assertEquals(Verdict.REFUTED, report.verdict());
    assertTrue(report.audit().isEmpty());
    assertFalse(report.findings().isEmpty());
    assertTrue(report.conclusion().isEmpty());
    AuditReport whole = AUDITOR.allStages().audit(constant, PAIRS).conclusion().orElseThrow();
    assertEquals(Verdict.REFUTED, whole.verdict());
    assertEquals(1e-6, whole.errorProbability(), 1e-15);
  }

  @Test
  void aBudgetOfFewRunsGoesToTheBets() {
    StagedReport report =
        StagedAuditor.of(Auditor.of(CLAIM).maximumRuns(500)).auditGrayBox(sum(true, 1), PAIRS);
    assertTrue(report.randomness().isEmpty());
    assertEquals(500, report.audit().orElseThrow().runs());
  }

  @Test
  void interruptionIsInconclusiveAndRemembered() {
    GrayBoxMechanism<List<Double>> cancelled =
        (d, noise) -> {
          throw new InterruptedException("stop");
        };
    StagedReport report = AUDITOR.auditGrayBox(cancelled, PAIRS);
    assertTrue(Thread.interrupted(), "interrupt status is set again");
    assertEquals(Verdict.INCONCLUSIVE, report.verdict());
  }

  @Test
  void pairsOfAnotherRelationAreRefused() {
    List<AdjacentPair<List<Double>>> others =
        List.of(AdjacentPair.of("other", List.of(), List.of(1.0), AdjacencyRelation.ZERO_OUT));
    assertThrows(IllegalArgumentException.class, () -> AUDITOR.auditGrayBox(sum(true, 1), others));
    assertThrows(
        IllegalArgumentException.class, () -> AUDITOR.auditGrayBox(sum(true, 1), List.of()));
  }

  private static GrayBoxMechanism<List<Double>> sum(boolean clips, double scale) {
    return (d, noise) -> {
      double sum = clips ? clippedSum(d) : d.stream().mapToDouble(x -> x).sum();
      return Outcome.of(noise.laplace("sum", sum, scale, scale));
    };
  }

  private static double clippedSum(List<Double> records) {
    return records.stream().mapToDouble(x -> Math.max(-1, Math.min(1, x))).sum();
  }
}
