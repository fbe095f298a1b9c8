package org.assay.algorithms.internal.optimize.noneuclidean;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.internal.geometry.L1Ball;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.geometry.Polytope;
import org.assay.algorithms.internal.optimize.MeasuredRate;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How the excess population loss falls with n, against the rates of [@BassilyGuzmanNandi2021].
 * Features are e1 throughout and labels are +1 with probability 0.9: the linear loss is {@code -0.8
 * w_1} on the population, least at e1 over every unit ball, and the logistic loss of a ball of
 * radius at most ln 9 is least there too. Every run has fresh records.
 *
 * <p>Each test shows that the expectation's slope is at most the promised one: the measured slope
 * plus 4.9 of its standard errors is. If the expectation's slope were above, that would happen with
 * probability at most 1e-6 (normal approximation of means of a hundred runs and more). Seeds are
 * fixed.
 */
class NonEuclideanUtilityTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;
  private static final double POSITIVE = 0.9;

  private static Dataset records(int n, int dimension, SplittableRandom random) {
    double[][] features = new double[n][dimension];
    double[] labels = new double[n];
    for (int i = 0; i < n; i++) {
      features[i][0] = 1;
      labels[i] = random.nextDouble() < POSITIVE ? 1 : -1;
    }
    return Dataset.of(features, labels);
  }

  private static MeasuredRate measure(
      IntFunction<PrivateAlgorithm> ofSize,
      ToDoubleFunction<ParameterVector> excess,
      int dimension,
      int runs,
      int... sizes) {
    MeasuredRate rate = new MeasuredRate();
    SplittableRandom random = new SplittableRandom(141);
    for (int n : sizes) {
      PrivateAlgorithm algorithm = ofSize.apply(n);
      double[] losses = new double[runs];
      for (int run = 0; run < runs; run++) {
        Dataset data = records(n, dimension, random);
        losses[run] = excess.applyAsDouble(algorithm.run(data, random.split()).release());
      }
      rate.add(n, losses);
    }
    return rate;
  }

  private static void assertAtMost(MeasuredRate measured, DoubleUnaryOperator promised) {
    double slope = measured.slope() + MeasuredRate.DEVIATIONS * measured.standardError();
    assertTrue(slope <= measured.slopeOf(promised), measured.toString());
  }

  private static double linearExcess(ParameterVector w) {
    return 0.8 * (1 - w.get(0));
  }

  /** Theorem 4: log(n / log K)/√n. */
  @Test
  @Tag("slow")
  void polyhedralFrankWolfe() {
    Polytope ball = L1Ball.of(3, 1).toPolytope();
    Guarantee target = new Guarantee.ZeroConcentrated(1, REPLACE_ONE);
    MeasuredRate measured =
        measure(
            n -> PolyhedralFrankWolfe.calibrated(n, new LinearLoss(), ball, target),
            NonEuclideanUtilityTest::linearExcess,
            3,
            100,
            500,
            1000,
            2000,
            4000,
            8000);
    assertAtMost(measured, n -> Math.log(n / Math.log(6)) / Math.sqrt(n));
  }

  private static double logistic(double w) {
    return POSITIVE * Math.log1p(Math.exp(-w)) + (1 - POSITIVE) * Math.log1p(Math.exp(w));
  }

  /** Theorem 12: log(n)/√n and log(n)/n^(3/4). */
  @Test
  @Tag("slow")
  void noisyFrankWolfe() {
    LpBall ball = LpBall.of(3, 1.5, 1);
    Guarantee target = new Guarantee.ZeroConcentrated(1, REPLACE_ONE);
    MeasuredRate measured =
        measure(
            n -> NoisyFrankWolfe.calibrated(n, LinearPredictionLoss.logistic(1), ball, target),
            w -> logistic(w.get(0)) - logistic(1),
            3,
            200,
            1000,
            2000,
            4000,
            8000,
            16_000);
    assertAtMost(measured, n -> Math.log(n) / Math.sqrt(n));
  }

  /** Theorem 10, empirical loss: 1/n, with T about n². */
  @Test
  @Tag("slow")
  void mirrorDescent() {
    LpBall ball = LpBall.of(3, 1.5, 1);
    Loss loss = LinearPredictionLoss.linear(1, 1);
    Guarantee target = new Guarantee.Approximate(1, 1e-3, REPLACE_ONE);
    MeasuredRate measured =
        measure(
            n -> NoisyMirrorDescent.calibrated(n, loss, ball, target),
            NonEuclideanUtilityTest::linearExcess,
            3,
            200,
            100,
            150,
            220,
            320);
    assertAtMost(measured, n -> 1 / n);
  }

  /**
   * The bound of the proof of Theorem 10, with {@code E|gradient + noise|_q² ≤ 2 (L² + d sigma²)}:
   * {@code κR²/(2 eta T) + eta (L² + d sigma²)}. Excess losses lie in [0, 2]; the mean of a
   * thousand runs is within the empirical Bernstein bound ([@MaurerPontil2009], Theorem 4) of the
   * expectation with probability 1 - 1e-6.
   */
  @Test
  @Tag("slow")
  void mirrorDescentIsBelowItsBound() {
    int runs = 1000;
    int n = 320;
    Guarantee target = new Guarantee.Approximate(1, 1e-3, REPLACE_ONE);
    NoisyMirrorDescent mirror =
        NoisyMirrorDescent.calibrated(
            n, LinearPredictionLoss.linear(1, 1), LpBall.of(3, 1.5, 1), target);
    SplittableRandom random = new SplittableRandom(142);
    Dataset data = records(n, 3, random);
    double slope = 0;
    for (int i = 0; i < n; i++) {
      slope += data.label(i) / n;
    }
    double sum = 0;
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      double excess = slope * (1 - mirror.run(data, random.split()).release().get(0));
      sum += excess;
      squares += excess * excess;
    }
    double mean = sum / runs;
    double variance = (squares - sum * mean) / (runs - 1);
    double logarithm = Math.log(2e6);
    double slack =
        Math.sqrt(2 * variance * logarithm / runs) + 2 * 7 * logarithm / (3.0 * (runs - 1));
    double bound = bound(mirror.schedule());
    assertTrue(mean + slack <= bound, mean + " and " + slack + " against " + bound);
    assertTrue(bound < slope, "the bound says more than the start: " + bound);
  }

  /** On the unit ball of index 1.5, where κ = 2, for a loss of Lipschitz constant 1. */
  private static double bound(MirrorSchedule schedule) {
    double eta = schedule.stepSize();
    double sigma = schedule.noise().sigma();
    return 1 / (eta * (schedule.steps() + 1)) + eta * (1 + 3 * sigma * sigma);
  }
}
