package org.assay.verify.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.replay.Finding.Evidence;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

/** Every mistake of the catalogue that shows without statistics, by the finding that names it. */
class BrokenMechanismsTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final AdjacencyRelation REPLACE = AdjacencyRelation.REPLACE_ONE;
  private static final Guarantee ONE = new Guarantee.Pure(1, ADD);
  private static final Guarantee ONE_REPLACED = new Guarantee.Pure(1, REPLACE);

  @Test
  void integerDivisionLeavesNoNoise() throws InterruptedException {
    int epsilon = 2;
    int scale = 1 / epsilon;
    Finding.ParameterInvalid finding =
        only(
            Finding.ParameterInvalid.class,
            new Guarantee.Pure(2, ADD),
            GrayBoxes.count(scale),
            GrayBoxes.added());
    assertEquals("scale", finding.parameter());
    assertEquals(0, finding.value());
  }

  @Test
  void invertedScaleCostsMore() throws InterruptedException {
    Guarantee claim = new Guarantee.Pure(0.1, ADD);
    Finding.CostExceedsClaim finding =
        only(Finding.CostExceedsClaim.class, claim, GrayBoxes.count(0.1), GrayBoxes.added());
    assertEquals(10, finding.cost().declared(), 1e-9);
    assertEquals(Evidence.EXCEEDED_ACCOUNT, finding.evidence());
  }

  @Test
  void replacedRecordsMoveTwiceAsFar() throws InterruptedException {
    Finding.SensitivityExceeded finding =
        only(
            Finding.SensitivityExceeded.class,
            ONE_REPLACED,
            GrayBoxes.sum(1, 1, 1),
            GrayBoxes.replaced());
    assertEquals(2, finding.used());
    assertEquals(1, finding.declared());
  }

  @Test
  void rawSumFollowsTheOutlier() throws InterruptedException {
    Finding.SensitivityExceeded finding =
        only(Finding.SensitivityExceeded.class, ONE, GrayBoxes.rawSum(), GrayBoxes.added());
    assertEquals(1e6, finding.used(), 1e-3);
  }

  @Test
  void clippedCoordinatesAreNotAClippedNorm() throws InterruptedException {
    double[] ones = new double[10];
    Arrays.fill(ones, 1);
    AdjacentPair<List<double[]>> pair = ListPairs.addOne(List.of(), ones);
    Finding.SensitivityExceeded finding =
        only(
            Finding.SensitivityExceeded.class,
            new Guarantee.Gaussian(0.25, ADD),
            GrayBoxes.vectorSum(false, 10),
            List.of(pair));
    assertEquals(Math.sqrt(10), finding.used(), 1e-12);
    assertTrue(finding.used() <= Math.sqrt(10));
  }

  @Test
  void doubleSpendingCostsTwice() throws InterruptedException {
    Finding.CostExceedsClaim finding =
        only(Finding.CostExceedsClaim.class, ONE, GrayBoxes.spent(2, 1), GrayBoxes.added());
    assertEquals(2, finding.cost().declared(), 1e-9);
    assertEquals(1, finding.cost().claimed());
  }

  @Test
  void noiseScaledByTheSize() throws InterruptedException {
    List<Finding> findings = findings(ONE, GrayBoxes.meanWithTrueSize(), GrayBoxes.added());
    assertTrue(
        findings.stream()
            .anyMatch(
                finding ->
                    finding instanceof Finding.ParameterDiffers differs
                        && differs.parameter().equals("scale")),
        findings::toString);
  }

  @Test
  void meanOfTheTrueSizeMovesFurtherThanTheNoisySizeSays() throws InterruptedException {
    List<Finding> findings = findings(ONE, GrayBoxes.meanWithNoisyScale(), GrayBoxes.added());
    assertTrue(
        findings.stream().anyMatch(Finding.SensitivityExceeded.class::isInstance),
        findings::toString);
  }

  @Test
  void noiseSkippedAtZero() throws InterruptedException {
    List<Finding> findings = findings(ONE, GrayBoxes.silentAtZero(), GrayBoxes.added());
    assertTrue(
        findings.stream().anyMatch(Finding.ControlFlowDiffers.class::isInstance),
        findings::toString);
    assertTrue(
        findings.stream().anyMatch(f -> f.evidence() == Evidence.IMPOSSIBLE_OUTCOME),
        findings::toString);
  }

  @Test
  void bytesWrap() throws InterruptedException {
    List<Double> full = Collections.nCopies(Byte.MAX_VALUE, 1.0);
    Finding.SensitivityExceeded finding =
        only(
            Finding.SensitivityExceeded.class,
            ONE,
            GrayBoxes.wrappingSum(),
            List.of(ListPairs.addOne(full, 1.0)));
    assertEquals(255, finding.used());
  }

  @Test
  void keysOfTheDataAreNotPublic() throws InterruptedException {
    List<Finding> stated = findings(ONE, GrayBoxes.histogramOfKeysPresent(true), GrayBoxes.keys());
    assertTrue(
        stated.stream().anyMatch(Finding.PublicValueDiffers.class::isInstance), stated::toString);
    List<Finding> unstated =
        findings(ONE, GrayBoxes.histogramOfKeysPresent(false), GrayBoxes.keys());
    assertTrue(
        unstated.stream().anyMatch(Finding.ControlFlowDiffers.class::isInstance),
        unstated::toString);
  }

  @Test
  void failureOnEmptyData() throws InterruptedException {
    Guarantee claim = new Guarantee.Pure(1, ADD);
    List<Finding> findings = findings(claim, GrayBoxes.failingMean(), GrayBoxes.added());
    assertTrue(
        findings.stream()
            .anyMatch(
                finding ->
                    finding instanceof Finding.OutcomeDiffers differs
                        && differs.evidence() == Evidence.IMPOSSIBLE_OUTCOME
                        && (differs.recorded() instanceof Outcome.Failure
                            || differs.replayed() instanceof Outcome.Failure)),
        findings::toString);
  }

  @Test
  void notANumberSurvivesClipping() throws InterruptedException {
    Guarantee claim = new Guarantee.Approximate(1, 1e-5, ADD);
    Finding.QueryNotFinite finding =
        only(
            Finding.QueryNotFinite.class,
            claim,
            GrayBoxes.sampledSteps(false),
            GrayBoxes.addedWithNaN());
    assertTrue(Double.isNaN(finding.value()));
  }

  @Test
  void falseDeclarationsAreNotBilledByConvolution() throws InterruptedException {
    Guarantee claim = new Guarantee.Approximate(1, 1e-5, ADD);
    ReplayReport report =
        ReplayCheck.of(claim).check(GrayBoxes.sampledSteps(false), GrayBoxes.addedWithNaN());
    assertTrue(report.cost().isEmpty(), report::describe);
    assertEquals(List.of("the declarations are false"), report.unchecked());
    ReplayReport correct =
        ReplayCheck.of(claim).check(GrayBoxes.sampledSteps(true), GrayBoxes.addedWithNaN());
    assertTrue(correct.passed(), correct::describe);
    assertTrue(correct.cost().isPresent(), correct::describe);
  }

  /** A sum of epsilons costs nothing, so it is told next to the false declaration. */
  @Test
  void falseDeclarationsAreBilledWhereThatIsASum() throws InterruptedException {
    List<Finding> findings =
        findings(new Guarantee.Pure(0.5, ADD), GrayBoxes.rawSum(), GrayBoxes.added());
    assertTrue(
        findings.stream().anyMatch(Finding.SensitivityExceeded.class::isInstance),
        findings::toString);
    assertTrue(
        findings.stream().anyMatch(Finding.CostExceedsClaim.class::isInstance), findings::toString);
  }

  @Test
  void meanGradientClipped() throws InterruptedException {
    List<AdjacentPair<List<Double>>> pairs =
        List.of(ListPairs.addOne(Collections.nCopies(9, -1.0), 1e6));
    Finding.SensitivityExceeded finding =
        only(
            Finding.SensitivityExceeded.class,
            new Guarantee.Gaussian(0.5, ADD),
            GrayBoxes.clippedAfterAveraging(10),
            pairs);
    assertEquals(1.9, finding.used(), 1e-12);
  }

  @Test
  void noiseNotMultipliedByTheClippingNorm() throws InterruptedException {
    Finding.SensitivityExceeded finding =
        only(
            Finding.SensitivityExceeded.class,
            new Guarantee.Gaussian(0.5, ADD),
            GrayBoxes.gradient(10, 1),
            GrayBoxes.added());
    assertEquals(10, finding.used());
  }

  @Test
  void sparseVectorWithTheNumberOfPositivesForgotten() throws InterruptedException {
    Finding.CostExceedsClaim finding =
        only(
            Finding.CostExceedsClaim.class,
            ONE_REPLACED,
            GrayBoxes.sparseVector(2, 4, 3, 3),
            GrayBoxes.questions(10));
    assertEquals(2, finding.cost().declared(), 1e-9);
  }

  @Test
  void sparseVectorThatDoesNotStop() throws InterruptedException {
    List<Finding> findings =
        findings(ONE_REPLACED, GrayBoxes.sparseVector(2, 4, 1, 10), GrayBoxes.questions(10));
    assertTrue(
        findings.stream().anyMatch(Finding.ParameterInvalid.class::isInstance), findings::toString);
  }

  private static <F extends Finding, D> F only(
      Class<F> kind, Guarantee claim, GrayBoxMechanism<D> mechanism, List<AdjacentPair<D>> pairs)
      throws InterruptedException {
    List<Finding> findings = findings(claim, mechanism, pairs);
    assertEquals(1, findings.size(), findings::toString);
    return kind.cast(findings.get(0));
  }

  private static <D> List<Finding> findings(
      Guarantee claim, GrayBoxMechanism<D> mechanism, List<AdjacentPair<D>> pairs)
      throws InterruptedException {
    ReplayReport report = ReplayCheck.of(claim).seed(7).check(mechanism, pairs);
    assertFalse(report.passed(), report::describe);
    return report.findings();
  }
}
