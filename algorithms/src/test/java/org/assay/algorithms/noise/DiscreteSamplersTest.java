package org.assay.algorithms.noise;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscreteSamplersTest {
  private static final int N = 20_000;

  @ParameterizedTest
  @ValueSource(doubles = {0.25, 0.3, 0.7, 1, 2.6, 10, 12.75})
  void gaussiansFollowTheirLaw(double sigma) {
    DiscreteGaussianSampler sampler = DiscreteGaussianSampler.ofSigma(sigma);
    SplittableRandom random = new SplittableRandom(8201);
    long[] sample = LongStream.generate(() -> sampler.sample(random)).limit(N).toArray();
    int reach = 2 + (int) (9 * sigma);
    GoodnessOfFit.requireLaw(sample, x -> Math.exp(-0.5 * x * x / (sigma * sigma)), reach);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.25, 0.3, 0.7, 1, 2.6, 10, 12.75})
  void laplacesFollowTheirLaw(double scale) {
    DiscreteLaplaceSampler sampler = DiscreteLaplaceSampler.ofScale(scale);
    SplittableRandom random = new SplittableRandom(8202);
    long[] sample = LongStream.generate(() -> sampler.sample(random)).limit(N).toArray();
    int reach = 2 + (int) (35 * scale);
    GoodnessOfFit.requireLaw(sample, x -> Math.exp(-Math.abs(x) / scale), reach);
  }

  /**
   * For sigma this large the law is the continuous one to 1e-10 and more. With n Gaussians z, |sum
   * z| exceeds √(2 n x) and sum z² leaves [n - 2√(n x), n + 2√(n x) + 2x] with probability at most
   * 4 e^-x together; x = 16, five values of sigma: 2.3e-6 in all, 4.6e-7 each.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1e3, 123_456.789, 0x1p40, 1e15, 0x1p51})
  void wideGaussiansHaveTheMomentsOfContinuousOnes(double sigma) {
    DiscreteGaussianSampler sampler = DiscreteGaussianSampler.ofSigma(sigma);
    SplittableRandom random = new SplittableRandom(8203);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < N; i++) {
      double z = sampler.sample(random) / sigma;
      sum += z;
      squares += z * z;
    }
    double x = 16;
    double width = 2 * Math.sqrt(N * x);
    assertTrue(Math.abs(sum) <= Math.sqrt(2 * N * x), "sum " + sum);
    assertTrue(squares >= N - width && squares <= N + width + 2 * x, "squares " + squares);
  }

  /**
   * |x|/scale is nearly exponential: with n of them the sum leaves [n - √(2 n t), n + √(2 n t) + t]
   * with probability at most 2 e^-t (gamma tails); t = 16 makes that 2.3e-7.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1e4, 1e12, 0x1p52})
  void wideLaplacesHaveTheMomentsOfContinuousOnes(double scale) {
    DiscreteLaplaceSampler sampler = DiscreteLaplaceSampler.ofScale(scale);
    SplittableRandom random = new SplittableRandom(8204);
    double sum = 0;
    for (int i = 0; i < N; i++) {
      sum += Math.abs(sampler.sample(random)) / scale;
    }
    double width = Math.sqrt(2 * N * 16.0);
    assertTrue(sum >= N - width - 2 && sum <= N + width + 18, "sum " + sum);
  }

  @Test
  void narrowOnesAreZero() {
    SplittableRandom random = new SplittableRandom(8205);
    DiscreteGaussianSampler gaussian = DiscreteGaussianSampler.ofSigma(0x1p-8);
    DiscreteLaplaceSampler laplace = DiscreteLaplaceSampler.ofScale(0x1p-8);
    for (int i = 0; i < 1000; i++) {
      assertEquals(0, gaussian.sample(random), "another number has probability e^-32768");
      assertEquals(0, laplace.sample(random), "another number has probability e^-256");
    }
  }

  @Test
  void theyNameTheirEvents() {
    Sensitivity three = new Sensitivity(3, AdjacencyRelation.REPLACE_ONE);
    assertEquals(
        new DiscreteGaussianEvent(7.5, three), DiscreteGaussianSampler.ofSigma(7.5).event(three));
    assertEquals(
        new DiscreteLaplaceEvent(7.5, three), DiscreteLaplaceSampler.ofScale(7.5).event(three));
    ZcdpEvent vector = (ZcdpEvent) DiscreteGaussianSampler.ofSigma(6).euclideanEvent(three);
    assertEquals(0.125, vector.rho(), 1e-15);
    assertTrue(vector.rho() >= 0.125, "rounded up");
    assertEquals(0, vector.delta());
  }

  @Test
  void theyRefuseParametersOutOfRange() {
    refuses("sigma was NaN", () -> DiscreteGaussianSampler.ofSigma(Double.NaN));
    refuses("sigma was 0.001", () -> DiscreteGaussianSampler.ofSigma(0.001));
    refuses("sigma was 1.0E16", () -> DiscreteGaussianSampler.ofSigma(1e16));
    refuses("scale was NaN", () -> DiscreteLaplaceSampler.ofScale(Double.NaN));
    refuses("scale was 0.001", () -> DiscreteLaplaceSampler.ofScale(0.001));
    refuses("scale was 1.0E16", () -> DiscreteLaplaceSampler.ofScale(1e16));
    double small = Math.nextDown(0x1p-8);
    refuses("sigma was " + small, () -> DiscreteGaussianSampler.ofSigma(small));
    refuses("scale was " + small, () -> DiscreteLaplaceSampler.ofScale(small));
    double large = Math.nextUp(0x1p51);
    refuses("sigma was " + large, () -> DiscreteGaussianSampler.ofSigma(large));
    refuses("scale was " + 2 * large, () -> DiscreteLaplaceSampler.ofScale(2 * large));
  }
}
