package org.assay.algorithms.internal.optimize.multipass;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.Tasks;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.Instances;
import org.assay.algorithms.internal.optimize.TwoFeatures;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the entries promise, and what multipass noisy SGD achieves. */
class MultipassCalibrationTest {
  private static final TrainingTask TASK = new TrainingTask(500, 5, TrainingTask.Labels.SIGNS, 2);

  private static double spent(DpEvent event, Guarantee target) {
    if (target instanceof Guarantee.Approximate approximate) {
      return TightestBound.of(event, REPLACE_ONE).epsilon(approximate.delta()).value().upper();
    }
    return target instanceof Guarantee.Gaussian
        ? Steps.of(event, REPLACE_ONE).squaredMu().sqrt().upper()
        : Accountant.rdp(REPLACE_ONE).compose(event).curve().zeroConcentration();
  }

  private static void assertCalibrated(AlgorithmEntry entry, Guarantee target, double limit) {
    for (TrainingTask.Labels labels : entry.labels()) {
      TrainingTask task = Tasks.of(500, 5, labels, 2);
      DpEvent event = entry.calibrated().setUp(task, target).algorithm().event();
      double spent = spent(event, target);
      assertTrue(spent <= limit * (1 + 1e-9), entry.id() + " spent " + spent);
      assertTrue(spent >= 0.97 * limit, entry.id() + " spent only " + spent);
    }
  }

  private static List<AlgorithmEntry> entries() {
    return Stream.of(TwoFeatures.entries(14, 16), TwoFeatures.entries(25, 25))
        .flatMap(List::stream)
        .toList();
  }

  @Test
  @Tag("slow")
  void everyEntryMeetsEveryTarget() {
    for (AlgorithmEntry entry : entries()) {
      assertCalibrated(entry, new Guarantee.Approximate(1, 1e-5, REPLACE_ONE), 1);
      assertCalibrated(entry, new Guarantee.ZeroConcentrated(0.1, REPLACE_ONE), 0.1);
      assertCalibrated(entry, new Guarantee.Gaussian(0.5, REPLACE_ONE), 0.5);
    }
  }

  /**
   * With Poisson samples and with cyclic batches every entry meets its target as well, and runs as
   * its event says. Nineteen records make batches of one, which are 19 of an epoch.
   */
  @Test
  void otherBatchesMeetTheTarget() {
    Guarantee target = new Guarantee.ZeroConcentrated(0.1, REPLACE_ONE);
    for (NoisySgdSampling batches : List.of(NoisySgdSampling.POISSON, NoisySgdSampling.CYCLIC)) {
      for (AlgorithmEntry entry : entries()) {
        for (int records : new int[] {19, 456}) {
          TrainingTask task = new TrainingTask(records, 5, TrainingTask.Labels.SIGNS, 2);
          MultipassNoisySgd algorithm = sampled(entry.id(), batches, task, target);
          int epoch = records == 19 ? 19 : 10;
          int steps = 20 * (batches == NoisySgdSampling.CYCLIC ? epoch : 10);
          assertEquals(batches, algorithm.schedule().batches());
          assertEquals(steps, algorithm.schedule().steps());
          double spent = spent(algorithm.event(), target);
          assertTrue(spent <= 0.1 && spent > 0.097, entry.id() + " spent " + spent);
        }
      }
    }
    assertTrue(MultipassSetups.sampled("dp-sgd", NoisySgdSampling.POISSON).isEmpty());
  }

  private static MultipassNoisySgd sampled(
      String id, NoisySgdSampling batches, TrainingTask task, Guarantee target) {
    return (MultipassNoisySgd)
        MultipassSetups.sampled(id, batches).orElseThrow().setUp(task, target).algorithm();
  }

  /** The event of the paper's own noise has its own epsilon, which need not be the target. */
  @Tag("slow")
  @Test
  void paperSchedulesTellTheTruth() {
    Guarantee target = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    for (AlgorithmEntry entry : entries()) {
      Training paper = entry.paperSchedule().setUp(TASK, target);
      double spent = spent(paper.algorithm().event(), target);
      assertTrue(spent > 0.05 && spent < 5, entry.id() + " spent " + spent);
    }
  }

  /** Mean excess over the minimizer of the calibrated run at rho 1/2, over so many seeds. */
  private static double excess(int records, Loss loss, ConstraintSet set, double[] minimizer) {
    Dataset data = Instances.biased(records, 0.75, 1.0, 0.0);
    Guarantee target = new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE);
    MultipassNoisySgd algorithm = MultipassSetups.calibrated(records, loss, set, target);
    double least = loss.meanValue(minimizer, data);
    double sum = 0;
    for (int seed = 0; seed < 40; seed++) {
      double[] w = algorithm.run(data, new SplittableRandom(seed)).release().toArray();
      sum += loss.meanValue(w, data) - least;
    }
    return sum / 40;
  }

  /** The mean loss is -w_1/2, least at the boundary: the excess falls like 1/n or faster. */
  @Test
  void excessFallsWithTheNumberOfRecords() {
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(2, 1);
    double[] minimizer = {1, 0};
    double few = excess(100, new LinearLoss(), ball, minimizer);
    double many = excess(1600, new LinearLoss(), ball, minimizer);
    assertTrue(few < 0.3 && many < few / 8, few + " and " + many);
  }

  /** With lambda |w|²/2 the minimizer is (1/(2 lambda), 0), inside the ball. */
  @Test
  void stronglyConvexExcessFallsFaster() {
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(2, 1);
    Loss loss = RegularizedLoss.over(new LinearLoss(), 1, new double[2], ball);
    double few = excess(100, loss, ball, new double[] {0.5, 0});
    double many = excess(1600, loss, ball, new double[] {0.5, 0});
    assertTrue(few < 0.3 && many < few / 32, few + " and " + many);
  }
}
