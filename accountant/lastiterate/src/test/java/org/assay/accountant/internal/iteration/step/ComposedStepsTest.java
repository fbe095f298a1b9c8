package org.assay.accountant.internal.iteration.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compositions of steps far in the tail, where they are known in closed form. */
class ComposedStepsTest {
  private static final double[] LOSSES = losses(0.5, 400);

  private static double[] losses(double spacing, int count) {
    double[] losses = new double[count];
    Arrays.setAll(losses, i -> i * spacing);
    return losses;
  }

  private static NoisySgd run(
      NoisySgdSampling sampling, AdjacencyRelation adjacency, long batch, double multiplier) {
    return new NoisySgd(100, batch, multiplier / batch, 1, 1, 1, 1000, 0, 0, sampling, adjacency);
  }

  /**
   * Poisson samples of all records are Gaussian mechanisms, whose delta is known down to any
   * logarithm; the truncated inversion is used all the same. Chernoff's bound exceeds delta by
   * about the root of 2π times the order times the mean.
   */
  @ParameterizedTest
  @CsvSource({"1, 1", "4, 2", "10, 4", "400, 20"})
  void boundsGaussiansAndIsNear(long count, double multiplier) {
    NoisySgd run = run(NoisySgdSampling.POISSON, AdjacencyRelation.ADD_OR_REMOVE, 100, multiplier);
    double[] bounds = new ComposedSteps(NoisySgdStep.of(run)).logDeltas(count, LOSSES);
    double mu = Math.sqrt((double) count) / multiplier;
    for (int i = 0; i < LOSSES.length; i++) {
      double exact = GaussianMechanism.logDelta(mu, LOSSES[i]).lower();
      assertTrue(bounds[i] >= exact, bounds[i] + " is below " + exact + " at " + LOSSES[i]);
      // Up to the largest order, and up to the distance of the orders.
      if (LOSSES[i] < 150 * mu * mu) {
        assertEquals(exact, bounds[i], 8 + 5e-3 * Math.abs(exact), "at " + LOSSES[i]);
      }
    }
    assertTrue(bounds[LOSSES.length - 1] < -1000 / mu);
  }

  /** One step that replaces a sampled record, in closed form, and a few steps. */
  @ParameterizedTest
  @CsvSource({"30, 1", "5, 2", "60, 0.5"})
  void boundsOneSampledStep(long batch, double multiplier) {
    NoisySgd run =
        run(NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE, batch, 2 * multiplier);
    double[] bounds = new ComposedSteps(NoisySgdStep.of(run)).logDeltas(1, LOSSES);
    double mu = 1 / multiplier;
    double q = batch / 100.0;
    boolean cut = false;
    for (int i = 1; i < LOSSES.length; i++) {
      double exact = logMixtureAgainstNormal(q, mu, LOSSES[i]);
      assertTrue(bounds[i] >= exact - 1e-9, bounds[i] + " below " + exact + " at " + LOSSES[i]);
      assertTrue(bounds[i] <= bounds[i - 1] + 1e-12);
      cut |= exact < -40 && bounds[i] < 0.8 * exact;
    }
    assertTrue(cut, "nothing in the tail was bounded");
  }

  /** Logarithm of H of {@code (1−q)N(0) + qN(mu)} against N(0): {@code q H_{(γ−1+q)/q}}. */
  private static double logMixtureAgainstNormal(double q, double mu, double loss) {
    return Math.log(q) + GaussianMechanism.logDelta(mu, Math.log1p(Math.expm1(loss) / q)).lower();
  }

  /** No finite bound where orders are out of range. */
  @Tag("slow")
  @Test
  void hugeStepsHaveNoTail() {
    NoisySgd run = run(NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE, 5, 1e-3);
    ComposedSteps steps = new ComposedSteps(NoisySgdStep.of(run));
    for (double bound : steps.logDeltas(100, LOSSES)) {
      assertTrue(bound > -1e-6, "" + bound);
    }
  }

  @Test
  void estimatesAreNear() {
    NoisySgd run = run(NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE, 10, 10);
    ComposedSteps steps = new ComposedSteps(NoisySgdStep.of(run));
    double[] losses = losses(0.5, 40);
    double[] bounds = steps.logDeltas(500, losses);
    double[] near = steps.estimates(500, losses);
    for (int i = 0; i < losses.length; i++) {
      assertEquals(bounds[i], near[i], 0.2 + 0.15 * Math.abs(bounds[i]), "at " + losses[i]);
    }
  }
}
