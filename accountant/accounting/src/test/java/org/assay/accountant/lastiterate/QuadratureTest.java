package org.assay.accountant.lastiterate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The quadrature against laws in closed form, and against numbers computed elsewhere. */
class QuadratureTest {
  private static NoisySgd full(double width, double shift, long steps) {
    double noise = 2 / (1000 * shift);
    return new NoisySgd(
        1000,
        1000,
        noise,
        1,
        1,
        1 / (noise * width),
        steps,
        0,
        0,
        NoisySgdSampling.FULL_BATCH,
        AdjacencyRelation.REPLACE_ONE);
  }

  /** Far from the ends the last iterate is normal, with the mu of so many Gaussian mechanisms. */
  @ParameterizedTest
  @CsvSource({"1, 0.7", "4, 0.3", "25, 0.1", "60, 0.05"})
  void withoutEndsTheLawIsNormal(long steps, double shift) {
    double mu = shift * Math.sqrt((double) steps);
    Run run = Run.of(full(40 * Math.sqrt((double) steps), shift, steps), 0);
    Schedule still = Schedule.still(run.width() / 2, steps);
    for (boolean forward : new boolean[] {true, false}) {
      TrueLoss loss = TrueLoss.of(run, still, forward);
      assertNear(1.5 * mu * mu, loss.renyi(3), 0.01 / (double) steps);
      double epsilon = mu * mu / 2 + mu;
      double delta = Normal.upperTail(1) - Math.exp(epsilon) * Normal.upperTail(1 + mu);
      assertNear(delta, loss.delta(epsilon), 0.02);
    }
  }

  /** A lower bound, and not far below. */
  private static void assertNear(double exact, double lower, double part) {
    assertTrue(lower <= exact, lower + " > " + exact);
    assertTrue(lower >= exact * (1 - part), lower + " < " + exact);
  }

  /** Contraction about the middle: variances add up to a geometric sum. */
  @Test
  void quadraticLossesAreNormalToo() {
    Line line = Line.of(60, 1, 13);
    double[] masses = line.kernel(StepLaw.sure(0.8, 6.5), 30).apply(new double[] {1});
    masses = line.kernel(StepLaw.sure(0.8, 6.5)).apply(masses, 200);
    double mean = 0;
    double square = 0;
    for (int i = 0; i < masses.length; i++) {
      mean += masses[i] * line.places()[i];
      square += masses[i] * line.places()[i] * line.places()[i];
    }
    assertEquals(1, Arrays.stream(masses).sum(), 1e-11);
    assertEquals(32.5, mean, 1e-9);
    assertEquals(1 / (1 - 0.64), square - mean * mean, 1e-8);
  }

  /** Squaring, stepping and both. */
  @Test
  void powersAreRepetitions() {
    Line line = Line.of(5, 1, 10);
    Kernel kernel =
        line.kernel(
            new StepLaw(
                1, new double[] {0.3, 0.7}, new double[] {1, 0.9}, new double[] {0.2, -0.1}));
    double[] masses = new double[line.places().length];
    masses[3] = 1;
    double[] stepped = masses;
    for (int i = 0; i < 357; i++) {
      stepped = kernel.apply(stepped);
    }
    assertArrayNear(stepped, kernel.apply(masses, 357));
    assertArrayNear(stepped, kernel.power(357).apply(masses));
  }

  private static void assertArrayNear(double[] expected, double[] actual) {
    for (int i = 0; i < expected.length; i++) {
      assertEquals(1, actual[i] / expected[i], 1e-12);
    }
  }

  /** Enclosures of the same runs with constant losses are published at 2.69498. */
  @Test
  void constantLossesAsCertifiedElsewhere() {
    Run run = Run.of(full(100, 0.04, 20_000), 0);
    TrueLoss loss = TrueLoss.of(run, Schedule.still(0, 20_000), true);
    assertEquals(2.69498, loss.renyi(1.5), 2e-6);
  }

  /** Ramps found with gradients elsewhere lose so much at a delta of 1e-5. */
  @ParameterizedTest
  @CsvSource({"1, 0.5, 2.972", "2, 0.5, 4.180", "2, 1, 9.098", "3, 1, 11.96"})
  void adversariesFindAsMuch(double width, double shift, double known) {
    Run run = Run.of(full(width, shift, 14), 0);
    double found = new Adversary(run, loss -> loss.epsilon(1e-5)).find(3e8);
    assertEquals(known, found, 0.01 * known);
  }
}
