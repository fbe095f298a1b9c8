package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.accounting.TightestBound.Method;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.iteration.GradientDescentBound;
import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.iteration.LastIterateChecker;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** No method for the last iterate gives a smaller bound than the tightest one. */
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
    "10000000, 0, ITERATION, 27.651",
    "10000000, 1, ITERATION, 27.651",
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

  @Tag("slow")
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

  /**
   * Poisson samples under add-or-remove: the bound of the walk, and of the steps while there are
   * few.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"10, false", "100000000, true"})
  void poissonSamplesUnderAddOrRemoveHaveTheBoundOfTheWalk(long steps, boolean iterates) {
    NoisySgd run =
        NoisySgd.of(NoisySgdSampling.POISSON, ADD_OR_REMOVE)
            .batches(600, 60_000)
            .steps(steps, 0.1)
            .noise(0.002)
            .lipschitzConstant(1)
            .curvature(0, 1)
            .diameter(1)
            .build();
    NoisySgdEvent event = new NoisySgdEvent(run);
    assertEquals(ADD_OR_REMOVE, event.adjacency());
    double bound = TightestBound.of(event, ADD_OR_REMOVE).epsilon(1e-5).value().upper();
    double composed =
        TightestBound.of(event.composition(), ADD_OR_REMOVE).epsilon(1e-5).value().upper();
    Guarantee.Approximate walk =
        (Guarantee.Approximate) LastIterate.of(run).certifyEpsilon(1e-5).guarantee();
    assertEquals(Math.min(composed, walk.epsilon()), bound, 1e-9 * bound);
    assertEquals(iterates, bound < 0.9 * composed, bound + " against " + composed);
    double rho = Accountant.rdp(ADD_OR_REMOVE).compose(event).curve().at(2).upper();
    assertTrue(
        rho
            <= Accountant.rdp(ADD_OR_REMOVE).compose(event.composition()).curve().at(2).upper()
                * (1 + 1e-9));
    assertThrows(
        UnsupportedEventException.class, () -> TightestBound.of(event, REPLACE_ONE).epsilon(1e-5));
  }

  /** The datasets of a group grow, so its bound is that of all iterates. */
  @Test
  void groupsUnderAddOrRemoveHaveTheBoundOfTheSteps() {
    NoisySgdEvent event =
        new NoisySgdEvent(
            NoisySgd.of(NoisySgdSampling.POISSON, ADD_OR_REMOVE)
                .batches(100, 100)
                .steps(20_000, 1.98)
                .noise(5)
                .lipschitzConstant(1)
                .curvature(0, 1)
                .diameter(0.5)
                .build());
    Accountant accountant = Accountant.rdp(ADD_OR_REMOVE);
    double group = accountant.compose(event.forGroupsOf(2)).curve().at(2).lower();
    double all = accountant.compose(event.composition().forGroupsOf(2)).curve().at(2).lower();
    assertEquals(all, group, 1e-12 * all);
    assertTrue(accountant.compose(event).curve().at(2).upper() < all / 100);
  }

  /** Noise too small for doubles gives no finite bound, and no failure. */
  @Test
  void allRecordsInTinyNoiseAreRevealed() {
    NoisySgdEvent event =
        new NoisySgdEvent(
            NoisySgd.of(NoisySgdSampling.POISSON, ADD_OR_REMOVE)
                .batches(2, 2)
                .steps(3, 0.5)
                .noise(1e-160)
                .lipschitzConstant(1)
                .curvature(0, 1)
                .diameter(1)
                .build());
    assertEquals(1, TightestBound.of(event, ADD_OR_REMOVE).delta(1).value().upper());
  }

  /** Runs without a theorem under a relation are refused. */
  @ParameterizedTest
  @EnumSource(
      value = NoisySgdSampling.class,
      names = {"FIXED_SIZE", "FULL_BATCH"})
  void otherSamplesUnderAddOrRemoveAreRefused(NoisySgdSampling sampling) {
    NoisySgdEvent event =
        new NoisySgdEvent(
            NoisySgd.of(sampling, ADD_OR_REMOVE)
                .batches(10, 10)
                .steps(5, 0.1)
                .noise(1)
                .lipschitzConstant(1)
                .curvature(0, 1)
                .diameter(1)
                .build());
    assertThrows(
        UnsupportedEventException.class,
        () -> TightestBound.of(event, ADD_OR_REMOVE).epsilon(1e-5));
    assertThrows(
        UnsupportedEventException.class,
        () -> Accountant.rdp(ADD_OR_REMOVE).compose(event).curve().at(2));
    assertThrows(UnsupportedEventException.class, () -> Steps.of(event, ADD_OR_REMOVE).squaredMu());
  }

  /** Batches of all records are full batches, for any kind of event. */
  @Tag("slow")
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

  @Tag("slow")
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
    // A finer lattice is narrower than the contour here.
    assertEquals(Method.DOMINATING_LOSS_DISTRIBUTION, bound.method());
    assertTrue(bound.value().relativeWidth() < 1e-4, () -> "" + bound);
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

  /** Whole batches, so that all steps together are one Gaussian of mu² 0.04 a step. */
  @Test
  void lastIteratesTakeTheSmallestOfThreeBounds() {
    TightestBound.Bound forgotten = descent(40, 0.5, 1, 0.5);
    assertEquals(TightestBound.Method.DOMINATING_GAUSSIAN, forgotten.method());
    TightestBound.Bound remembered = descent(4, 0.5, 1, 0);
    assertEquals(TightestBound.Method.DOMINATING_GAUSSIAN, remembered.method());
    double all = GaussianMechanism.epsilon(0.4, 1e-5).upper();
    assertEquals(all, remembered.value().upper(), 1e-9);
    // Many steps that contract by c = 3/4 cost as much as (1 + c)/(1 - c) = 7 of them
    // ([@BokSuAltschuler2024]).
    double most = GaussianMechanism.epsilon(Math.sqrt(0.04 * 7), 1e-5).upper();
    assertEquals(most, forgotten.value().upper(), 1e-4 * most);
    assertTrue(forgotten.value().upper() < most);
  }

  private static TightestBound.Bound descent(
      long steps, double stepSize, double smoothness, double strongConvexity) {
    DpEvent run =
        new NoisySgdEvent(
            NoisySgd.of(NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE)
                .batches(10, 10)
                .steps(steps, stepSize)
                .noise(1)
                .lipschitzConstant(1)
                .curvature(strongConvexity, smoothness)
                .diameter(200)
                .build());
    return TightestBound.of(run, REPLACE_ONE).epsilon(1e-5);
  }
}
