package org.assay.algorithms.objective;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.assay.algorithms.internal.geometry.LpNorm;
import org.junit.jupiter.api.Test;

/** Constants over records of coordinates up to R, by brute force; corners attain them. */
class CoordinateBoundTest {
  private static final double MAXIMUM = Double.POSITIVE_INFINITY;
  private static final int DIMENSION = 6;
  private static final double LARGEST = 1.5;
  private static final CoordinateBound BOUND = new CoordinateBound(LARGEST, DIMENSION);
  private static final List<LinearPredictionLoss> LOSSES =
      List.of(
          BOUND.loss(LinearPredictionLoss::logistic),
          BOUND.loss(LinearPredictionLoss::hinge),
          BOUND.loss(norm -> LinearPredictionLoss.huber(2, norm, 1)),
          BOUND.loss(norm -> LinearPredictionLoss.absolute(norm, 1)),
          BOUND.loss(norm -> LinearPredictionLoss.linear(norm, 1)));

  private static double[] features(SplittableRandom random) {
    boolean corner = random.nextBoolean();
    double[] x = new double[DIMENSION];
    for (int j = 0; j < DIMENSION; j++) {
      double sign = random.nextBoolean() ? LARGEST : -LARGEST;
      x[j] = corner ? sign : random.nextDouble(-LARGEST, LARGEST);
    }
    return x;
  }

  private static double[] parameter(SplittableRandom random, double size) {
    return random.doubles(DIMENSION, -size, size).toArray();
  }

  private static Dataset one(double[] features, double label) {
    return Dataset.of(new double[][] {features}, new double[] {label});
  }

  private static double[] gradient(Loss loss, double[] w, double[] features, double label) {
    double[] sum = new double[DIMENSION];
    loss.addGradient(w, one(features, label), 0, 1, sum);
    return sum;
  }

  private static double distance(LpNorm norm, double[] a, double[] b) {
    double[] difference = new double[a.length];
    for (int j = 0; j < a.length; j++) {
      difference[j] = a[j] - b[j];
    }
    return norm.value(difference);
  }

  @Test
  void constantsHoldInEveryNormOfIndexAtLeastTwo() {
    for (double index : new double[] {2, 2.5, 3, 7.3, 40, MAXIMUM}) {
      LpNorm norm = new LpNorm(index);
      for (LinearPredictionLoss loss : LOSSES) {
        holds(loss, norm, new SplittableRandom(11));
      }
    }
  }

  private static void holds(LinearPredictionLoss loss, LpNorm norm, SplittableRandom random) {
    GradientConstants constants = loss.constants(norm);
    double tolerance = 1 + 1e-12;
    for (int trial = 0; trial < 2000; trial++) {
      double[] w = parameter(random, trial % 2 == 0 ? 0.1 : 3);
      double[] x = features(random);
      double label = random.nextBoolean() ? 1 : -1;
      double[] first = gradient(loss, w, x, label);
      double[] second = gradient(loss, w, features(random), random.nextBoolean() ? 1 : -1);
      assertTrue(norm.value(first) <= constants.lipschitzConstant() * tolerance, loss + " " + norm);
      double apart = distance(norm, first, second);
      assertTrue(apart <= constants.sensitivity() * tolerance, loss + " " + norm + " " + apart);
      double[] v = parameter(random, 0.1);
      double moved = distance(norm, first, gradient(loss, v, x, label));
      double most = constants.smoothness() * distance(norm.dual(), w, v) * tolerance;
      assertTrue(!(moved > most), loss + " " + norm + ": " + moved + " above " + most);
    }
  }

