package org.assay.verify.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

/** What the check does with mechanisms that step outside their declarations. */
class ReplayCheckTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final Guarantee ONE = new Guarantee.Pure(1, ADD);

  @Test
  void randomnessBeyondThePrimitivesCannotBeChecked() throws InterruptedException {
    Random own = new Random(1);
    Finding finding = first((records, noise) -> Outcome.of(records.size() + own.nextGaussian()));
    assertEquals(Evidence.NOT_CHECKABLE, finding.evidence());
  }

  @Test
  void postProcessingThatLooksAtTheData() throws InterruptedException {
    Finding finding =
        first(
            (records, noise) -> {
              double noisy = noise.laplace("count", records.size(), 1, 1);
              return Outcome.of(Math.min(noisy, records.size()));
            });
    assertTrue(finding instanceof Finding.OutcomeDiffers, finding::describe);
    assertEquals(Evidence.VIOLATED_DECLARATION, finding.evidence());
  }

  @Test
  void catchingExceptionsDoesNotHideAReplayThatLeftTheRecording() throws InterruptedException {
    Finding finding =
        first(
            (records, noise) -> {
              try {
                return Outcome.of(noise.laplace("of " + records.size(), 0, 1, 1));
              } catch (Exception e) {
                return Outcome.of("caught");
              }
            });
    assertTrue(finding instanceof Finding.ControlFlowDiffers, finding::describe);
  }

  @Test
  void shapesThatDependOnTheData() throws InterruptedException {
    Finding finding =
        first(
            (records, noise) ->
                Outcome.of(noise.laplace("sums", new double[records.size() + 1], 1, 1)));
    assertTrue(finding instanceof Finding.ShapeDiffers, finding::describe);
  }

  @Test
  void countsThatMoveBothWays() throws InterruptedException {
    GrayBoxMechanism<List<Double>> monotone =
        (counts, noise) ->
            Outcome.of(
                noise.exponentialMechanism(
                    "best",
                    counts.stream().mapToDouble(x -> x).toArray(),
                    1,
                    1,
                    Movement.ONE_DIRECTION));
    Guarantee claim = new Guarantee.Pure(1, AdjacencyRelation.REPLACE_ONE);
    ReplayReport report = ReplayCheck.of(claim).check(monotone, GrayBoxes.questions(4));
    assertEquals(1, report.findings().size(), report::describe);
    assertTrue(report.findings().get(0) instanceof Finding.MovedBothWays, report::describe);
  }

  @Test
  void coinsFurtherApartThanDeclared() throws InterruptedException {
    Finding finding =
        first(
            (records, noise) ->
                Outcome.of(noise.coin("kept", records.isEmpty() ? 0 : 0.5, 1, 0) ? 1 : 0));
    assertTrue(finding instanceof Finding.SensitivityExceeded, finding::describe);
  }

  @Test
  void samplesFromListsThatAreNotNeighbours() throws InterruptedException {
    Finding finding =
        first(
            (records, noise) ->
                Outcome.of(
                    noise.<Double, Double>poissonSampled(
                        "batch",
                        records.stream().map(record -> record + records.size()).toList(),
                        0.5,
                        batch -> noise.laplace("count", batch.size(), 1, 1))),
            ListPairs.addOne(List.of(1.0, 2.0), 5.0));
    assertTrue(finding instanceof Finding.SampledListsDiffer, finding::describe);
  }

  @Test
  void aGaussianIsNoPureMechanism() throws InterruptedException {
    Finding finding =
        first((records, noise) -> Outcome.of(noise.gaussian("count", records.size(), 100, 1)));
    assertTrue(finding instanceof Finding.CostExceedsClaim, finding::describe);
    assertTrue(finding.describe().contains("Infinity"), finding::describe);
  }

  @Test
  void pairsOfAnotherRelationAreRefused() {
    ReplayCheck check = ReplayCheck.of(new Guarantee.Pure(1, AdjacencyRelation.REPLACE_ONE));
    List<AdjacentPair<List<Double>>> pairs = GrayBoxes.added();
    assertThrows(IllegalArgumentException.class, () -> check.check(GrayBoxes.count(1), pairs));
    assertThrows(IllegalArgumentException.class, () -> check.check(GrayBoxes.count(1), List.of()));
  }

  @Test
  void equalSeedsGiveEqualReports() throws InterruptedException {
    ReplayCheck check = ReplayCheck.of(ONE).seed(3);
    String first = check.check(GrayBoxes.meanWithNoisyScale(), GrayBoxes.added()).describe();
    String second = check.check(GrayBoxes.meanWithNoisyScale(), GrayBoxes.added()).describe();
    assertEquals(first, second);
    assertFalse(first.isBlank());
  }

  /**
   * The sample mean of 20,000 draws of Laplace noise is within 6 standard errors, and so is the
   * mean size; each fails with probability below 1e-8 by chance, and the seed is fixed.
   */
  @Test
  void liveNoiseHasTheDeclaredScaleAndStaysOnAGrid() {
    NoisePrimitives live = NoisePrimitives.live(new SplittableRandom(9));
    int runs = 20_000;
    double sum = 0;
    double size = 0;
    for (int i = 0; i < runs; i++) {
      double noisy = live.laplace("noise", 0.1, 3, 1);
      assertEquals(Math.rint(noisy * 0x1p20), noisy * 0x1p20);
      double noise = noisy - 0.1;
      sum += noise;
      size += Math.abs(noise);
    }
    assertEquals(0, sum / runs, 6 * 3 * Math.sqrt(2.0 / runs));
    assertEquals(3, size / runs, 6 * 3 / Math.sqrt(runs));
  }

  @Test
  void theSameCodeRunsForAStatisticalAudit() throws Exception {
    Outcome outcome =
        GrayBoxes.spent(3, 3).asMechanism().run(List.of(1.0, 2.0), new SplittableRandom(1));
    assertEquals(3, ((Outcome.Vector) outcome).length());
    assertThrows(
        IllegalArgumentException.class,
        () -> GrayBoxes.count(0).asMechanism().run(List.of(), new SplittableRandom(1)));
  }

  private static Finding first(GrayBoxMechanism<List<Double>> mechanism)
      throws InterruptedException {
    return first(mechanism, ListPairs.addOne(List.of(), 1.0));
  }

  private static Finding first(
      GrayBoxMechanism<List<Double>> mechanism, AdjacentPair<List<Double>> pair)
      throws InterruptedException {
    ReplayReport report = ReplayCheck.of(ONE).check(mechanism, List.of(pair));
    assertFalse(report.passed(), "no finding");
    return report.findings().get(0);
  }
}
