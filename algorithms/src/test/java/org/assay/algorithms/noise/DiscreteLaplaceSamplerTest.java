package org.assay.algorithms.noise;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscreteLaplaceSamplerTest {
  private static final int N = 20_000;

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
    DiscreteLaplaceSampler laplace = DiscreteLaplaceSampler.ofScale(0x1p-8);
    for (int i = 0; i < 1000; i++) {
      assertEquals(0, laplace.sample(random), "another number has probability e^-256");
    }
  }

  @Test
  void theyNameTheirEvents() {
    Sensitivity three = new Sensitivity(3, AdjacencyRelation.REPLACE_ONE);
    assertEquals(
        new DiscreteLaplaceEvent(7.5, three), DiscreteLaplaceSampler.ofScale(7.5).event(three));
  }

  @Test
  void theyRefuseParametersOutOfRange() {
    refuses("scale was NaN", () -> DiscreteLaplaceSampler.ofScale(Double.NaN));
    refuses("scale was 0.001", () -> DiscreteLaplaceSampler.ofScale(0.001));
    refuses("scale was 1.0E16", () -> DiscreteLaplaceSampler.ofScale(1e16));
    double small = Math.nextDown(0x1p-8);
    refuses("scale was " + small, () -> DiscreteLaplaceSampler.ofScale(small));
    double large = Math.nextUp(0x1p51);
    refuses("scale was " + 2 * large, () -> DiscreteLaplaceSampler.ofScale(2 * large));
  }
}
