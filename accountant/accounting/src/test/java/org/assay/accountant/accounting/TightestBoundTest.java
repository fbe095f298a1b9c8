package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.event.TruncatedLaplaceEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

class TightestBoundTest {
  private static final DpEvent GAUSSIAN = DpEvent.gaussian(1, Sensitivity.unit(ADD_OR_REMOVE));

  @Test
  void sampledGaussiansAreExact() {
    DpEvent run = GAUSSIAN.poissonSampled(0.01).times(100).times(100);
    TightestBound.Bound bound = TightestBound.of(run, ADD_OR_REMOVE).epsilon(1e-5);
    assertEquals(TightestBound.Method.CONTOUR, bound.method());
    // Computed once in binary128 by independent code.
    assertTrue(bound.value().contains(new BigDecimal("6.187712389971539201")));
    double renyi = Accountant.rdp(ADD_OR_REMOVE).compose(run).epsilonAt(1e-5).lower();
    assertTrue(bound.value().upper() < renyi);
  }

  @Test
  void gaussiansAreExactUnderEitherRelation() {
    TightestBound.Bound removed = TightestBound.of(GAUSSIAN.times(4), ADD_OR_REMOVE).epsilon(1e-5);
    TightestBound.Bound replaced = TightestBound.of(GAUSSIAN, REPLACE_ONE).epsilon(1e-5);
    assertEquals(TightestBound.Method.EXACT_GAUSSIAN, removed.method());
    assertTrue(removed.value().relativeWidth() < 1e-10);
    assertEquals(removed.value().midpoint(), replaced.value().midpoint(), 1e-9);
  }

  @Test
  void epsilonAndDeltaInvertEachOther() {
    for (DpEvent event : new DpEvent[] {GAUSSIAN, GAUSSIAN.poissonSampled(0.1).times(300)}) {
      TightestBound bound = TightestBound.of(event, ADD_OR_REMOVE);
      double epsilon = bound.epsilon(1e-6).value().upper();
      Enclosure delta = bound.delta(epsilon).value();
      assertEquals(1, delta.midpoint() / 1e-6, 1e-8);
    }
  }

  /** Convolved loss distributions, computed by other code, agree with the contour. */
  @Test
  void sequencesOfDistinctStepsAreExact() {
    DpEvent mixed =
        DpEvent.sequence(
                GAUSSIAN.poissonSampled(0.02).times(400),
                DpEvent.sequence(GAUSSIAN, GAUSSIAN.poissonSampled(0.1).times(3)))
            .times(2);
    TightestBound.Bound bound = TightestBound.of(mixed, ADD_OR_REMOVE).epsilon(1e-5);
    assertEquals(TightestBound.Method.CONTOUR, bound.method());
    assertTrue(bound.value().relativeWidth() < 1e-9, bound::toString);
    Enclosure convolved = Steps.of(mixed, ADD_OR_REMOVE).losses().epsilon(1e-5);
    assertTrue(convolved.contains(bound.value()), () -> convolved + " but " + bound);
    assertTrue(convolved.relativeWidth() < 1e-2, convolved::toString);
    double renyi = Accountant.rdp(ADD_OR_REMOVE).compose(mixed).epsilonAt(1e-5).lower();
    assertTrue(bound.value().upper() < renyi);
    TightestBound tightest = TightestBound.of(mixed, ADD_OR_REMOVE);
    assertThrows(IllegalArgumentException.class, () -> tightest.epsilon(0));
  }

  @Test
  void sequencesOfGaussiansAreOneGaussian() {
    DpEvent mixed = DpEvent.sequence(GAUSSIAN, GAUSSIAN.times(3));
    TightestBound.Bound bound = TightestBound.of(mixed, ADD_OR_REMOVE).epsilon(1e-5);
    assertEquals(TightestBound.Method.EXACT_GAUSSIAN, bound.method());
    Enclosure two = GaussianMechanism.epsilon(2, 1e-5);
    assertEquals(two.midpoint(), bound.value().midpoint(), 1e-12);
  }

