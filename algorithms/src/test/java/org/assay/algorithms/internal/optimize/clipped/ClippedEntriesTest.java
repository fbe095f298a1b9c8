package org.assay.algorithms.internal.optimize.clipped;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.Refusals;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.TwoFeatures;
import org.assay.algorithms.internal.optimize.clipped.ClippedSetups.ScheduleChange;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClippedEntriesTest {
  @Test
  @Tag("slow")
  void everyEntryTrainsOnEveryKindOfLabel() {
    TwoFeatures.requireTraining(TwoFeatures.entries(26, 28), ClippedEntriesTest::spent);
  }

  private static double spent(DpEvent event) {
    return TightestBound.of(event, REPLACE_ONE).epsilon(TwoFeatures.DELTA).value().upper();
  }

  /** mu n = 100 and 20 in d = 4: b = 50 and 10, nu = b^0.85/20 and 0.5, a travel of nu mu n. */
  @Test
  void stepsAreAsManyAsTheTravelNeeds() {
    TrainingTask task = new TrainingTask(1000, 4, Labels.SIGNS, 1e9);
    ClippedSchedule rich = UntunedSchedule.of(task, 0.1);
    assertEquals(35, rich.steps());
    assertEquals(Math.pow(50, 0.85) / 20 * 100 / 35, rich.stepSize(), 1e-12);
    assertEquals(Math.sqrt(35) / 100, rich.noiseStandardDeviation(), 1e-12);
    ClippedSchedule poor = UntunedSchedule.of(task, 0.02);
    assertEquals(10, poor.steps());
    assertEquals(0.5 * 20 / 10, poor.stepSize(), 1e-12);
    assertEquals(0.5, poor.clipNorm());
    assertEquals(0, poor.momentum());
    assertEquals(1, poor.averaged());
  }

  /**
   * d = 4 and mu n = 1000, 2000, 5000 and 10^6: plain steps would be too many. Steps of at most
   * 15.2 then are 100, 200, 400 and, of the largest size, 400.
   */
  @Test
  void longTravelsTakeMomentumAndAverages() {
    requireMomentum(1000, 100, 0.9, travel(1000) * 10 / 1e4);
    requireMomentum(2000, 200, 0.95, travel(2000) * 10 / 4e4);
    requireMomentum(5000, 400, 0.975, travel(5000) * 10 / 1.6e5);
    requireMomentum(1_000_000, 400, 0.975, 3.8 * 4);
  }

  private static double travel(double signal) {
    return Math.pow(signal / 2, 0.85) / 20 * signal;
  }

  private static void requireMomentum(int signal, int steps, double momentum, double stepSize) {
    ClippedSchedule schedule =
        UntunedSchedule.of(new TrainingTask(signal, 4, Labels.SIGNS, 1e9), 1);
    assertEquals(steps, schedule.steps(), "mu n = " + signal);
    assertEquals(momentum, schedule.momentum(), 1e-12);
    assertEquals(steps / 4, schedule.averaged());
    assertEquals(stepSize, schedule.stepSize(), 1e-9 * stepSize);
    assertEquals(Math.sqrt(steps) / signal, schedule.noiseStandardDeviation(), 1e-12);
  }

  /** R = 5 in 4 coordinates: nu is at most 5/2/2, and 1250 the travel at mu n = 1000. */
  @Test
  void noiseMovesByAtMostHalfOfTheRadius() {
    ClippedSchedule schedule = UntunedSchedule.of(new TrainingTask(1000, 4, Labels.SIGNS, 5), 1);
    assertEquals(new ClippedSchedule(100, schedule.stepSize(), 0.5, 0.9, 25, 0.01), schedule);
    assertEquals(1.25, schedule.stepSize(), 1e-12);
  }

  /** Where no step size is given, C T eta/(1 - g) stays. */
  @Test
  void partsOfAScheduleCanBeGiven() {
    ClippedSchedule untuned = new ClippedSchedule(100, 2, 0.5, 0.9, 25, 0.01);
    ScheduleChange none = ScheduleChange.NONE;
    assertEquals(untuned, none.of(untuned, 0.1));
    ScheduleChange few = change(OptionalInt.of(10), OptionalDouble.empty());
    assertEquals(10, few.of(untuned, 1).averaged());
    assertEquals(20, few.of(untuned, 1).stepSize(), 1e-9);
    ScheduleChange sized = change(OptionalInt.of(10), OptionalDouble.of(3));
    assertEquals(3, sized.of(untuned, 1).stepSize());
    ScheduleChange other =
        new ScheduleChange(
            OptionalInt.empty(),
            OptionalDouble.empty(),
            OptionalDouble.of(1),
            OptionalDouble.of(0.5),
            OptionalInt.of(3),
            OptionalInt.empty(),
            ClassWeights.NONE);
    assertEquals(20, other.of(untuned, 0.25).stepSize(), 1e-9);
    ClippedSchedule changed = other.of(untuned, 1);
    assertEquals(5, changed.stepSize(), 1e-9);
    assertEquals(1, changed.clipNorm());
    assertEquals(0.5, changed.momentum());
    assertEquals(3, changed.averaged());
  }

  @Test
  void moreStepsThanAnyoneNeedsAreRefused() {
    ClippedSchedule untuned = new ClippedSchedule(100, 2, 0.5, 0.9, 25, 0.01);
    ScheduleChange many = change(OptionalInt.of(Integer.MAX_VALUE), OptionalDouble.empty());
    Refusals.refuses("steps", () -> many.of(untuned, 1));
    assertEquals(
        1 << 20, change(OptionalInt.of(1 << 20), OptionalDouble.empty()).of(untuned, 1).steps());
  }

  private static ScheduleChange change(OptionalInt steps, OptionalDouble stepSize) {
    return new ScheduleChange(
        steps,
        stepSize,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        ClassWeights.NONE);
  }

  /** What is given changes neither the target nor that every step is charged for. */
  @Test
  void aGivenScheduleMeetsTheTarget() {
    TrainingTask task = new TrainingTask(200, 2, Labels.SIGNS, 100);
    Guarantee target = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    ScheduleChange change =
        new ScheduleChange(
            OptionalInt.of(30),
            OptionalDouble.of(3),
            OptionalDouble.of(0.2),
            OptionalDouble.of(0.5),
            OptionalInt.of(7),
            OptionalInt.empty(),
            ClassWeights.NONE);
    for (String id : List.of("dp-gradient-descent", "dp-sgd", "dp-ftrl")) {
      DpEvent event =
          ClippedSetups.changed(id, change).orElseThrow().setUp(task, target).algorithm().event();
      assertTrue(event.toString().contains(id.equals("dp-ftrl") ? "steps=30" : "count=30"));
      double spent = TightestBound.of(event, REPLACE_ONE).epsilon(1e-5).value().upper();
      assertTrue(spent <= 1 && spent > 0.98, id + " spends " + spent);
    }
    assertTrue(ClippedSetups.changed("phased-sgd", change).isEmpty());
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

  /** The travel of a budget 1.3 times smaller, in 10 epochs of 10 batches at least. */
  @Test
  void batchesInAFixedOrderTakeWholeEpochs() {
    TrainingTask task = new TrainingTask(1000, 4, Labels.SIGNS, 1e9);
    ClippedSchedule middle = UntunedSchedule.ofEpochs(task, 0.13, 10);
    assertEquals(100, middle.steps());
    assertEquals(travel(100) / 100, middle.stepSize(), 1e-12);
    ClippedSchedule rich = UntunedSchedule.ofEpochs(task, 1.3, 14);
    assertEquals(140, rich.steps());
    assertEquals(travel(1000) * 0.1 / 140, rich.stepSize(), 1e-12);
    assertEquals(0.9, rich.momentum());
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

  /**
   * Numbers are clipped to 1/4 up to b = 400, then to more, and noise moves less. Four classes have
   * 16 coordinates, so that b is 25 at mu n = 100.
   */
  @Test
  void theScheduleKnowsTheLabels() {
    TrainingTask numbers = new TrainingTask(1000, 4, Labels.BOUNDED_NUMBERS, 1e9);
    ClippedSchedule few = UntunedSchedule.of(numbers, 0.01);
    assertEquals(0.25, few.clipNorm());
    assertEquals(0.15 * 10 / 0.5, few.steps() * few.stepSize(), 1e-12);
    ClippedSchedule more = UntunedSchedule.of(numbers, 0.1);
    assertEquals(Math.pow(50, 0.7) / 37 * 100 / 0.5, more.steps() * more.stepSize(), 1e-10);
    assertEquals(0.25, UntunedSchedule.of(numbers, 0.8).clipNorm());
    assertEquals(0.5, UntunedSchedule.of(numbers, 3.2).clipNorm(), 1e-12);
    assertEquals(2, UntunedSchedule.of(numbers, 1e6).clipNorm());
    assertEquals(400, UntunedSchedule.of(numbers, 4).steps());
    assertEquals(200, UntunedSchedule.of(numbers, 4).averaged());
    ClippedSchedule classes = UntunedSchedule.of(TrainingTask.ofClasses(1000, 4, 4, 1e9), 0.01);
    assertEquals(0.5, classes.clipNorm());
    assertEquals(0.8 * 10, classes.steps() * classes.stepSize(), 1e-12);
    ClippedSchedule rich = UntunedSchedule.of(TrainingTask.ofClasses(1000, 4, 4, 1e9), 0.1);
    assertEquals(Math.pow(25, 0.7) / 3 * 100, rich.steps() * rich.stepSize(), 1e-10);
  }

  /**
   * The bound on what noise moves: no curvature h with {@code eta h ≤ 2 (1 + g)} lets a gradient
   * move an iterate further than a flat loss does, at any of 400 steps.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.9, 0.95, 0.975})
  void noiseMovesFurthestWhereTheLossIsFlat(double momentum) {
    for (double curvature = 0; curvature <= 2 * (1 + momentum); curvature += 0.0625) {
      double iterate = 0;
      double direction = 1;
      double flat = 0;
      for (int k = 0; k < 400; k++) {
        iterate += direction;
        flat += Math.pow(momentum, k);
        assertTrue(Math.abs(iterate) <= flat * (1 + 1e-9), "curvature " + curvature + ", " + k);
        direction = momentum * direction - curvature * iterate;
      }
    }
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
