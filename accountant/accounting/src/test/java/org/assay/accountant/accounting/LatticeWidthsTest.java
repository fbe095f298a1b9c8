package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import java.util.stream.Stream;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.event.ShuffledReportsEvent;
import org.assay.accountant.event.StaircaseEvent;
import org.assay.accountant.event.ThresholdedCountsEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Single answers are as narrow as wanted where losses are convolved. */
class LatticeWidthsTest {
  private static DpEvent gaussian(double multiplier) {
    return DpEvent.gaussian(multiplier, Sensitivity.unit(ADD_OR_REMOVE));
  }

  private static DpEvent answer(double truth) {
    return DpEvent.randomizedResponse(truth, ADD_OR_REMOVE);
  }

  static Stream<DpEvent> quick() {
    DpEvent thresholds =
        new ThresholdedCountsEvent(ThresholdedCountsEvent.Noise.LAPLACE, 1, 20, 1, ADD_OR_REMOVE);
    return Stream.of(
        thresholds.poissonSampled(0.1).times(50),
        DpEvent.sequence(answer(0.75), answer(0.6)).poissonSampled(0.1).times(100),
        new RandomAllocationEvent(100, 1, DpEvent.pure(1, ADD_OR_REMOVE)).times(10),
        DpEvent.pure(0.5, REPLACE_ONE).sampledWithReplacement(10, 100).times(100),
        gaussian(2).poissonSampled(0.01).forGroupsOf(3).times(100));
  }

  static Stream<DpEvent> slow() {
    DpEvent filled =
        DpEvent.gaussian(2, Sensitivity.unit(ZERO_OUT)).truncatedPoissonSampled(1000, 0.01, 15);
    DpEvent both =
        DpEvent.sequence(gaussian(2), DpEvent.laplace(5, Sensitivity.unit(ADD_OR_REMOVE)));
    DpEvent replaced = DpEvent.gaussian(2, Sensitivity.unit(REPLACE_ONE));
    return Stream.of(
        filled.times(1000),
        both.poissonSampled(0.05).times(100),
        replaced.sampledWithReplacement(10, 1000).times(100),
        new ShuffledReportsEvent(1000, 2, OptionalLong.of(4)).times(10),
        DpEvent.sequence(answer(0.75), answer(0.75), answer(0.75)).poissonSampled(0.1).times(100));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("quick")
  void quickAnswersAreNarrow(DpEvent run) {
    requireNarrow(run);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("slow")
  void answersAreNarrow(DpEvent run) {
    requireNarrow(run);
  }

  private static void requireNarrow(DpEvent run) {
    TightestBound bound = TightestBound.of(run, run.adjacency());
    TightestBound rough = bound.withAccuracy(Accuracy.ROUGH.needed());
    Enclosure epsilon = bound.epsilon(1e-5).value();
    requireNarrow(epsilon, rough.epsilon(1e-5).value());
    double at = epsilon.midpoint() / 2;
    requireNarrow(bound.delta(at).value(), rough.delta(at).value());
  }

  private static void requireNarrow(Enclosure fine, Enclosure rough) {
    assertTrue(fine.relativeWidth() <= Accuracy.FINE.wanted(), fine::toString);
    assertTrue(fine.lower() >= rough.lower() && fine.upper() <= rough.upper(), rough::toString);
  }

  /** Three losses need no lattice. */
  @ParameterizedTest
  @MethodSource("staircases")
  void staircasesAreExact(StaircaseEvent stairs) {
    for (DpEvent run : new DpEvent[] {stairs.times(60), stairs.poissonSampled(0.1).times(60)}) {
      TightestBound.Bound bound = TightestBound.of(run, ADD_OR_REMOVE).epsilon(1e-5);
      assertTrue(bound.method() == TightestBound.Method.ATTAINED_CONTOUR, bound::toString);
      assertTrue(bound.value().relativeWidth() < 1e-10, bound::toString);
      Enclosure convolved = Steps.of(run, ADD_OR_REMOVE).losses().epsilon(1e-5);
      assertTrue(
          convolved.lower() <= bound.value().upper() && convolved.upper() >= bound.value().lower(),
          () -> bound + " beside " + convolved);
    }
  }

  static Stream<StaircaseEvent> staircases() {
    return Stream.of(
        new StaircaseEvent(1, 0.4, ADD_OR_REMOVE),
        new StaircaseEvent(0.5, 0.5, ADD_OR_REMOVE),
        new StaircaseEvent(3, 0.9, ADD_OR_REMOVE));
  }
}
