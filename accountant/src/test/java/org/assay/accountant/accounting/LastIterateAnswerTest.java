package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.accounting.TightestBound.Method;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.iteration.GradientDescentBound;
import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.iteration.LastIterateChecker;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No route to the last iterate is below the one that is called tightest. */
class LastIterateAnswerTest {
  private static NoisyGradientDescentEvent fullBatches(long epochs, double smoothness) {
    return new NoisyGradientDescentEvent(
        GradientSchedule.of(new double[] {0.25}, new int[] {10_000}, new double[] {0.01}),
        epochs,
        1,
        smoothness,
        0,
        1,
        NoisyGradientDescentEvent.Form.LAST_ITERATE);
  }

  private static double epsilon(DpEvent event) {
    return TightestBound.of(event, REPLACE_ONE).epsilon(1e-5).value().upper();
  }

  @ParameterizedTest
  @CsvSource({
    "10, 0, DOMINATING_GAUSSIAN, 0.2068046257",
    "10000000, 0, ITERATION, 28.067",
    "10000000, 1, ITERATION, 28.067",
    "1000, 9, DOMINATING_GAUSSIAN, 39.39",
  })
  void fullBatchesHaveTheBoundOfTheWalk(
      long epochs, double smoothness, Method method, double known) {
    NoisyGradientDescentEvent event = fullBatches(epochs, smoothness);
    TightestBound.Bound bound = TightestBound.of(event, REPLACE_ONE).epsilon(1e-5);
    assertEquals(method, bound.method());
    assertTrue(bound.value().upper() <= known, bound.value().toString());
    LastIterate walk = LastIterate.of(GradientDescentBound.fullBatches(event));
    Guarantee.Approximate other = (Guarantee.Approximate) walk.certifyEpsilon(1e-5).guarantee();
    assertTrue(bound.value().upper() <= other.epsilon());
    assertEquals(1, bound.value().upper() / other.epsilon(), 1e-9);
  }

  @ParameterizedTest
  @CsvSource({"10, 0.3", "10000000, 20"})
  void deltaHasTheSameRoutes(long epochs, double epsilon) {
    NoisyGradientDescentEvent event = fullBatches(epochs, 0);
    TightestBound.Bound bound = TightestBound.of(event, REPLACE_ONE).delta(epsilon);
    LastIterate walk = LastIterate.of(GradientDescentBound.fullBatches(event));
    Guarantee.Approximate other =
        (Guarantee.Approximate) LastIterateChecker.check(walk.certifyDelta(epsilon));
    assertTrue(bound.value().upper() <= other.delta() * (1 + 1e-12));
    assertEquals(1, bound.value().upper() / other.delta(), 1e-9);
    assertEquals(epochs > 10 ? Method.ITERATION : Method.DOMINATING_GAUSSIAN, bound.method());
  }

  /** Batches of all records are full batches, whatever the event is called. */
  @Test
  void wholeBatchesAreFullBatches() {
    double full = epsilon(fullBatches(10_000_000, 0));
    for (NoisySgdSampling sampling : NoisySgdSampling.values()) {
      double same =
          epsilon(
              new NoisySgdEvent(
                  NoisySgd.of(sampling, AdjacencyRelation.REPLACE_ONE)
                      .batches(10_000, 10_000)
                      .steps(10_000_000, 0.25)
                      .noise(0.01)
                      .lipschitzConstant(1)
                      .curvature(0, 0)
                      .diameter(1)
                      .build()));
      assertEquals(full, same, 1e-9 * full, sampling.toString());
    }
  }

  @Test
  void compositionKeepsItsMethod() {
    DpEvent run =
        new NoisySgdEvent(
            NoisySgd.of(NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE)
                .batches(1, 10_000)
                .steps(2, 0.1)
                .noise(0.5)
                .lipschitzConstant(1)
                .curvature(0, 0)
                .diameter(10)
                .build());
    TightestBound.Bound bound = TightestBound.of(run, REPLACE_ONE).epsilon(1e-5);
    assertEquals(Method.DOMINATING_LOSS_DISTRIBUTION, bound.method());
  }

  /** A pass over several batches is one Gaussian, and its interval is that Gaussian's. */
  @Test
  void cyclesAreDominatedByOneGaussian() {
    NoisyGradientDescentEvent cycle =
        new NoisyGradientDescentEvent(
            GradientSchedule.of(new double[] {0.25, 0.25}, new int[] {10, 10}, new double[] {1, 1}),
            10,
            1,
            0,
            0,
            1,
            NoisyGradientDescentEvent.Form.LAST_ITERATE);
    TightestBound.Bound bound = TightestBound.of(cycle, REPLACE_ONE).epsilon(1e-5);
    assertEquals(Method.DOMINATING_GAUSSIAN, bound.method());
    assertTrue(bound.value().relativeWidth() < 1e-9);
  }
}
