package org.assay.verify.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.replay.Finding.Evidence;
import org.assay.verify.replay.Finding.Movement;
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

  /** Every kind of claim, just true and just false, of one Gaussian count with noise 4. */
  @Test
  void everyKindOfClaimIsComparedWithTheDeclaredCost() throws InterruptedException {
    GrayBoxMechanism<List<Double>> count =
        (records, noise) -> Outcome.of(noise.gaussian("count", records.size(), 4, 1));
    for (double share : new double[] {1 + 1e-6, 1 - 1e-6}) {
      for (Guarantee claim : claimsOfGaussian(0.25, share)) {
        ReplayReport report =
            ReplayCheck.of(claim).check(count, List.of(ListPairs.addOne(List.of(), 1.0)));
        assertEquals(share > 1, report.passed(), report::describe);
        assertTrue(report.cost().isPresent(), report::describe);
        assertTrue(report.unchecked().isEmpty(), report::describe);
      }
    }
  }

  private static List<Guarantee> claimsOfGaussian(double mu, double share) {
    NavigableMap<Double, Double> profile = new TreeMap<>();
    for (double epsilon : new double[] {0, 0.1, 0.5, 1}) {
      profile.put(epsilon, share * GaussianMechanism.delta(mu, epsilon).upper());
    }
    // The corners of the lines of slopes 1 and e, and their mirror images, that touch the curve.
    double flat = Objects.requireNonNull(profile.get(0.0));
    double steep = Objects.requireNonNull(profile.get(1.0));
    double corner = (flat - steep) / Math.expm1(1);
    double rest = 1 - flat - corner;
    Map<Double, Double> errors = Map.of(0.0, 1 - steep, corner, rest, rest, corner, 1 - steep, 0.0);
    return List.of(
        new Guarantee.Gaussian(share * mu, ADD),
        new Guarantee.ZeroConcentrated(share * mu * mu / 2, ADD),
        new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, mu * mu, 8.0, share * 4 * mu * mu)), ADD),
        new Guarantee.Approximate(0.5, share * GaussianMechanism.delta(mu, 0.5).upper(), ADD),
        new Guarantee.Profile(profile, ADD),
        new Guarantee.Tradeoff(new TreeMap<>(errors), ADD));
  }

  /** Randomized response attains its own curve; a claim below either edge is too strong. */
  @Test
  void curvesOfPureMechanismsAreComparedEdgeByEdge() throws InterruptedException {
    GrayBoxMechanism<List<Double>> answer =
        (records, noise) ->
            Outcome.of(noise.randomizedResponse("answer", records.isEmpty() ? 0 : 1, 2, 0.75));
    for (Map.Entry<Double, Boolean> claimed :
        Map.of(0.25, true, 0.2500001, false, 0.2, true).entrySet()) {
      double error = claimed.getKey();
      Guarantee claim = new Guarantee.Tradeoff(new TreeMap<>(Map.of(0.0, 1.0, error, error)), ADD);
      ReplayReport report =
          ReplayCheck.of(claim).check(answer, List.of(ListPairs.addOne(List.of(), 1.0)));
      assertEquals(claimed.getValue(), report.passed(), report::describe);
    }
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