  /** A record is in one slot, so the worst slot decides; its records attain the profile. */
  @Test
  void gaussiansOnDisjointSlotsAreTheWorstOne() {
    DpEvent louder = DpEvent.gaussian(2, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent slots = DpEvent.parallel(louder, GAUSSIAN, louder.times(3));
    TightestBound.Bound bound = TightestBound.of(slots, ADD_OR_REMOVE).epsilon(1e-5);
    assertEquals(TightestBound.Method.EXACT_GAUSSIAN, bound.method());
    assertEquals(GaussianMechanism.epsilon(1, 1e-5).upper(), bound.value().upper(), 1e-9);
  }

  /** One step of size 1 on one record moves by at most 2, under noise 2: mu is 1. */
  @Test
  void aLastIterateIsDominatedByOneGaussian() {
    GradientSchedule schedule =
        GradientSchedule.of(new double[] {1}, new int[] {1}, new double[] {2});
    DpEvent last = new LastIterateEvent(schedule, 1, 1);
    TightestBound.Bound bound = TightestBound.of(last, REPLACE_ONE).epsilon(1e-5);
    assertEquals(TightestBound.Method.DOMINATING_GAUSSIAN, bound.method());
    assertEquals(GaussianMechanism.epsilon(1, 1e-5).upper(), bound.value().upper(), 1e-9);
  }

  /** A replaced record, by independent sampling and in samples of fixed size. */
  @Test
  void replacedRecordsAreInverted() {
    DpEvent quiet = DpEvent.gaussian(20, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent poisson = quiet.poissonSampled(0.01).times(1_000_000);
    TightestBound.Bound independent = TightestBound.of(poisson, REPLACE_ONE).epsilon(1e-5);
    assertEquals(TightestBound.Method.CONTOUR, independent.method());
    // Five digits by a separate saddle point evaluation.
    assertEquals(4.37712, independent.value().midpoint(), 5e-6);
    DpEvent replaced = DpEvent.gaussian(2, Sensitivity.unit(REPLACE_ONE));
    DpEvent doubled = DpEvent.gaussian(4, Sensitivity.unit(ADD_OR_REMOVE));
    for (DpEvent step : new DpEvent[] {replaced, doubled}) {
      DpEvent run = step.fixedSizeSampled(1000, 100_000).times(1000);
      TightestBound.Bound fixed = TightestBound.of(run, REPLACE_ONE).epsilon(1e-5);
      assertEquals(TightestBound.Method.DOMINATING_CONTOUR, fixed.method());
      assertEquals(0.71857, fixed.value().midpoint(), 5e-6);
      assertFalse(fixed.method().exact());
    }
  }

  /** If two methods cover the run, the smaller bound is reported with its method. */
  @Test
  void otherRunsTakeTheBetterMethod() {
    DpEvent laplace = DpEvent.laplace(2, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent cut = new TruncatedLaplaceEvent(2, 40, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent mixed = DpEvent.sequence(GAUSSIAN, cut);
    for (DpEvent run : new DpEvent[] {laplace, cut.times(50), mixed}) {
      TightestBound.Bound bound = TightestBound.of(run, ADD_OR_REMOVE).epsilon(1e-6);
      Enclosure convolved = Steps.of(run, ADD_OR_REMOVE).losses().epsilon(1e-6, Accuracy.FINE);
      assertEquals(convolved, bound.value());
      boolean alone = run.equals(laplace);
      assertEquals(
          alone ? TightestBound.Method.ATTAINED_PAIR : TightestBound.Method.LOSS_DISTRIBUTION,
          bound.method());
    }
    double renyi = Accountant.rdp(ADD_OR_REMOVE).compose(laplace).epsilonAt(1e-6).upper();
    assertTrue(TightestBound.of(laplace, ADD_OR_REMOVE).epsilon(1e-6).value().upper() < renyi);
  }

  /** Method and exactness are those of the pair, for either analysis with the smaller end. */
  @Test
  void attainedPairsAreExact() {
    DpEvent laplace = DpEvent.laplace(1, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent answer = DpEvent.randomizedResponse(0.75, ADD_OR_REMOVE);
    DpEvent cut = new TruncatedLaplaceEvent(1, 8, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent choice = new ExponentialMechanismEvent(1, ADD_OR_REMOVE);
    DpEvent discrete = new DiscreteLaplaceEvent(1, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent sampled = laplace.poissonSampled(0.5);
    for (DpEvent one : List.of(laplace, answer, cut, choice, discrete, sampled)) {
      assertMethod(TightestBound.Method.ATTAINED_PAIR, one, ADD_OR_REMOVE);
    }
    for (DpEvent other : List.of(laplace, choice)) {
      assertMethod(TightestBound.Method.ATTAINED_PAIR, other.forGroupsOf(2), ADD_OR_REMOVE);
    }
    DpEvent fixed = DpEvent.laplace(1, Sensitivity.unit(REPLACE_ONE)).fixedSizeSampled(1, 4);
    assertMethod(TightestBound.Method.ATTAINED_PAIR, fixed, REPLACE_ONE);
    DpEvent mixed = DpEvent.sequence(GAUSSIAN, laplace, answer);
    assertMethod(TightestBound.Method.ATTAINED_CONTOUR, mixed, ADD_OR_REMOVE);
    for (DpEvent none :
        List.of(
            choice.times(2),
            DpEvent.sequence(laplace, choice),
            sampled.forGroupsOf(2),
            cut.forGroupsOf(9),
            DpEvent.pure(1, ADD_OR_REMOVE))) {
      TightestBound.Bound bound = TightestBound.of(none, ADD_OR_REMOVE).delta(0.5);
      assertFalse(bound.method().exact(), () -> bound + " of " + none.describe());
    }
    TightestBound.Bound twice = TightestBound.of(fixed.times(2), REPLACE_ONE).delta(0.5);
    assertFalse(twice.method().exact(), twice::toString);
  }

  private static void assertMethod(
      TightestBound.Method expected, DpEvent event, AdjacencyRelation relation) {
    TightestBound.Bound bound = TightestBound.of(event, relation).delta(0.25);
    assertEquals(expected, bound.method(), event::describe);
    assertTrue(bound.method().exact());
    assertTrue(bound.value().lower() > 0, bound::toString);
  }

  /**
   * Two Laplace mechanisms of scale 1: the bound over orders is below that by convolution, and its
   * own lower end lies above the true value, 1.99999599999999999 from quadrature of the composed
   * losses with 30 digits.
   */
  @Test
  void lowerEndsComeFromLosses() {
    DpEvent laplace = DpEvent.laplace(1, Sensitivity.unit(ADD_OR_REMOVE)).times(2);
    double exact = 1.999996;
    Enclosure orders = Accountant.rdp(ADD_OR_REMOVE).compose(laplace).epsilonAt(1e-6);
    assertTrue(orders.lower() > exact, orders::toString);
    Enclosure bound = TightestBound.of(laplace, ADD_OR_REMOVE).epsilon(1e-6).value();
    assertTrue(bound.lower() <= exact, bound::toString);
    assertTrue(bound.upper() >= exact, bound::toString);
    assertTrue(bound.lower() > 0.99 * exact, bound::toString);
  }

  /** A wide interval names the reason for its width, a narrow one does not. */
  @Test
  void wideIntervalsAreExplained() {
    DpEvent shuffled = new ShuffledBatchesEvent(100, 1, 1.0, true, ZERO_OUT);
    TightestBound.Bound wide = TightestBound.of(shuffled, ZERO_OUT).epsilon(1e-5);
    assertTrue(wide.value().relativeWidth() > 1e-2);
    assertTrue(wide.whyWide().orElseThrow().contains("one Gaussian"));
    DpEvent known = DpEvent.gaussian(1, Sensitivity.unit(ADD_OR_REMOVE));
    assertTrue(TightestBound.of(known, ADD_OR_REMOVE).epsilon(1e-5).whyWide().isEmpty());
  }

  /**
   * Laplace steps among sampled Gaussians: 34 digits by contour inversion in separate code, two
   * lines of which agree.
   */
  @Test
  void unlikeStepsAreInverted() {
    DpEvent[] parts = new DpEvent[20];
    for (int i = 0; i < 20; i++) {
      parts[i] =
          i % 2 == 0
              ? DpEvent.laplace(5 + i, Sensitivity.unit(ADD_OR_REMOVE))
              : DpEvent.gaussian(1 + .05 * i, Sensitivity.unit(ADD_OR_REMOVE))
                  .poissonSampled(.01 * (1 + i))
                  .times(100);
    }
    TightestBound tightest = TightestBound.of(DpEvent.sequence(parts), ADD_OR_REMOVE);
    String[][] rows = {
      {"1e-3", "10.6275532314051480"},
      {"1e-5", "13.92672083461158"},
      {"1e-8", "17.786393205783"},
      {"1e-10", "19.971669179091"},
    };
    for (String[] row : rows) {
      TightestBound.Bound bound = tightest.epsilon(Double.parseDouble(row[0]));
      assertEquals(TightestBound.Method.ATTAINED_CONTOUR, bound.method());
      assertTrue(bound.value().contains(new BigDecimal(row[1])), bound::toString);
      assertTrue(bound.value().relativeWidth() < 1e-9, bound::toString);
    }
    Enclosure delta = tightest.delta(14).value();
    assertTrue(delta.contains(new BigDecimal("8.903769620366283e-6")), delta::toString);
    assertTrue(delta.relativeWidth() < 1e-9, delta::toString);
  }

  /**
   * A mechanism of a bounded range has smaller Rényi divergences than the pair that dominates it.
   */
  @Test
  void boundedRangesAreAlsoBoundedByTheirOrders() {
    DpEvent selection = new ExponentialMechanismEvent(0.02, ADD_OR_REMOVE);
    for (int count : new int[] {1, 1000}) {
      DpEvent run = DpEvent.sequence(GAUSSIAN, selection.times(count));
      TightestBound.Bound bound = TightestBound.of(run, ADD_OR_REMOVE).epsilon(1e-6);
      Enclosure contour = Steps.of(run, ADD_OR_REMOVE).composition().orElseThrow().epsilon(1e-6);
      double renyi = Accountant.rdp(ADD_OR_REMOVE).compose(run).epsilonAt(1e-6).upper();
      assertEquals(Math.min(contour.upper(), renyi), bound.value().upper());
      assertTrue(contour.relativeWidth() < 1e-9, contour::toString);
    }
  }

  /** If deltas of the steps reach the delta, no epsilon suffices. */
  @Test
  void deltasOfTheStepsMayBeTooLarge() {
    DpEvent run = DpEvent.sequence(GAUSSIAN, new ApproximateEvent(0.5, 1e-6, ADD_OR_REMOVE));
    TightestBound tightest = TightestBound.of(run, ADD_OR_REMOVE);
    assertTrue(tightest.epsilon(1e-5).value().relativeWidth() < 1e-9);
    assertEquals(Double.POSITIVE_INFINITY, tightest.epsilon(1e-7).value().upper());
    assertTrue(tightest.delta(60).value().lower() >= 1e-6 * (1 - 1e-9));
  }

  @Test
  void methodsNameTheirTheoremsAndWhetherTheyEncloseTheTruth() {
    assertEquals(
        new Citation("BalleWang2018", "Theorem 8"), TightestBound.Method.EXACT_GAUSSIAN.citation());
    assertEquals(
        Set.of(
            TightestBound.Method.EXACT_GAUSSIAN,
            TightestBound.Method.CONTOUR,
            TightestBound.Method.ATTAINED_CONTOUR,
            TightestBound.Method.ATTAINED_PAIR,
            TightestBound.Method.ALLOCATED_CONTOUR,
            TightestBound.Method.PROGRAM_BELOW_RENYI,
            TightestBound.Method.TESTED_SELECTION,
            TightestBound.Method.LOSS_DISTRIBUTION,
            TightestBound.Method.SHUFFLED_BATCHES),
        Arrays.stream(TightestBound.Method.values())
            .filter(TightestBound.Method::exact)
            .collect(Collectors.toSet()));
  }

  @Test
  void convolutionsHaveTheAccuracyAskedFor() {
    DpEvent cut = new TruncatedLaplaceEvent(2, 40, Sensitivity.unit(ADD_OR_REMOVE));
    TightestBound bound = TightestBound.of(cut.times(20), ADD_OR_REMOVE);
    Enclosure coarse = bound.withAccuracy(5e-3).epsilon(1e-6).value();
    Enclosure unasked = bound.epsilon(1e-6).value();
    assertTrue(unasked.relativeWidth() <= Accuracy.FINE.wanted(), unasked::toString);
    Enclosure fine = bound.withAccuracy(5e-5).epsilon(1e-6).value();
    assertTrue(fine.relativeWidth() <= 5e-5, fine::toString);
    assertTrue(coarse.relativeWidth() > 5e-5 && coarse.relativeWidth() <= 5e-3, coarse::toString);
    assertTrue(fine.upper() < coarse.upper() && fine.lower() < coarse.upper(), fine::toString);
    for (double bad : new double[] {0, 1, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> bound.withAccuracy(bad));
      assertThrows(IllegalArgumentException.class, () -> bound.epsilon(bad));
    }
    assertThrows(IllegalArgumentException.class, () -> bound.delta(-1));
  }

  /** With fixed slots a record stays in its slot; by its value it may move to another. */
  @Test
  void slotsThatValuesDecideAreNoSingleGaussian() {
    DpEvent byValue =
        new ParallelEvent(List.of(GAUSSIAN, GAUSSIAN), ParallelEvent.Assignment.BY_VALUE);
    TightestBound.Bound moved = TightestBound.of(byValue, REPLACE_ONE).epsilon(1e-5);
    // Leaving one part and entering another is two Gaussians of mu 1.
    assertTrue(moved.value().upper() >= GaussianMechanism.epsilon(Math.sqrt(2), 1e-5).lower());
    assertFalse(moved.method().exact());
  }

  /** A record is in one slot: the profile is the larger one, which depends on delta. */
  @Test
  void unlikePartsOnFixedSlotsCostTheWorstOfThem() {
    DpEvent laplace = DpEvent.laplace(0.3, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent mixed = DpEvent.parallel(GAUSSIAN, laplace);
    TightestBound both = TightestBound.of(mixed, ADD_OR_REMOVE);
    for (double delta : new double[] {1e-2, 1e-5, 1e-9}) {
      TightestBound.Bound first = TightestBound.of(GAUSSIAN, ADD_OR_REMOVE).epsilon(delta);
      TightestBound.Bound second = TightestBound.of(laplace, ADD_OR_REMOVE).epsilon(delta);
      boolean firstIsWorse = first.value().upper() > second.value().upper();
      assertEquals(firstIsWorse ? first : second, both.epsilon(delta), () -> "at " + delta);
      assertEquals(delta < 1e-3, firstIsWorse);
    }
    DpEvent byValue =
        new ParallelEvent(List.of(GAUSSIAN, laplace), ParallelEvent.Assignment.BY_VALUE);
    double moved = TightestBound.of(byValue, REPLACE_ONE).epsilon(1e-5).value().upper();
    assertTrue(moved > both.epsilon(1e-5).value().upper(), "leaving one part enters another");
  }

  @Test
  void drawsWithReplacementAreConvolvedOnly() {
    DpEvent draws = GAUSSIAN.sampledWithReplacement(3, 50);
    for (DpEvent run : new DpEvent[] {draws, draws.times(2), DpEvent.sequence(GAUSSIAN, draws)}) {
      TightestBound.Bound bound = TightestBound.of(run, REPLACE_ONE).epsilon(1e-5);
      assertEquals(TightestBound.Method.DOMINATING_LOSS_DISTRIBUTION, bound.method());
      Enclosure convolved = Steps.of(run, REPLACE_ONE).losses().epsilon(1e-5, Accuracy.FINE);
      assertEquals(convolved, bound.value());
    }
  }

  /**
   * Two sampled steps with next to no noise: delta at 0 is the probability that a record is ever in
   * a sample, whose contour would cost too much.
   */
  @Test
  void wideContoursAreNarrowedByConvolution() {
    DpEvent loud = DpEvent.gaussian(0.05, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent run = loud.poissonSampled(0.5).times(2);
    TightestBound.Bound bound = TightestBound.of(run, ADD_OR_REMOVE).delta(0);
    assertTrue(bound.method().exact(), bound::toString);
    assertTrue(bound.value().contains(0.75), bound::toString);
    assertTrue(bound.value().relativeWidth() < 1e-2, bound::toString);

    DpEvent fixed =
        DpEvent.gaussian(0.04, Sensitivity.unit(REPLACE_ONE)).fixedSizeSampled(1, 2).times(2);
    TightestBound.Bound dominated = TightestBound.of(fixed, REPLACE_ONE).epsilon(0.3);
    assertEquals(TightestBound.Method.DOMINATING_LOSS_DISTRIBUTION, dominated.method());
    assertEquals(
        Steps.of(fixed, REPLACE_ONE).losses().epsilon(0.3, Accuracy.FINE), dominated.value());
  }

  /** A step that samples never, or reveals nothing, leaves the rest unchanged. */
  @Test
  void stepsThatRevealNothingCostNothing() {
    DpEvent laplace = DpEvent.laplace(1, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent sampled = laplace.poissonSampled(0.1).times(10);
    Enclosure alone = TightestBound.of(sampled, ADD_OR_REMOVE).epsilon(1e-5).value();
    assertTrue(alone.relativeWidth() < 1e-5, alone::toString);
    DpEvent fair = DpEvent.randomizedResponse(0.5, ADD_OR_REMOVE).poissonSampled(0.1);
    for (DpEvent nothing : List.of(laplace.poissonSampled(0), fair)) {
      DpEvent both = DpEvent.sequence(sampled, nothing);
      assertEquals(alone, TightestBound.of(both, ADD_OR_REMOVE).epsilon(1e-5).value());
    }
  }

  /** (0, delta) among other steps leaves less of the delta, not a single step. */
  @Test
  void deltasAmongSinglesAreTakenOff() {
    DpEvent run =
        DpEvent.sequence(
            new ApproximateEvent(1, 1e-3, ADD_OR_REMOVE),
            new ApproximateEvent(0, 1e-5, ADD_OR_REMOVE));
    Enclosure epsilon = TightestBound.of(run, ADD_OR_REMOVE).epsilon(0.00101).value();
    assertTrue(epsilon.upper() <= 1 && epsilon.lower() > 0.9999, epsilon::toString);
  }

  /** The loss 0 keeps its weight in samples of fixed size; convolution shares no code. */
  @Test
  void atomsThatStayAreSmoothedAway() {
    DpEvent gaussian = DpEvent.gaussian(2, Sensitivity.unit(REPLACE_ONE));
    DpEvent few = gaussian.fixedSizeSampled(1, 10).times(10);
    TightestBound.Bound bound = TightestBound.of(few, REPLACE_ONE).epsilon(1e-5);
    assertEquals(TightestBound.Method.DOMINATING_CONTOUR, bound.method());
    assertTrue(bound.value().relativeWidth() < 1e-4, bound::toString);
    Enclosure convolved = Steps.of(few, REPLACE_ONE).losses().epsilon(1e-5, Accuracy.of(1e-3));
    assertTrue(convolved.relativeWidth() < 1e-3, convolved::toString);
    assertTrue(convolved.contains(bound.value().midpoint()), convolved + " and " + bound);
  }

  /** A shift beyond the doubles reveals everything. */
  @Test
  void unboundedGaussiansHaveNoEpsilon() {
    DpEvent bare = DpEvent.gaussian(1e-160, Sensitivity.unit(ADD_OR_REMOVE));
    TightestBound bound = TightestBound.of(bare, ADD_OR_REMOVE);
    assertEquals(Double.POSITIVE_INFINITY, bound.epsilon(1e-5).value().upper());
    assertEquals(1, bound.delta(1).value().upper());
    TightestBound sampled = TightestBound.of(bare.poissonSampled(0.1), ADD_OR_REMOVE);
    assertEquals(Double.POSITIVE_INFINITY, sampled.epsilon(1e-5).value().upper());
    assertEquals(0.1, sampled.delta(1e300).value().upper(), 1e-15);
    DpEvent last =
        new NoisySgdEvent(
            NoisySgd.of(NoisySgdSampling.POISSON, AdjacencyRelation.REPLACE_ONE)
                .batches(5, 10)
                .steps(3, 0.5)
                .noise(1e-170)
                .lipschitzConstant(1)
                .curvature(0.5, 1)
                .diameter(200)
                .build());
    assertEquals(1, TightestBound.of(last, REPLACE_ONE).delta(1).value().upper());
  }

  /** Mechanisms known by their divergences only have no loss distribution. */
  @Test
  void divergencesAloneGiveTheRenyiBound() {
    DpEvent concentrated = DpEvent.zcdp(0.1, ADD_OR_REMOVE);
    TightestBound.Bound bound = TightestBound.of(concentrated, ADD_OR_REMOVE).epsilon(1e-5);
    assertEquals(TightestBound.Method.RENYI, bound.method());
    assertEquals(
        Accountant.rdp(ADD_OR_REMOVE).compose(concentrated).epsilonAt(1e-5), bound.value());
  }

  @Test
  void whatNoMethodKnowsIsRefused() {
    TightestBound zeroed = TightestBound.of(GAUSSIAN.poissonSampled(0.1), ZERO_OUT);
    assertThrows(UnsupportedEventException.class, () -> zeroed.epsilon(1e-5));
  }

  @Test
  void countsBeyondTheExactRangeFallBackToRenyi() {
    DpEvent huge = GAUSSIAN.poissonSampled(0.1).times(1L << 53).times(1L << 53);
    TightestBound.Bound bound = TightestBound.of(huge, ADD_OR_REMOVE).epsilon(1e-5);
    assertEquals(TightestBound.Method.RENYI, bound.method());
  }
}
