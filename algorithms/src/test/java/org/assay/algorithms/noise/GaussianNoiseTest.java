package org.assay.algorithms.noise;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.ScriptedRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GaussianNoiseTest {
  @Test
  void addsTheScaledDrawsInOrder() {
    double[] target = {1, 2, 3};
    new GaussianNoise(0.5).addTo(target, new ScriptedRandom(2, -4, 0));
    assertArrayEquals(new double[] {2, 0, 3}, target);
  }

  @Test
  void drawsEvenWithoutNoise() {
    ScriptedRandom random = new ScriptedRandom(2, -4);
    double[] target = {1, 2};
    new GaussianNoise(0).addTo(target, random);
    assertArrayEquals(new double[] {1, 2}, target);
    assertEquals(2, random.drawn());
  }

  /**
   * With n draws z, |sum z| exceeds √(2 n x) and sum z² leaves [n - 2√(n x), n + 2√(n x) + 2x] with
   * probability at most 4 e^-x together (Gaussian and chi-square tails); x = 16 makes that 4.6e-7.
   */
  @Test
  void hasTheStatedMoments() {
    int n = 100_000;
    double x = 16;
    double[] draws = new double[n];
    new GaussianNoise(3).addTo(draws, new SplittableRandom(20_240_101));
    double sum = 0;
    double squares = 0;
    for (double draw : draws) {
      sum += draw / 3;
      squares += draw * draw / 9;
    }
    double width = 2 * Math.sqrt(n * x);
    assertTrue(Math.abs(sum) <= Math.sqrt(2 * n * x), "sum " + sum);
    assertTrue(squares >= n - width && squares <= n + width + 2 * x, "squares " + squares);
  }

  @Test
  void theEventNeverClaimsMoreNoiseThanThereIs() {
    Sensitivity sensitivity = new Sensitivity(3, AdjacencyRelation.REPLACE_ONE);
    GaussianEvent event = (GaussianEvent) new GaussianNoise(1).event(sensitivity);
    assertEquals(1.0 / 3, event.noiseMultiplier(), 1e-15);
    assertEquals(sensitivity, event.sensitivity());
    BigDecimal claimed =
        new BigDecimal(event.noiseMultiplier()).multiply(new BigDecimal(sensitivity.value()));
    assertTrue(claimed.compareTo(BigDecimal.ONE) <= 0, "claimed " + claimed);
  }

  @Test
  void noNoiseHasNoEvent() {
    Sensitivity unit = Sensitivity.unit(AdjacencyRelation.REPLACE_ONE);
    assertThrows(IllegalArgumentException.class, () -> new GaussianNoise(0).event(unit));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesAStandardDeviationOutOfRange(double value) {
    refuses("standardDeviation was " + value, () -> new GaussianNoise(value));
  }
}
