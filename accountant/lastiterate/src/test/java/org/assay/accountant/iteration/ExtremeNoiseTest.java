package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.internal.iteration.step.NoisySgdComposition;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.internal.iteration.step.NoisySgds;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Noise from zero to far too much is answered, soundly and soon. */
class ExtremeNoiseTest {
  /**
   * Time limit of a row, ample for a busy machine: a row takes a few seconds of processor time at
   * most.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final double DELTA = 1e-5;

  private static NoisySgd run(String name, long steps, double noise) {
    NoisySgd settings =
        switch (name) {
          case "addOrRemove" -> NoisySgds.addOrRemove(steps);
          case "fixedSize" -> NoisySgds.fixedSize(steps);
          case "replaced" -> NoisySgds.replaced(steps);
          default -> throw new IllegalArgumentException(name);
        };
    return NoisySgds.with(settings, 1, noise);
  }

  private static double epsilon(NoisySgd run) {
    LastIterateCertificate certificate =
        assertTimeoutPreemptively(PATIENCE, () -> LastIterate.of(run).certifyEpsilon(DELTA));
    return ((Guarantee.Approximate) certificate.guarantee()).epsilon();
  }

  /**
   * For linear losses the last iterate is a sum. At least one run in a hundred uses the record,
   * half of these with a loss above mu²/(2 steps) - log 100.
   */
  @ParameterizedTest
  @CsvSource({
    "fixedSize, 5, 1e-310",
    "fixedSize, 5, 1e-200",
    "fixedSize, 100000, 1e-100",
    "fixedSize, 5, 1e-5",
    "addOrRemove, 5, 1e-310",
    "addOrRemove, 5, 1e-200",
    "addOrRemove, 100000, 1e-10",
    "replaced, 5, 1e-310",
    "replaced, 5, 1e-200",
    "replaced, 5, 1e-6"
  })
  void tooLittleNoise(String name, long steps, double noise) {
    NoisySgd run = run(name, steps, noise);
    double mu = run.stepMu().lower();
    double epsilon = epsilon(run);
    assertTrue(epsilon >= mu * mu / (2.0 * steps) - 5, () -> mu + ": " + epsilon);
  }

  @ParameterizedTest
  @ValueSource(strings = {"addOrRemove", "fixedSize", "replaced"})
  void noiseThatLeavesNoTrace(String name) {
    assertEquals(0, epsilon(run(name, 5, 1e200)));
  }

  /** Where mu is infinite no bound is proved, and no bound for larger noise is used instead. */
  @ParameterizedTest
  @ValueSource(strings = {"addOrRemove", "fixedSize", "replaced"})
  void anInfiniteMuProvesNothing(String name) {
    NoisySgdStep step = NoisySgdStep.of(run(name, 5, Double.MIN_VALUE));
    assertEquals(Double.POSITIVE_INFINITY, step.mu(0.5).upper());
    NoisySgdComposition composition = new NoisySgdComposition(step, 5, 0.5, 1);
    assertEquals(Double.POSITIVE_INFINITY, composition.epsilon(DELTA));
    assertEquals(1, composition.delta(1));
    assertEquals(Double.POSITIVE_INFINITY, step.divergence(2, 0.5).upper());
    assertEquals(Double.POSITIVE_INFINITY, step.divergenceEstimate(2, 0.5));
  }

  /** The search's plain doubles follow the enclosed divergences where the pair is far apart. */
  @ParameterizedTest
  @CsvSource({
    "fixedSize, 2, 1.3", "fixedSize, 2, 30", "fixedSize, 50, 2", "fixedSize, 300, 1.5",
    "addOrRemove, 2, 1.3", "addOrRemove, 50, 2", "addOrRemove, 50, 20", "addOrRemove, 300, 5",
    "replaced, 2, 1.3", "replaced, 2, 30", "replaced, 50, 2", "replaced, 300, 1.5"
  })
  void estimatesFollowTheEnclosures(String name, double mu, double order) {
    double unit = run(name, 5, 1).stepMu().midpoint();
    NoisySgdStep step = NoisySgdStep.of(run(name, 5, unit / mu));
    double exact = step.divergence(order, 0).midpoint();
    assertEquals(1, step.divergenceEstimate(order, 0) / exact, 0.02);
  }

  @Test
  void theReciprocalOfMuMayUnderflowToo() {
    double unit = run("fixedSize", 5, 1).stepMu().upper();
    NoisySgdStep step = NoisySgdStep.of(run("fixedSize", 5, unit / 1.5e308));
    assertTrue(step.mu(0).upper() < Double.POSITIVE_INFINITY, step.mu(0)::toString);
    assertEquals(Double.POSITIVE_INFINITY, new NoisySgdComposition(step, 5, 0, 0).epsilon(DELTA));
  }
}
