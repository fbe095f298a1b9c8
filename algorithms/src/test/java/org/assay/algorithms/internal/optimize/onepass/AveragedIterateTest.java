package org.assay.algorithms.internal.optimize.onepass;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Both constructions of [@FeldmanKorenTalwar2020], section 6. */
class AveragedIterateTest {
  private static final AdjacencyRelation REPLACE = AdjacencyRelation.REPLACE_ONE;

  /** T = 400, k = 20, and noise for which the last iterate is 1-GDP. */
  private static final ForgetfulIteration MAPS = new ForgetfulIteration(400, 20, 0.1);

  private static double mu(DpEvent event) {
    return Steps.of(event, REPLACE).squaredMu().sqrt().upper();
  }

  /** mu = 2k/(sigma √(k(k+1)(2k+1)/6 + T − k)) = 400/√(2870 + 380) = 7.016. */
  @Test
  void theAverageOfForgetfulMapsIsMuchLessPrivateThanTheLastIterate() {
    assertEquals(400 / Math.sqrt(3250), mu(MAPS.event()), 1e-9);
    assertEquals(1, ((Guarantee.Gaussian) MAPS.conjecturedGuarantee()).mu(), 1e-12);
    // At both ends of the range of k the two are alike.
    assertTrue(mu(new ForgetfulIteration(400, 1, 0.1).event()) < 1.01);
    assertTrue(mu(new ForgetfulIteration(400, 400, 0.1).event()) < 1.75);
  }

  /** Without noise to speak of: three copies of X_0 in the sum, then zeros. */
  @Test
  void remembersAndForgets() {
    Dataset one = Dataset.of(new double[][] {{0.5, -1.0 / 4}}, new double[] {1});
    ForgetfulIteration quiet = new ForgetfulIteration(4, 3, 1e-9);
    double[] average = quiet.run(one, new SplittableRandom(1)).release().toArray();
    assertEquals(0.375, average[0], 1e-6);
    assertEquals(-0.1875, average[1], 1e-6);
    refuses("kept was 5", () -> new ForgetfulIteration(4, 5, 1));
    Dataset longer = Dataset.of(new double[][] {{2, 0}}, new double[] {1});
    refuses("the dataset had 1", () -> quiet.run(longer, new SplittableRandom(1)));
  }

  /** Linear losses with slope -1, steps of size 1: iterates 1, 2, 3. */
  @Test
  void averagesTheIteratesAfterEachStep() {
    GradientSchedule schedule =
        GradientSchedule.of(
            new double[] {1, 1, 1}, new int[] {1, 2, 1}, new double[] {1e-9, 1e-9, 1e-9});
    EuclideanBall wide = EuclideanBall.centeredAtOrigin(1, 100);
    AveragedNoisySgd sgd = AveragedNoisySgd.of(schedule, new LinearLoss(), wide);
    Dataset ones = Dataset.of(new double[][] {{1}, {1}, {1}, {1}}, new double[] {1, 1, 1, 1});
    assertEquals(2, sgd.run(ones, new SplittableRandom(2)).release().get(0), 1e-6);
    refuses("size of the dataset was 3", () -> sgd.run(ones.without(0), new SplittableRandom(2)));
  }

  /**
   * Three steps of size 1 whose noisy gradients are multiples of the grid's spacing: so is the sum
   * of the iterates. An average rounded to a grid of its own is not, nor one of plain doubles.
   */
  @Test
  void releasesEveryNoisyGradientExactly() {
    GradientSchedule schedule =
        GradientSchedule.of(new double[] {1, 1, 1}, new int[] {1, 1, 1}, new double[] {1, 1, 1});
    EuclideanBall wide = EuclideanBall.centeredAtOrigin(1, 100);
    AveragedNoisySgd sgd = AveragedNoisySgd.of(schedule, new LinearLoss(), wide);
    Dataset ones = Dataset.of(new double[][] {{1}, {1}, {1}}, new double[] {1, 1, 1});
    for (int seed = 0; seed < 20; seed++) {
      double average = sgd.run(ones, new SplittableRandom(seed)).release().get(0);
      double points = 3 * average / new GridGaussian(1).grid().spacing();
      assertEquals(Math.rint(points), points, 1e-6);
    }
  }

  /**
   * The losses (w − b)²/2, 0 and w²/2 in one dimension, step size 1, which sets w to b and later to
   * 0; batches grow so that the last iterate protects every record alike.
   */
  private static AveragedNoisySgd losses() {
    int steps = 2500;
    Loss loss = LinearPredictionLoss.squared(1, 1, 3);
    EuclideanBall set = EuclideanBall.centeredAtOrigin(1, 3);
    double sigma = 2 * loss.lipschitzConstant() / Math.sqrt(steps);
    int[] batches = SnowballBatches.constantStep(1, 2 / Math.sqrt(steps)).sizes(steps);
    return AveragedNoisySgd.of(
        GradientSchedule.of(
            ScheduledDescent.filled(steps, 1), batches, ScheduledDescent.filled(steps, sigma)),
        loss,
        set);
  }

  private static Dataset remembering(double target) {
    AveragedNoisySgd sgd = losses();
    int records = (int) sgd.schedule().totalRecords();
    double[][] features = new double[records][1];
    double[] labels = new double[records];
    features[0][0] = 1;
    labels[0] = target;
    Arrays.fill(features, 49, records, new double[] {1});
    return Dataset.of(features, labels);
  }

  /** The conjecture would be 1-GDP; the event knows of nothing better than the first step's 50. */
  @Test
  void theEventOfTheAverageDoesNotRestOnTheConjecture() {
    AveragedNoisySgd sgd = losses();
    assertEquals(1, mu(sgd.conjecturedEvent()), 1e-9);
    assertEquals(50, mu(sgd.event()), 1e-9);
  }

  @Test
  @Tag("slow")
  void theAuditRefutesTheConjectureForMaps() {
    Dataset left = Dataset.of(new double[][] {{1}}, new double[] {1});
    Dataset right = Dataset.of(new double[][] {{-1}}, new double[] {1});
    assertEquals(
        Verdict.REFUTED, audit(MAPS, MAPS.conjecturedGuarantee(), left, right, 1e-6).verdict());
    Guarantee declared = new Guarantee.Gaussian(mu(MAPS.event()), REPLACE);
    assertNotEquals(Verdict.REFUTED, audit(MAPS, declared, left, right, 1e-6).verdict());
  }

  @Test
  @Tag("slow")
  void theAuditRefutesTheConjectureForLosses() {
    Guarantee conjecture = new Guarantee.Gaussian(mu(losses().conjecturedEvent()), REPLACE);
    AuditReport report = audit(losses(), conjecture, remembering(1), remembering(-1), 1e-6);
    assertEquals(Verdict.REFUTED, report.verdict(), report.reason());
  }

  private static AuditReport audit(
      PrivateAlgorithm algorithm, Guarantee claim, Dataset left, Dataset right, double error) {
    Mechanism<Dataset> mechanism =
        Mechanism.ofVector((data, random) -> algorithm.run(data, random).release().toArray());
    AdjacentPair<Dataset> pair = AdjacentPair.of("first record ±1", left, right, REPLACE);
    return Auditor.of(claim)
        .errorProbability(error)
        .seed(6)
        .maximumRuns(5_000)
        .audit(mechanism, List.of(pair));
  }
}
