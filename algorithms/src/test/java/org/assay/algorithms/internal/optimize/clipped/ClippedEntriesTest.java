package org.assay.algorithms.internal.optimize.clipped;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.TwoFeatures;
import org.assay.algorithms.internal.optimize.clipped.ClippedSetups.UntunedSchedule;
import org.assay.algorithms.internal.optimize.clipped.DpFtrl.BandedSquareRoot;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.assay.algorithms.run.TrainingTask.Labels;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ClippedEntriesTest {
  @Test
  @Tag("slow")
  void everyEntryTrainsOnEveryKindOfLabel() {
    TwoFeatures.requireTraining(TwoFeatures.entries(26, 28), ClippedEntriesTest::spent);
  }

  private static double spent(DpEvent event) {
    return TightestBound.of(event, REPLACE_ONE).epsilon(TwoFeatures.DELTA).value().upper();
  }

  /**
   * n = 1000, d = 4, R = 5, mu = 1: T eta = 5 · 1000/(4 · 0.5 · 2) = 1250 is more than 200/beta.
   */
  @Test
  void stepsAreAsManyAsTheNoiseAllows() {
    TrainingTask task = new TrainingTask(1000, 4, Labels.SIGNS, 5);
    ClippedSchedule rich = UntunedSchedule.of(task, 1);
    assertEquals(ClippedSchedule.of(200, 4, 0.5, Math.sqrt(200) / 1000), rich);
    // T eta = 125, in steps of 4.
    ClippedSchedule middle = UntunedSchedule.of(task, 0.1);
    assertEquals(32, middle.steps());
    assertEquals(125.0 / 32, middle.stepSize(), 1e-12);
    // T eta = 12.5.
    ClippedSchedule poor = UntunedSchedule.of(task, 0.01);
    assertEquals(10, poor.steps());
    assertEquals(1.25, poor.stepSize(), 1e-12);
    assertEquals(0.5, poor.clipNorm());
  }

  /** T eta/(1 - 0.9) = 250 R, beyond the reach of 400 steps of 4 from R = 6.4 on. */
  @Test
  void wideSetsAreCrossedWithMomentum() {
    ClippedSchedule last = UntunedSchedule.of(new TrainingTask(1000, 4, Labels.SIGNS, 6.4), 1);
    assertEquals(ClippedSchedule.of(200, 4, 0.5, Math.sqrt(200) / 1000), last);
    ClippedSchedule wide = UntunedSchedule.of(new TrainingTask(1000, 4, Labels.SIGNS, 8), 1);
    assertEquals(2, wide.stepSize(), 1e-12);
    assertEquals(new ClippedSchedule(100, wide.stepSize(), 0.5, 0.9, 25, 0.01), wide);
    ClippedSchedule widest = UntunedSchedule.of(new TrainingTask(1000, 4, Labels.SIGNS, 1e9), 1);
    assertEquals(new ClippedSchedule(100, 8, 0.5, 0.9, 25, 0.01), widest);
    ClippedSchedule epochs =
        UntunedSchedule.ofEpochs(new TrainingTask(1000, 4, Labels.SIGNS, 8), 1.3, 14);
    assertEquals(2.0 * 100 / 140, epochs.stepSize(), 1e-12);
    assertEquals(new ClippedSchedule(140, epochs.stepSize(), 0.5, 0.9, 25, 0.01), epochs);
  }

  /**
   * One feature of ±1/20 that agrees with three labels of four: the mean loss bends 400 times less
   * than beta says and is least at 20 ln 3. 200 plain steps of 4 would go less than half the way.
   */
  @Test
  void flatLossesAreMinimizedWithMomentum() {
    int records = 1000;
    double[][] features = new double[records][];
    double[] labels = new double[records];
    for (int i = 0; i < records; i++) {
      double sign = i % 2 == 0 ? 1 : -1;
      features[i] = new double[] {sign / 20};
      labels[i] = i % 8 < 6 ? sign : -sign;
    }
    Dataset dataset = Dataset.of(features, labels);
    TrainingTask task = new TrainingTask(records, 1, Labels.SIGNS, 100);
    Guarantee target = new Guarantee.Gaussian(100, REPLACE_ONE);
    for (AlgorithmEntry entry : TwoFeatures.entries(26, 28)) {
      Training training = entry.calibrated().setUp(task, target);
      double fitted =
          training.algorithm().run(dataset, new SplittableRandom(1)).release().toArray()[0];
      assertEquals(20 * Math.log(3), fitted, 0.2 * 20 * Math.log(3), entry.id());
    }
  }

  /** Momentum and means are computed from noisy gradients, all of which the event charges. */
  @Test
  void everyStepWithMomentumIsCharged() {
    TrainingTask task = new TrainingTask(1000, 4, Labels.SIGNS, 100);
    Guarantee target = new Guarantee.Approximate(3, 1e-5, REPLACE_ONE);
    List<String> events =
        TwoFeatures.entries(26, 28).stream()
            .map(entry -> entry.calibrated().setUp(task, target).algorithm().event().toString())
            .toList();
    assertTrue(events.get(0).matches("SelfComposedEvent.event=GaussianEvent.*, count=100."));
    assertTrue(events.get(1).matches("SelfComposedEvent.event=Poisson.*, count=100."));
    assertTrue(events.get(2).matches("MatrixMechanismEvent.*steps=100.*participations=10,.*"));
  }

  /**
   * T eta = 125/1.3 for mu = 0.1 would be 25 steps, and is 10 epochs of 10 batches. For mu = 1 it
   * is 200 steps of 4, in 15 epochs of 14 batches 210.
   */
  @Test
  void batchesInAFixedOrderTakeWholeEpochs() {
    TrainingTask task = new TrainingTask(1000, 4, Labels.SIGNS, 5);
    ClippedSchedule middle = UntunedSchedule.ofEpochs(task, 0.1, 10);
    assertEquals(100, middle.steps());
    assertEquals(1.25 / 1.3, middle.stepSize(), 1e-12);
    ClippedSchedule rich = UntunedSchedule.ofEpochs(task, 1, 14);
    assertEquals(210, rich.steps());
    assertEquals(800.0 / 210, rich.stepSize(), 1e-12);
  }

  /** What the rule for epochs says of the noise of prefix sums, by the accountant's mu. */
  @Test
  void correlatedNoiseMovesAThirdFurther() {
    assertEquals(1.28, furtherThanWithAllRecords(10), 0.005);
    assertEquals(1.79, furtherThanWithAllRecords(1), 0.005);
  }

  /**
   * Deviation of the last prefix sum over that of all records at the same mu: a batch's gradient
   * moves 10 times as far.
   */
  private static double furtherThanWithAllRecords(int epochs) {
    int steps = 10 * epochs;
    BandedSquareRoot matrix = new BandedSquareRoot(steps, 10);
    double[] coefficients = matrix.coefficients();
    double[] inverse = new double[steps];
    double prefix = 0;
    double squares = 0;
    for (int i = 0; i < steps; i++) {
      inverse[i] = i == 0 ? 1 : 0;
      for (int k = 1; k < coefficients.length && k <= i; k++) {
        inverse[i] -= coefficients[k] * inverse[i - k];
      }
      prefix += inverse[i];
      squares += prefix * prefix;
    }
    double noise = NoiseTarget.smallestNoise(new Guarantee.Gaussian(2, REPLACE_ONE), matrix::event);
    return noise * Math.sqrt(squares) * 10 / steps;
  }

  /** Numbers are clipped to 1/4, and classes count for as many coordinates as parameters have. */
  @Test
  void theScheduleKnowsTheLabels() {
    TrainingTask numbers = new TrainingTask(1000, 4, Labels.BOUNDED_NUMBERS, 1);
    ClippedSchedule ofNumbers = UntunedSchedule.of(numbers, 0.01);
    assertEquals(0.25, ofNumbers.clipNorm());
    assertEquals(0.5, ofNumbers.steps() * ofNumbers.stepSize() / 10, 1e-12);
    ClippedSchedule ofClasses = UntunedSchedule.of(TrainingTask.ofClasses(1000, 4, 4, 1), 0.01);
    assertEquals(1.25 / 10, ofClasses.stepSize(), 1e-12);
  }

  /** Records of two features are of the class of the first one's sign: 9 of 10 are learned. */
  @Test
  void aClassifierIsUsefulWithoutTuning() {
    SplittableRandom random = new SplittableRandom(12);
    int records = 1000;
    double[][] features = new double[records][];
    double[] labels = new double[records];
    for (int i = 0; i < records; i++) {
      features[i] = new double[] {random.nextDouble(-0.7, 0.7), random.nextDouble(-0.7, 0.7)};
      labels[i] = features[i][0] > 0 ? 1 : -1;
    }
    Dataset dataset = Dataset.of(features, labels);
    TrainingTask task = new TrainingTask(records, 2, Labels.SIGNS, 5);
    Guarantee target = new Guarantee.Approximate(0.5, 1e-5, REPLACE_ONE);
    for (AlgorithmEntry entry : TwoFeatures.entries(26, 28)) {
      ParameterVector model =
          entry.calibrated().setUp(task, target).algorithm().run(dataset, random).release();
      int right = 0;
      for (int i = 0; i < records; i++) {
        right += model.dot(features[i]) * labels[i] > 0 ? 1 : 0;
      }
      assertTrue(right >= 900, entry.id() + " gets right " + right);
    }
  }
}