  /** All coordinates at R: gradients of size L R d^(1/s), opposite ones twice that far apart. */
  @Test
  void cornersAttainTheConstants() {
    double[] corner = {1.5, -1.5, 1.5, 1.5, -1.5, 1.5};
    LinearPredictionLoss linear = LOSSES.get(4);
    LinearPredictionLoss huber = LOSSES.get(2);
    double[] origin = new double[DIMENSION];
    for (double index : new double[] {2, 3, MAXIMUM}) {
      LpNorm norm = new LpNorm(index);
      double[] up = gradient(linear, origin, corner, 1);
      double[] down = gradient(linear, origin, corner, -1);
      GradientConstants constants = linear.constants(norm);
      assertEquals(constants.lipschitzConstant(), norm.value(up), 1e-12);
      assertEquals(constants.sensitivity(), distance(norm, up, down), 1e-12);
      // The dual norm's own direction: Hölder's inequality is an equality for equal magnitudes.
      double[] step = new double[DIMENSION];
      for (int j = 0; j < DIMENSION; j++) {
        step[j] = Math.copySign(0.01, corner[j]);
      }
      double moved =
          distance(norm, gradient(huber, step, corner, 0.5), gradient(huber, origin, corner, 0.5));
      double most = huber.constants(norm).smoothness() * norm.dual().value(step);
      assertEquals(most, moved, 1e-12 * most + 1e-15);
    }
  }

  /** Algorithms that know no other norm take √d R, so that they are sound as they are. */
  @Test
  void euclideanConstantsAreThoseOfTheLargestEuclideanNorm() {
    LinearPredictionLoss logistic = LOSSES.get(0);
    double norm = LARGEST * Math.sqrt(DIMENSION);
    assertEquals(norm, logistic.lipschitzConstant(), 1e-12);
    assertEquals(2 * norm, logistic.gradientSensitivity(), 1e-12);
    assertEquals(norm * norm / 4, logistic.smoothness(), 1e-12);
    assertTrue(logistic.lipschitzConstant() >= norm);
    assertTrue(logistic.predictsLogOdds());
    assertEquals(
        new GradientConstants(1.5, 3, 1.5 * 1.5 / 4), logistic.constants(new LpNorm(MAXIMUM)));
  }

  /** Losses that know Euclidean constants only keep them in norms of larger index. */
  @Test
  void otherLossesKeepTheirEuclideanConstants() {
    LogisticLoss loss = new LogisticLoss(2);
    assertEquals(new GradientConstants(2, 4, 1), loss.constants(new LpNorm(3)));
    refuses("order of the gradients' norm was 1.5", () -> loss.constants(new LpNorm(1.5)));
    refuses("order of the gradients' norm", () -> LOSSES.get(0).constants(new LpNorm(1.5)));
  }

  @Test
  void refusesOtherRecords() {
    LinearPredictionLoss loss = new CoordinateBound(1, 2).loss(LinearPredictionLoss::logistic);
    loss.requireSupported(one(new double[] {1, -1}, 1));
    refuses(
        "largest magnitude of a feature was 1.0000000000000002",
        () -> loss.requireSupported(one(new double[] {0, Math.nextUp(1.0)}, 1)));
    refuses("dimension of the dataset was 3", () -> loss.requireSupported(one(new double[3], 1)));
    refuses("labels were not all", () -> loss.requireSupported(one(new double[2], 0.5)));
    refuses("largest", () -> new CoordinateBound(Double.NaN, 2));
    refuses("dimension", () -> new CoordinateBound(1, 0));
    refuses(
        "featureNormBound of the loss was 1.0",
        () -> new CoordinateBound(1, 2).loss(norm -> LinearPredictionLoss.logistic(1)));
  }

  @Test
  void clippingCutsEachCoordinateOff() {
    Dataset raw = Dataset.of(new double[][] {{3, -0.5}, {-2, 1}}, new double[] {1, -1});
    Dataset clipped = new CoordinateClipping(1).apply(raw);
    assertEquals(
        Dataset.of(new double[][] {{1, -0.5}, {-1, 1}}, new double[] {1, -1}).record(0),
        clipped.record(0));
    assertEquals(1, clipped.largestMagnitude());
    assertEquals(3, raw.largestMagnitude());
    refuses("bound", () -> new CoordinateClipping(0));
  }
}
