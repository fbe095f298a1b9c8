package org.assay.algorithms.internal.optimize.noneuclidean;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.AlgorithmAudit;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.internal.geometry.L1Ball;
import org.assay.algorithms.internal.geometry.Polytope;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.LogisticLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.objective.SoftmaxLoss;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PolyhedralFrankWolfeTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;
  private static final Polytope L1 = L1Ball.of(2, 1).toPolytope();

  private static Dataset repeated(int n, double... features) {
    double[][] rows = new double[n][];
    double[] labels = new double[n];
    Arrays.fill(rows, features);
    Arrays.fill(labels, 1);
    return Dataset.of(rows, labels);
  }

  /** Scores are clear, so noise of 1e-6 does not matter: (0,0) → (0, 1/4) → (0, 7/16). */
  @Test
  void followsTheHandComputedPath() {
    PolyhedralSchedule schedule = new PolyhedralSchedule(2, 1, 0.25, 1, 1, 1e-6);
    PolyhedralFrankWolfe algorithm = PolyhedralFrankWolfe.of(schedule, new LinearLoss(), L1);
    double[] release =
        algorithm.run(repeated(3, 0, 1), new SplittableRandom(1)).release().toArray();
    assertArrayEquals(new double[] {0, 7.0 / 16}, release, 1e-15);
  }

  /**
   * A triangle without the origin, whose nearest point to it is (1, 0): towards (1, 2) from there.
   */
  @Test
  void startsAtThePointNearestToTheOrigin() {
    Polytope triangle = Polytope.of(new double[][] {{1, 2}, {1, -2}, {3, 0}});
    PolyhedralSchedule schedule = new PolyhedralSchedule(2, 1, 0.25, 1, 1, 1e-6);
    double[] release =
        PolyhedralFrankWolfe.of(schedule, new LinearLoss(), triangle)
            .run(repeated(3, 0, 1), new SplittableRandom(1))
            .release()
            .toArray();
    assertArrayEquals(new double[] {1, 7.0 / 8}, release, 1e-12);
  }

  /**
   * Squared loss, record (x, y) = (1, 1), from w = 0 on [-1, 1]: d_0 = -1 chooses 1, x = 1/4; d_1 =
   * (1 - 1/4)(-1 - 3/4 + 1) - (1/4)(3/4) = -3/4 chooses 1 again.
   */
  @Test
  void theEstimateFollowsTheRecursion() {
    Dataset ones = Dataset.of(new double[][] {{1}, {1}}, new double[] {1, 1});
    PolyhedralSchedule schedule = new PolyhedralSchedule(1, 1, 0.25, 1, 1, 1e-6);
    PolyhedralFrankWolfe algorithm =
        PolyhedralFrankWolfe.of(
            schedule,
            LinearPredictionLoss.squared(1, 1, 1),
            Polytope.of(new double[][] {{1}, {-1}}));
    double[] release = algorithm.run(ones, new SplittableRandom(2)).release().toArray();
    assertEquals(0.75 * 0.25 + 0.25, release[0], 1e-15);
  }

  @Test
  void thePaperScheduleIsThePapers() {
    PolyhedralSchedule paper = PolyhedralSchedule.ofPaper(1000, 4, 2, 3, 0.5, 1, Math.exp(-10));
    double eta = Math.log(1000 / Math.log(4)) / 1000;
    assertEquals(500, paper.firstBatch());
    assertEquals(500, paper.steps());
    assertEquals(eta, paper.stepSize(), 1e-15);
    assertEquals(0.012, paper.first(), 1e-15);
    assertEquals(2 * eta * (0.5 * 4 + 6), paper.later(), 1e-15);
    assertEquals(200, paper.noiseMultiplier(), 1e-9);
    assertEquals(200 * paper.later(), paper.scale(1), 1e-9);
    assertEquals(4 * 3 * 2 * Math.sqrt(10 / 1000.0), paper.scale(0), 1e-9);
  }

  /** Noise 1, diameter 2: 2 · 2/4 and half of it; later records 2 · 2 · (1/2)(2/4 + 1). */
  @Test
  void theEventIsTheLargerOneOfBothParts() {
    PolyhedralSchedule schedule = new PolyhedralSchedule(4, 1, 0.5, 1, 1, 1);
    ParallelEvent event =
        (ParallelEvent) PolyhedralFrankWolfe.of(schedule, new LogisticLoss(1), L1).event();
    List<Double> first = epsilons(event, 0);
    assertEquals(1, first.get(0), 1e-5);
    assertEquals(0.5, first.get(1), 1e-5);
    assertEquals(1, epsilons(event, 1).size());
    assertEquals(3, epsilons(event, 1).get(0), 1e-5);
  }

  /**
   * A regularizer of weight 5 bends gradients, β = 21/4, and cancels otherwise, G = 2: later
   * records cost 2 (1/2)(2 β 2 + 2).
   */
  @Test
  void aRegularizerCountsForTheSmoothnessOnly() {
    PolyhedralSchedule schedule = new PolyhedralSchedule(4, 1, 0.5, 1, 1, 1);
    Loss loss = RegularizedLoss.over(new LogisticLoss(1), 5, new double[2], L1);
    ParallelEvent event = (ParallelEvent) PolyhedralFrankWolfe.of(schedule, loss, L1).event();
    assertEquals(1, epsilons(event, 0).get(0), 1e-5);
    assertEquals(23, epsilons(event, 1).get(0), 1e-4);
  }

  /** From the origin, which counts as a point of [5e-7, 1], the first step goes up to 1 far. */
  @Test
  void aStartALittleOutsideIsInTheEvent() {
    Polytope interval = Polytope.of(new double[][] {{5e-7}, {1}});
    PolyhedralSchedule schedule = new PolyhedralSchedule(4, 1, 0.5, 1, 1, 1e-3);
    ParallelEvent event =
        (ParallelEvent) PolyhedralFrankWolfe.of(schedule, new LogisticLoss(1), interval).event();
    double range = (1 - 5e-7) * 0.5 * (2 * 0.25 + 2);
    assertTrue(epsilons(event, 1).get(0) >= range / 1e-3, "epsilon " + epsilons(event, 1));
  }

  private static List<Double> epsilons(ParallelEvent event, int part) {
    return ((ComposedEvent) event.events().get(part))
        .events().stream()
            .map(run -> ((ReportNoisyMaxEvent) ((SelfComposedEvent) run).event()).epsilon())
            .toList();
  }

  /** Theorem 3 promises (epsilon, delta); the events certify it with room. */
  @Test
  void thePapersConstantsAreCertified() {
    double delta = 1e-5;
    for (double epsilon : new double[] {0.1, 1}) {
      LogisticLoss loss = new LogisticLoss(1);
      PolyhedralSchedule paper =
          PolyhedralSchedule.ofPaper(
              1000, 4, 2, loss.lipschitzConstant(), loss.smoothness(), epsilon, delta);
      PolyhedralFrankWolfe algorithm = PolyhedralFrankWolfe.of(paper, loss, L1);
      double spent =
          Accountant.rdp(REPLACE_ONE).compose(algorithm.event()).epsilonAt(delta).upper();
      assertTrue(spent < epsilon && spent > epsilon / 10, epsilon + ": " + spent);
    }
  }

  @Test
  void calibrationMeetsItsTarget() {
    Guarantee target = new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE);
    PolyhedralFrankWolfe algorithm =
        PolyhedralFrankWolfe.calibrated(200, new LogisticLoss(1), L1, target);
    double rho = Accountant.rdp(REPLACE_ONE).compose(algorithm.event()).curve().zeroConcentration();
    assertTrue(rho <= 0.5 && rho > 0.499, "rho " + rho);
  }

  /** The search must not stop at noise that the grid of scores is too coarse for. */
  @Test
  void calibratesToManyRecords() {
    Polytope large = L1Ball.of(10, 5).toPolytope();
    Guarantee target = new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE);
    PolyhedralFrankWolfe algorithm =
        PolyhedralFrankWolfe.calibrated(16_000, new LogisticLoss(1), large, target);
    double rho = Accountant.rdp(REPLACE_ONE).compose(algorithm.event()).curve().zeroConcentration();
    assertTrue(rho <= 0.5, "rho " + rho);
  }

  @Test
  void refusesWhatItCannotDo() {
    PolyhedralSchedule schedule = new PolyhedralSchedule(4, 1, 0.5, 1, 1, 1);
    refuses(
        "smoothness of the loss was Infinity",
        () -> PolyhedralFrankWolfe.of(schedule, LinearPredictionLoss.hinge(1), L1));
    refuses(
        "noiseMultiplier was 1.0E-9",
        () -> PolyhedralFrankWolfe.of(schedule.withNoiseMultiplier(1e-9), new LogisticLoss(1), L1));
    PolyhedralFrankWolfe algorithm = PolyhedralFrankWolfe.of(schedule, new LinearLoss(), L1);
    refuses(
        "size of the dataset was 4",
        () -> algorithm.run(repeated(4, 0, 1), new SplittableRandom(1)));
    refuses("stepSize", () -> new PolyhedralSchedule(4, 1, 1, 1, 1, 1));
  }

  /** Records (0, 1) of class 1: the weight of class 1's second feature grows, as for one class. */
  @Test
  void trainsSeveralClasses() {
    PolyhedralSchedule schedule = new PolyhedralSchedule(2, 3, 0.25, 1, 1, 1e-6);
    Loss softmax = new SoftmaxLoss(2, 1);
    Polytope four = L1Ball.of(4, 1).toPolytope();
    Dataset dataset = repeated(5, 0, 1);
    double[] release =
        PolyhedralFrankWolfe.of(schedule, softmax, four)
            .run(dataset, new SplittableRandom(1))
            .release()
            .toArray();
    assertEquals(1, softmax.value(new double[4], dataset, 0) / Math.log(2), 1e-12);
    assertTrue(softmax.value(release, dataset, 0) < Math.log(2) - 0.1, Arrays.toString(release));
    refuses(
        "dimension of parameters on the dataset was 4",
        () -> PolyhedralFrankWolfe.of(schedule, softmax, L1).run(dataset, new SplittableRandom(1)));
  }

  /** One record in the first batch of one decides between two vertices. */
  @Test
  @Tag("slow")
  void anAuditCannotRefuteItAndRefutesTooLittleNoise() {
    Polytope interval = Polytope.of(new double[][] {{1}, {-1}});
    PolyhedralSchedule schedule = new PolyhedralSchedule(1, 2, 0.25, 4, 2, 1);
    PolyhedralFrankWolfe algorithm = PolyhedralFrankWolfe.of(schedule, new LinearLoss(), interval);
    double epsilon = Accountant.rdp(REPLACE_ONE).compose(algorithm.event()).epsilonAt(0.01).upper();
    Guarantee claim = new Guarantee.Approximate(epsilon, 0.01, REPLACE_ONE);
    Dataset first = repeated(3, 1);
    NeighbouringDatasets pair =
        new NeighbouringDatasets(first, first.withRecord(0, new double[] {-1}, 1));
    var honest = AlgorithmAudit.of(algorithm, claim, pair, 20_000, 51, 1);
    assertEquals(Verdict.NOT_REFUTED, honest.verdict(), honest.reason());
    PolyhedralFrankWolfe twin =
        PolyhedralFrankWolfe.of(schedule.withNoiseMultiplier(0.1), new LinearLoss(), interval);
    var broken = AlgorithmAudit.of(twin, claim, pair, 20_000, 52, 1);
    assertEquals(Verdict.REFUTED, broken.verdict(), broken.reason());
  }

  /** Farther out the gradients of a regularizer are longer than its Lipschitz constant. */
  @Test
  void refusesALossThatWasDeclaredForASmallerPolytope() {
    Loss narrow = RegularizedLoss.of(LinearPredictionLoss.logistic(1), 1, new double[2], 0.5);
    PolyhedralSchedule schedule = new PolyhedralSchedule(2, 1, 0.25, 1, 1, 1);
    refuses(
        "largest distance of the set from the center",
        () -> PolyhedralFrankWolfe.of(schedule, narrow, L1));
  }
}
