package org.assay.algorithms.internal.optimize.onepass;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.geometry.Norms;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.LogisticLoss;
import org.assay.algorithms.objective.Loss;

class AveragedDescentProperties {
  private static final EuclideanBall WIDE = EuclideanBall.centeredAtOrigin(2, 1000);

  /** w_1, w_2, w_3 = (0, 0), (2, 0), (2, 2): the third record is read and does not count. */
  @Example
  void averagesThePointsWhereGradientsWereTaken() {
    Dataset three = Dataset.of(new double[][] {{1, 0}, {0, 1}, {1, 0}}, new double[] {1, 1, -1});
    double[] w = new double[2];
    AveragedDescent.uniform(3, 2, new LinearLoss(), WIDE).solve(w, three, 0);
    assertArrayEquals(new double[] {4.0 / 3, 2.0 / 3}, w, 1e-15);
  }

  @Example
  void startsAtTheGivenRecordAndPoint() {
    Dataset three = Dataset.of(new double[][] {{1, 0}, {0, 1}, {1, 0}}, new double[] {1, 1, -1});
    double[] w = {5, 5};
    AveragedDescent.uniform(2, 2, new LinearLoss(), WIDE).solve(w, three, 1);
    assertArrayEquals(new double[] {5, 6}, w, 1e-15);
  }

  /** Linear losses, opposite first records: every later iterate is 2 L eta away. */
  @Example
  void linearLossesAttainTheUniformSensitivity() {
    double[][] features = {{1, 0}, {0, 1}, {0, 1}, {0, 1}};
    Dataset left = Dataset.of(features, new double[] {1, 1, 1, 1});
    Dataset right = left.withRecord(0, new double[] {1, 0}, -1);
    AveragedDescent descent = AveragedDescent.uniform(4, 0.5, new LinearLoss(), WIDE);
    assertEquals(0.75, distance(descent, left, right, new double[2]), 1e-15);
    assertTrue(descent.sensitivity() >= 0.75);
    // The surplus is for rounding errors in a set of radius 1000.
    assertEquals(0.75, descent.sensitivity(), 1e-10);
  }

  private static double distance(
      AveragedDescent descent, Dataset left, Dataset right, double[] start) {
    double[] a = start.clone();
    double[] b = start.clone();
    descent.solve(a, left, 0);
    descent.solve(b, right, 0);
    return Norms.distance(a, b);
  }

  /** Against the double sum of the derivation. */
  @Property(tries = 300, seed = "311")
  void theShareIsTheMaximumOfTheSum(
      @ForAll @IntRange(min = 2, max = 60) int records,
      @ForAll @Scale(6) @DoubleRange(min = 0.5, max = 1) double retention,
      @ForAll @Scale(6) @DoubleRange(min = 0.5, max = 1) double contraction) {
    double total = 0;
    double largest = 0;
    for (int j = 1; j <= records; j++) {
      total += Math.pow(retention, records - j);
      double sum = 0;
      for (int t = j + 1; t <= records; t++) {
        sum += Math.pow(retention, records - t) * Math.pow(contraction, t - j - 1);
      }
      largest = Math.max(largest, sum);
    }
    double share = AveragedDescent.share(records, retention, contraction);
    assertEquals(largest / total, share, 1e-12 * share);
  }

  /** Where the schedule forgets well, a factor of about e is gained over 2 L eta. */
  @Example
  void stronglyConvexAveragesAreLessSensitive() {
    double retention = 1 - 10.0 / 10_000;
    assertEquals(1 / Math.E, AveragedDescent.share(10_000, retention, retention), 1e-3);
    assertEquals(1, AveragedDescent.share(1, 1, 1));
  }

  @Property(tries = 300, seed = "312")
  void noNeighbourMovesTheAverageFurther(
      @ForAll @IntRange(min = 2, max = 12) int records,
      @ForAll @Scale(6) @DoubleRange(min = 0.01, max = 2) double stepSize,
      @ForAll @IntRange(min = 0, max = 2) int kind,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Loss loss =
        switch (kind) {
          case 0 -> new LogisticLoss(1);
          case 1 -> LinearPredictionLoss.squared(1, 1, 2);
          default -> new LinearLoss();
        };
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(3, 2);
    AveragedDescent descent = AveragedDescent.uniform(records, Math.min(stepSize, 1.9), loss, ball);
    Dataset left = Samples.signs(records, 3, random);
    int place = random.nextInt(records);
    Dataset right = left.withRecord(place, Samples.direction(3, random), -left.label(place));
    double[] start = Samples.direction(3, random);
    double moved = distance(descent, left, right, start);
    assertTrue(moved <= descent.sensitivity() + 1e-12, moved + " > " + descent.sensitivity());
  }

  @Example
  void refusesStepsThatMayExpand() {
    LogisticLoss loss = new LogisticLoss(1);
    AveragedDescent.uniform(2, 8, loss, WIDE);
    refuses("stepSize was 8.1", () -> AveragedDescent.uniform(2, 8.1, loss, WIDE));
    refuses(
        "stepSize was 1.0",
        () -> AveragedDescent.uniform(2, 1, LinearPredictionLoss.hinge(1), WIDE));
    refuses("strongConvexity was 0.0", () -> AveragedDescent.stronglyConvex(2, 1, loss, WIDE));
  }
}
