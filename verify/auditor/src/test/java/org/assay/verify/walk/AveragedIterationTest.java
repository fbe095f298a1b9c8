package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AveragedIterationTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "10, 1", "10, 10", "100, 10", "10000, 100"})
  void followsTheFormulaOfTheExample(int steps, int kept) {
    double noise = 1 / Math.sqrt(steps);
    AveragedIteration iteration = AveragedIteration.forgetful(steps, kept, noise, 1);
    double k = kept;
    double variance = k * (k + 1) * (2 * k + 1) / 6 + steps - k;
    double mu = k / (noise * Math.sqrt(variance));
    Enclosure computed = iteration.averageMu(steps);
    assertEquals(mu, computed.midpoint(), 1e-12 * mu);
    assertTrue(computed.relativeWidth() < 1e-11);
  }

  /** The last iterate stays 1-GDP for every length of memory; the average does not. */
  @Test
  void theAverageIsMuchLessPrivateThanTheLastIterate() {
    int steps = 10_000;
    double noise = 1 / Math.sqrt(steps);
    AveragedIteration remembering = AveragedIteration.forgetful(steps, steps, noise, 1);
    assertEquals(1, remembering.lastIterateMu().midpoint(), 1e-9);
    AveragedIteration forgetful = AveragedIteration.forgetful(steps, 100, noise, 1);
    assertEquals(0, forgetful.lastIterateMu().upper());
    assertTrue(forgetful.averageMu(steps).lower() > 14);
    // For k = 1 and k = T the average is about as private as the last iterate.
    assertTrue(AveragedIteration.forgetful(steps, 1, noise, 1).averageMu(steps).upper() < 1.001);
    assertTrue(remembering.averageMu(steps).upper() < 1.8);
  }

  /**
   * Against the definition: means by following both datasets, variances by following each noise.
   */
  @Test
  void agreesWithFollowingTheIterationForward() {
    Random random = new Random(20200504);
    int steps = 7;
    double[] contractions = random.doubles(steps).toArray();
    double[] noises = random.doubles(steps, 0.1, 2).toArray();
    double[] differences = random.doubles(steps).toArray();
    AveragedIteration iteration = AveragedIteration.of(contractions, noises, differences);
    for (int count = 1; count <= steps; count++) {
      double variance = 0;
      for (int source = 0; source < steps; source++) {
        double[] impulse = new double[steps];
        impulse[source] = noises[source];
        variance += Math.pow(sumOfLast(count, contractions, impulse), 2);
      }
      double mu = sumOfLast(count, contractions, differences) / Math.sqrt(variance);
      assertEquals(mu, iteration.averageMu(count).midpoint(), 1e-13 * mu);
    }
  }

  @Test
  void refusesWhatIsOutOfRange() {
    double[] one = {1};
    assertThrows(
        IllegalArgumentException.class, () -> AveragedIteration.of(one, new double[2], one));
    assertThrows(
        IllegalArgumentException.class, () -> AveragedIteration.of(new double[] {1.1}, one, one));
    assertThrows(
        IllegalArgumentException.class,
        () -> AveragedIteration.of(one, one, new double[] {Double.NaN}));
    assertThrows(
        IllegalArgumentException.class, () -> AveragedIteration.of(one, new double[] {0}, one));
    assertThrows(IllegalArgumentException.class, () -> AveragedIteration.forgetful(10, 11, 1, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> AveragedIteration.forgetful(10, 5, 1, 1).averageMu(11));
  }

  private static double sumOfLast(int count, double[] contractions, double[] shifts) {
    double x = 0;
    double sum = 0;
    for (int t = 0; t < shifts.length; t++) {
      x = contractions[t] * x + shifts[t];
      sum += t >= shifts.length - count ? x : 0;
    }
    return sum;
  }
}
