package org.assay.algorithms.internal.optimize.clipped;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.optimize.clipped.ClippedSetups.ScheduleChange;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.assay.algorithms.run.TrainingTask.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassWeightsTest {
  private static final ClassWeights RARE = new ClassWeights(List.of(0.95, 0.05));
  private static final Guarantee TARGET = new Guarantee.Approximate(2, 1e-5, REPLACE_ONE);

  private static ScheduleChange change(ClassWeights weights, OptionalInt steps, double clipNorm) {
    return new ScheduleChange(
        steps,
        steps.isPresent() ? OptionalDouble.of(1) : OptionalDouble.empty(),
        OptionalDouble.of(clipNorm),
        OptionalDouble.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        weights);
  }

  private static double[] gradient(Loss loss, double[] point, Dataset dataset, int i) {
    double[] gradient = new double[point.length];
    loss.addGradient(point, dataset, i, 1, gradient);
    return gradient;
  }

  private static double norm(double[] vector) {
    double square = 0;
    for (double coordinate : vector) {
      square += coordinate * coordinate;
    }
    return Math.sqrt(square);
  }

  /** At the origin slopes are 1/2: the rare class keeps its gradient, the other one 1/19. */
  @Test
  void aRecordCountsAsItsClassIsRare() {
    Dataset two = Dataset.of(new double[][] {{0.6, 0.8}, {0.6, 0.8}}, new double[] {-1, 1});
    Loss loss = RARE.of(new TrainingTask(2, 2, Labels.SIGNS, 100));
    double[] origin = new double[2];
    assertEquals(0.5 * 0.6 / 19, gradient(loss, origin, two, 0)[0], 1e-12);
    assertEquals(-0.5 * 0.6, gradient(loss, origin, two, 1)[0], 1e-12);
    assertEquals(Math.log(2) / 19, loss.value(origin, two, 0), 1e-12);
    assertEquals(Math.log(2), loss.value(origin, two, 1), 1e-12);
    assertFalse(loss.predictsLogOdds());
    assertEquals(0.1, RARE.mean(), 1e-12);
    Dataset three = Dataset.of(new double[][] {{1}, {1}, {1}}, new double[] {0, 1, 2});
    Loss several =
        new ClassWeights(List.of(0.5, 0.4, 0.1)).of(TrainingTask.ofClasses(3, 1, 3, 100));
    double first = gradient(several, new double[3], three, 0)[0];
    assertEquals(-2.0 / 3 * 0.2, first, 1e-12);
    assertEquals(-2.0 / 3 * 0.25, gradient(several, new double[3], three, 1)[1], 1e-12);
    assertEquals(-2.0 / 3, gradient(several, new double[3], three, 2)[2], 1e-12);
  }

  /** What the sensitivity rests on: no class gets beyond the clip norm, anywhere. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 0.02, 0.5})
  void noRecordGetsBeyondTheClipNorm(double bound) {
    SplittableRandom random = new SplittableRandom(3);
    Loss loss = RARE.of(new TrainingTask(200, 2, Labels.SIGNS, 1e9)).clippedTo(bound);
    assertEquals(bound, loss.lipschitzConstant());
    assertTrue(loss.gradientSensitivity() >= 2 * bound);
    for (int i = 0; i < 200; i++) {
      double angle = random.nextDouble(2 * Math.PI);
      double[][] row = {{Math.cos(angle) * (1 - 1e-9), Math.sin(angle) * (1 - 1e-9)}};
      Dataset one = Dataset.of(row, new double[] {i % 2 == 0 ? 1 : -1});
      double[] point = {random.nextDouble(-50, 50), random.nextDouble(-50, 50)};
      double length = norm(gradient(loss, point, one, 0));
      assertTrue(length <= bound, "gradient of norm " + length);
    }
  }

  /** With everything else given, weights change nothing of what is spent. */
  @ParameterizedTest
  @ValueSource(strings = {"dp-gradient-descent", "dp-sgd", "dp-ftrl"})
  void weightsCostNothing(String id) {
    TrainingTask task = new TrainingTask(500, 2, Labels.SIGNS, 100);
    OptionalInt steps = OptionalInt.of(20);
    String plain = event(id, task, change(ClassWeights.NONE, steps, 0.3));
    assertEquals(plain, event(id, task, change(RARE, steps, 0.3)));
  }

  private static String event(String id, TrainingTask task, ScheduleChange change) {
    return set(id, task, change).algorithm().event().toString();
  }

  private static Training set(String id, TrainingTask task, ScheduleChange change) {
    return ClippedSetups.changed(id, change).orElseThrow().setUp(task, TARGET);
  }

  /** The sum of gradients is as long as that of a tenth of the records; steps make up for it. */
  @Test
  void stepsAreLonger() {
    ClippedSchedule plain = new ClippedSchedule(100, 2, 0.5, 0.9, 25, 0.01);
    assertEquals(20, RARE.lengthened(plain).stepSize(), 1e-12);
    assertEquals(plain, ClassWeights.NONE.lengthened(plain));
    assertEquals(0.07, change(RARE, OptionalInt.empty(), 1).budget(0.7), 1e-12);
  }

  @Test
  void sharesAreOneForEachClassAndAddUp() {
    refuse("the sum must be 1", () -> new ClassWeights(List.of(0.5, 0.4)));
    refuse("above 0", () -> new ClassWeights(List.of(1.0, 0.0)));
    refuse("above 0", () -> new ClassWeights(List.of(Double.NaN, 0.5)));
    refuse("there are 3", () -> RARE.of(TrainingTask.ofClasses(3, 1, 3, 100)));
    refuse("none for numbers", () -> RARE.of(new TrainingTask(3, 1, Labels.BOUNDED_NUMBERS, 1)));
  }

  private static void refuse(String rule, Runnable use) {
    String message = assertThrows(IllegalArgumentException.class, use::run).toString();
    assertTrue(message.contains(rule), message);
  }

  /** One record in twenty is of the class of a large first feature: it is found. */
  @Test
  void aRareClassIsFound() {
    SplittableRandom random = new SplittableRandom(12);
    int records = 4000;
    double[][] features = new double[records][];
    double[] labels = new double[records];
    for (int i = 0; i < records; i++) {
      features[i] = new double[] {random.nextDouble(-0.7, 0.7), Math.sqrt(0.5)};
      labels[i] = random.nextDouble() < Math.max(0, features[i][0] / 3.5) ? 1 : -1;
    }
    Dataset dataset = Dataset.of(features, labels);
    TrainingTask task = new TrainingTask(records, 2, Labels.SIGNS, 500);
    double plain = recall(task, dataset, change(ClassWeights.NONE, OptionalInt.empty(), 0.5));
    double weighted = recall(task, dataset, change(RARE, OptionalInt.empty(), 0.5));
    assertTrue(plain <= 0.1, "recall without weights is " + plain);
    assertTrue(weighted >= 0.8, "recall with weights is " + weighted);
  }

  private static double recall(TrainingTask task, Dataset dataset, ScheduleChange change) {
    ParameterVector model =
        set("dp-gradient-descent", task, change)
            .algorithm()
            .run(dataset, new SplittableRandom(1))
            .release();
    int found = 0;
    int rare = 0;
    for (int i = 0; i < dataset.size(); i++) {
      rare += dataset.label(i) > 0 ? 1 : 0;
      found += dataset.label(i) > 0 && dataset.dot(i, model.toArray()) > 0 ? 1 : 0;
    }
    return found / (double) rare;
  }
}
