package org.assay.accountant.iteration;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RandomBatchBoundTest {
  private static final List<NoisySgdSampling> RANDOM =
      List.of(NoisySgdSampling.FIXED_SIZE, NoisySgdSampling.POISSON);

  /** The setting F5 of the reference values of the iteration bounds, for so many steps. */
  private static NoisySgdEvent reference(long steps) {
    return new NoisySgdEvent(
        NoisySgd.of(NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE)
            .batches(1000, 100_000)
            .steps(steps, 0.625)
            .noise(0.004)
            .lipschitzConstant(1)
            .curvature(0, 1)
            .diameter(1)
            .build());
  }

  private static NoisySgdEvent small(NoisySgdSampling sampling, long steps, double diameter) {
    return new NoisySgdEvent(
        NoisySgd.of(sampling, AdjacencyRelation.REPLACE_ONE)
            .batches(10, 50)
            .steps(steps, 0.5)
            .noise(0.5)
            .lipschitzConstant(1)
            .curvature(0, 1)
            .diameter(diameter)
            .build());
  }

  private static Enclosure renyi(NoisySgdEvent event, double order) {
    return Accountant.rdp(REPLACE_ONE).compose(event).curve().at(order);
  }

  private static Enclosure composed(NoisySgdEvent event, double order) {
    return Accountant.rdp(REPLACE_ONE).compose(event.composition()).curve().at(order);
  }

  /** A minimum of convex curves is not convex, so that chords prove nothing from below. */
  @Test
  void bestArgumentsProveNothingFromBelow() {
    NoisySgd run = small(NoisySgdSampling.FIXED_SIZE, 2, 10).run();
    for (RdpCurve curve : List.of(NoisySgdBound.of(run).curve(), RandomBatchBound.curve(run))) {
      Enclosure epsilon = RenyiConversion.bestEpsilon(curve, 1e-5);
      assertEquals(0, epsilon.lower());
      assertTrue(epsilon.upper() > 0 && epsilon.upper() < 100, epsilon::toString);
    }
  }

  /** Values computed by independent code: 0.039079125 by composition, 11.009542 by split noise. */
  @Test
  void divergencesAreThoseOfTheReference() {
    assertEquals(0.039079125, renyi(reference(1000), 2).upper(), 1e-9);
    assertTrue(renyi(reference(1_000_000), 2).upper() <= 11.009542 + 1e-6);
    assertTrue(composed(reference(1_000_000), 2).lower() > 39);
    assertFalse(RandomBatchBound.mayBeatComposition(reference(1000).run()));
    assertTrue(RandomBatchBound.mayBeatComposition(reference(1_000_000).run()));
  }

  @Test
  void nothingIsAbovePlainComposition() {
    for (NoisySgdSampling sampling : RANDOM) {
      for (long steps : new long[] {1, 300}) {
        for (double order : new double[] {1.5, 20}) {
          NoisySgdEvent event = small(sampling, steps, 2);
          double bound = renyi(event, order).upper();
          assertTrue(bound <= composed(event, order).upper() * (1 + 1e-9), event::describe);
        }
      }
    }
  }

  /** Iteration makes long runs cost no more than a number that does not depend on their length. */
  @Test
  void longRunsOnABoundedSetCostNoMore() {
    for (NoisySgdSampling sampling : RANDOM) {
      double once = renyi(small(sampling, 100_000, 2), 2).upper();
      assertTrue(renyi(small(sampling, 10_000_000, 2), 2).upper() <= once * (1 + 1e-6));
      assertTrue(once < composed(small(sampling, 100_000, 2), 2).upper() / 10);
    }
  }

  /** mu is 2L/(b noise) for a step; runs of T steps are at √T of it until the set bounds them. */
  @Test
  void gaussianPrivacyIsThatOfTheStepsOrOfFixedBatches() {
    assertEquals(
        0.16,
        RandomBatchBound.squaredMu(small(NoisySgdSampling.FIXED_SIZE, 1, 2).run()).upper(),
        1e-12);
    assertEquals(
        1.6,
        RandomBatchBound.squaredMu(small(NoisySgdSampling.FIXED_SIZE, 10, 2).run()).upper(),
        1e-12);
    // min over k of (D + k s)²/(k (eta sigma)²) with D = 2, s = 0.1, eta sigma = 0.25 is at k = 20.
    double plateau =
        RandomBatchBound.squaredMu(small(NoisySgdSampling.FIXED_SIZE, 100_000, 2).run()).upper();
    assertEquals(4 * 2 * 0.1 / 0.0625, plateau, 1e-9);
    assertEquals(
        0.16 * 100_000,
        RandomBatchBound.squaredMu(small(NoisySgdSampling.POISSON, 100_000, 2).run()).upper(),
        1e-6);
  }

  /** Steps that may expand are bounded as such, and never below what contracting ones cost. */
  @Test
  void stepsBeyondTheLimitCountAsExpansive() {
    NoisySgdEvent wide =
        new NoisySgdEvent(
            NoisySgd.of(NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE)
                .batches(10, 50)
                .steps(3000, 0.5)
                .noise(0.5)
                .lipschitzConstant(1)
                .curvature(0, 5)
                .diameter(2)
                .build());
    assertEquals(-5, RandomBatchBound.covered(wide.run()).strongConvexity());
    assertTrue(
        renyi(wide, 2).upper() >= renyi(small(NoisySgdSampling.FIXED_SIZE, 3000, 2), 2).upper());
  }

  @Tag("slow")
  @Test
  void theTightestBoundIsTheSmallestOfAll() {
    NoisySgdEvent event = small(NoisySgdSampling.FIXED_SIZE, 2000, 2);
    TightestBound.Bound best = TightestBound.of(event, REPLACE_ONE).epsilon(1e-5);
    assertEquals(TightestBound.Method.ITERATION, best.method());
    double all = TightestBound.of(event.composition(), REPLACE_ONE).epsilon(1e-5).value().upper();
    assertTrue(best.value().upper() < all);
    NoisySgdEvent brief = small(NoisySgdSampling.FIXED_SIZE, 20, 2);
    double composed =
        TightestBound.of(brief.composition(), REPLACE_ONE).epsilon(1e-5).value().upper();
    // Composition has the pair that dominates in every step, the last iterate one of several.
    double last = TightestBound.of(brief, REPLACE_ONE).epsilon(1e-5).value().upper();
    assertTrue(last <= composed && last > 0.98 * composed, last + " against " + composed);
  }

  /** Composition of any event knows one pair for all steps only. */
  @Test
  void shortRunsOfFixedSizesAreBelowTheCompositionOfTheirEvents() {
    NoisySgd run =
        NoisySgd.of(NoisySgdSampling.FIXED_SIZE, REPLACE_ONE)
            .batches(33, 332)
            .steps(200, 0.06)
            .noise(0.25)
            .lipschitzConstant(2)
            .curvature(0, 1)
            .diameter(2)
            .build();
    assertFalse(RandomBatchBound.mayBeatComposition(run));
    TightestBound last = TightestBound.of(new NoisySgdEvent(run), REPLACE_ONE);
    TightestBound all = TightestBound.of(new NoisySgdEvent(run).composition(), REPLACE_ONE);
    double epsilon = last.epsilon(1e-5).value().upper();
    assertEquals(LastIterate.of(run).compositionEpsilon(1e-5), epsilon, 1e-12);
    assertTrue(epsilon < 0.97 * all.epsilon(1e-5).value().upper());
    assertEquals(1e-5, last.delta(epsilon).value().upper(), 1e-10);
    assertTrue(all.delta(epsilon).value().lower() > 1e-5);
  }

  @Test
  void thereIsNoPurePrivacy() {
    assertThrows(
        UnsupportedEventException.class,
        () -> Steps.of(small(NoisySgdSampling.POISSON, 1, 2), REPLACE_ONE).epsilon());
  }
}
