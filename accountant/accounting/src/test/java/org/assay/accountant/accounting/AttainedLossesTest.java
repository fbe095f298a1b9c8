package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Deltas that an explicit program of an event's description attains, as {@code
 * docs/reference/events.md} defines it. No upper end is below such a delta, and a known exact value
 * is not far below the upper end.
 */
class AttainedLossesTest {
  private static final double E = Math.E;

  private static DpEvent bySlot(DpEvent... parts) {
    return new ParallelEvent(List.of(parts), ParallelEvent.Assignment.BY_SLOT);
  }

  private static DpEvent byValue(DpEvent... parts) {
    return new ParallelEvent(List.of(parts), ParallelEvent.Assignment.BY_VALUE);
  }

  private static DpEvent pure(AdjacencyRelation relation) {
    return DpEvent.pure(1, relation);
  }

  private static DpEvent gaussian(AdjacencyRelation relation) {
    return DpEvent.gaussian(1, Sensitivity.unit(relation));
  }

  private static DpEvent response(AdjacencyRelation relation) {
    return DpEvent.randomizedResponse(0.75, relation);
  }

  private static DpEvent revealing(double delta) {
    return new ApproximateEvent(0, delta, ADD_OR_REMOVE);
  }

  /** {@code D_1(ε)}, the largest profile of a 1-differentially private mechanism. */
  private static double profile(double epsilon) {
    return (E - Math.exp(epsilon)) / (1 + E);
  }

  static Stream<Arguments> attained() {
    DpEvent slots = bySlot(pure(REPLACE_ONE), pure(REPLACE_ONE));
    DpEvent chosen = byValue(pure(ADD_OR_REMOVE), revealing(0.1));
    double first = E / (1 + E);
    double adaptive = first * profile(0) + (1 - first) / 10;
    return Stream.of(
        // A sampled record and another one may have different slots.
        Arguments.of(slots.fixedSizeSampled(1, 2), REPLACE_ONE, 0.5, profile(0.5) / 2, 1.0001),
        Arguments.of(slots.fixedSizeSampled(1, 2), REPLACE_ONE, 0.7, 0.0947, 1.05),
        Arguments.of(slots.fixedSizeSampled(2, 3), REPLACE_ONE, 0.5, profile(0.5) * 2 / 3, 1.0001),
        Arguments.of(
            bySlot(gaussian(REPLACE_ONE), gaussian(REPLACE_ONE)).fixedSizeSampled(1, 2),
            REPLACE_ONE,
            1.0,
            0.063468,
            1.0001),
        Arguments.of(
            bySlot(gaussian(REPLACE_ONE), gaussian(REPLACE_ONE)).fixedSizeSampled(1, 2),
            REPLACE_ONE,
            0.5,
            0.0799,
            1.6),
        Arguments.of(
            bySlot(response(ADD_OR_REMOVE), response(ADD_OR_REMOVE)).fixedSizeSampled(1, 2),
            REPLACE_ONE,
            0.5,
            0.106410,
            1.6),
        Arguments.of(slots.sampledWithReplacement(1, 2), REPLACE_ONE, 0.5, 0.143825, 1.0001),
        // The part may be chosen from the first output.
        Arguments.of(chosen.times(2), ADD_OR_REMOVE, 1.0, adaptive, 1.08),
        Arguments.of(
            DpEvent.sequence(pure(ADD_OR_REMOVE), chosen), ADD_OR_REMOVE, 1.0, adaptive, 1.02),
        Arguments.of(
            DpEvent.sequence(
                response(ADD_OR_REMOVE), byValue(response(ADD_OR_REMOVE), gaussian(ADD_OR_REMOVE))),
            ADD_OR_REMOVE,
            1.0,
            0.396709,
            1.02),
        // Slots are fixed beforehand, and then the worse of both sequences is the bound.
        Arguments.of(
            bySlot(pure(ADD_OR_REMOVE), revealing(0.1)).times(2),
            ADD_OR_REMOVE,
            1.0,
            0.337835,
            1.0001),
        // A unit of exactly two records, drawn whole.
        Arguments.of(
            pure(REPLACE_ONE).forGroupsOf(2).fixedSizeSampled(1, 2),
            REPLACE_ONE,
            1.0,
            0.146057,
            1.2),
        // A null record changes nothing.
        Arguments.of(pure(ZERO_OUT).poissonSampled(0.5), ZERO_OUT, 0.5, 0.056591, 1.0001),
        // Two steps of a mechanism of epsilon are not randomized response of twice epsilon.
        Arguments.of(pure(ADD_OR_REMOVE).forGroupsOf(2), ADD_OR_REMOVE, 1.0, 0.462117, 1.0001),
        Arguments.of(
            byValue(pure(ADD_OR_REMOVE), pure(ADD_OR_REMOVE)), REPLACE_ONE, 1.0, 0.462117, 1.0001),
        Arguments.of(pure(REPLACE_ONE).sampledWithReplacement(2, 3), REPLACE_ONE, 0.5, 0.1134, 1.4),
        // One tenth of all runs reveal the record, if it is in the sample.
        Arguments.of(
            new ApproximateEvent(0, 0.1, REPLACE_ONE).fixedSizeSampled(1, 2),
            REPLACE_ONE,
            0.5,
            0.05,
            1.0001),
        Arguments.of(revealing(0.1).poissonSampled(0.5), ADD_OR_REMOVE, 0.0, 0.05, 1.0001),
        Arguments.of(new ApproximateEvent(0.5, 0.1, ADD_OR_REMOVE), REPLACE_ONE, 1.0, 0.19, 1.45));
  }

  @ParameterizedTest
  @MethodSource("attained")
  void noUpperEndIsBelow(
      DpEvent event, AdjacencyRelation relation, double epsilon, double exact, double slack) {
    Enclosure delta = TightestBound.of(event, relation).delta(epsilon).value();
    assertTrue(delta.upper() >= exact - 1e-6, () -> event.describe() + ": " + delta);
    assertTrue(delta.upper() <= exact * slack + 1e-6, () -> event.describe() + ": " + delta);
  }

  static Stream<Arguments> contradicting() {
    DpEvent pure = pure(REPLACE_ONE);
    DpEvent descent =
        new NoisyGradientDescentEvent(
            GradientSchedule.of(new double[] {0.1}, new int[] {40}, new double[] {1}),
            10,
            1,
            0,
            0,
            1,
            NoisyGradientDescentEvent.Form.LAST_ITERATE);
    return Stream.of(
        Arguments.of(pure.fixedSizeSampled(1, 3).fixedSizeSampled(2, 4), "2 records"),
        Arguments.of(
            gaussian(REPLACE_ONE).fixedSizeSampled(5, 50).fixedSizeSampled(10, 1000), "50"),
        Arguments.of(pure.sampledWithReplacement(1, 4).fixedSizeSampled(1, 2), "4 records"),
        Arguments.of(
            DpEvent.sequence(pure.fixedSizeSampled(1, 3), pure.fixedSizeSampled(1, 4)),
            "contradict"),
        Arguments.of(descent.fixedSizeSampled(10, 1000), "40 records"),
        Arguments.of(
            pure.fixedSizeSampled(1, 3).forGroupsOf(2).fixedSizeSampled(2, 9), "units of 2"),
        Arguments.of(byValue(pure.fixedSizeSampled(1, 3), pure), "assign them by slot"),
        Arguments.of(pure(ADD_OR_REMOVE).fixedSizeSampled(1, 2).poissonSampled(0.5), "random"));
  }

  @ParameterizedTest
  @MethodSource("contradicting")
  void contradictingNumbersOfRecordsAreRefused(DpEvent event, String word) {
    String message =
        String.valueOf(
            assertThrows(
                    UnsupportedEventException.class,
                    () -> TightestBound.of(event, REPLACE_ONE).delta(0.5))
                .getMessage());
    assertTrue(message.contains(word), message);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(event, REPLACE_ONE).renyi());
  }

  static Stream<Arguments> extreme() {
    DpEvent narrow = DpEvent.gaussian(0.02, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent wide = DpEvent.gaussian(1e165, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent laplace = DpEvent.laplace(2, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent small = DpEvent.pure(0.01, ADD_OR_REMOVE);
    DpEvent tiny = DpEvent.pure(Double.MIN_VALUE, ADD_OR_REMOVE);
    DpEvent certain = new ApproximateEvent(0, 1, ADD_OR_REMOVE);
    DpEvent likely = new ApproximateEvent(1, 0.5, ADD_OR_REMOVE);
    DpEvent loose = new ApproximateEvent(800, 0.01, ADD_OR_REMOVE);
    return Stream.of(
        Arguments.of(small.poissonSampled(0.1).forGroupsOf(2), ADD_OR_REMOVE, 0.05, 0.0),
        Arguments.of(
            pure(ADD_OR_REMOVE).poissonSampled(1e-100).forGroupsOf(3), ADD_OR_REMOVE, 0.0, 1e-15),
        Arguments.of(byValue(laplace, small).forGroupsOf(2), ADD_OR_REMOVE, 3.0, 1e-300),
        Arguments.of(byValue(certain, pure(ADD_OR_REMOVE)).times(2), ADD_OR_REMOVE, 1.0, 1.0),
        Arguments.of(byValue(narrow, pure(ADD_OR_REMOVE)).times(2), ADD_OR_REMOVE, 0.1, 1.0),
        Arguments.of(byValue(likely, pure(ADD_OR_REMOVE)).times(2), REPLACE_ONE, 0.1, 1.0),
        Arguments.of(
            byValue(DpEvent.pure(600, ADD_OR_REMOVE), pure(ADD_OR_REMOVE)).times(2),
            ADD_OR_REMOVE,
            0.1,
            1.0),
        Arguments.of(tiny.forGroupsOf(3), ADD_OR_REMOVE, 0.0, 1e-15),
        Arguments.of(
            pure(ADD_OR_REMOVE).poissonSampled(Double.MIN_VALUE).forGroupsOf(3),
            ADD_OR_REMOVE,
            0.0,
            1e-15),
        Arguments.of(
            DpEvent.sequence(loose, DpEvent.zcdp(0.1, ADD_OR_REMOVE)), REPLACE_ONE, 1.0, 1.0),
        Arguments.of(
            DpEvent.gaussian(1e-160, Sensitivity.unit(ADD_OR_REMOVE))
                .poissonSampled(0.1)
                .forGroupsOf(2),
            ADD_OR_REMOVE,
            1.0,
            1.0),
        Arguments.of(
            byValue(wide.poissonSampled(0.3), laplace.poissonSampled(0.3)).times(2),
            ADD_OR_REMOVE,
            0.0,
            0.3),
        Arguments.of(
            DpEvent.gaussian(1e200, Sensitivity.unit(REPLACE_ONE))
                .fixedSizeSampled(10, 100)
                .forGroupsOf(2),
            REPLACE_ONE,
            0.0,
            1e-14));
  }

  /** Ends of the ranges: an answer up to a limit, and no exception other than a refusal. */
  @ParameterizedTest
  @MethodSource("extreme")
  void extremesAreAnswered(DpEvent event, AdjacencyRelation relation, double epsilon, double most) {
    double delta = TightestBound.of(event, relation).delta(epsilon).value().upper();
    assertTrue(delta <= most, () -> event.describe() + ": " + delta);
  }

  /** A sample of a sample, and of units that are sampled whole. */
  @Test
  void agreeingNumbersAreAnswered() {
    DpEvent nested = pure(REPLACE_ONE).fixedSizeSampled(1, 2).fixedSizeSampled(2, 4);
    Enclosure delta = TightestBound.of(nested, REPLACE_ONE).delta(0).value();
    assertEquals(profile(0) / 4, delta.upper(), 1e-12);
    DpEvent units = pure(REPLACE_ONE).fixedSizeSampled(1, 4).forGroupsOf(2).fixedSizeSampled(2, 9);
    assertTrue(TightestBound.of(units, REPLACE_ONE).delta(0).value().upper() < 0.2);
  }

  /** Deltas are added to the result of a Rényi curve. */
  @Test
  void deltasBesideCurvesAreSummed() {
    DpEvent concentrated = new ZcdpEvent(0.02, 1e-6, ADD_OR_REMOVE);
    DpEvent approximate = new ApproximateEvent(0.1, 2e-6, ADD_OR_REMOVE);
    DpEvent run = DpEvent.sequence(concentrated.times(3), approximate);
    DpEvent rest =
        DpEvent.sequence(
            DpEvent.zcdp(0.02, ADD_OR_REMOVE).times(3), DpEvent.pure(0.1, ADD_OR_REMOVE));
    double spent = 5e-6;
    double epsilon = TightestBound.of(run, ADD_OR_REMOVE).epsilon(1e-5).value().upper();
    double alone = TightestBound.of(rest, ADD_OR_REMOVE).epsilon(1e-5 - spent).value().upper();
    assertEquals(alone, epsilon, 1e-9 * alone);
    assertEquals(
        spent + TightestBound.of(rest, ADD_OR_REMOVE).delta(1).value().upper(),
        TightestBound.of(run, ADD_OR_REMOVE).delta(1).value().upper(),
        1e-15);
    assertEquals(
        Double.POSITIVE_INFINITY,
        TightestBound.of(run, ADD_OR_REMOVE).epsilon(4e-6).value().upper());
    // A replacement is two steps: (2ε, δ (1 + e^ε)).
    DpEvent mixed = DpEvent.sequence(DpEvent.zcdp(0.02, ADD_OR_REMOVE), approximate);
    double replaced = TightestBound.of(mixed, REPLACE_ONE).delta(2).value().upper();
    assertTrue(replaced >= 2e-6 * (1 + Math.exp(0.1)), () -> "delta " + replaced);
  }

  /** Group 3 of a sampled Gaussian costs about as much as the records in one sample. */
  @Test
  void groupsOfSampledGaussiansAreNotLoose() {
    DpEvent fixed = gaussian(REPLACE_ONE).fixedSizeSampled(10, 1000).forGroupsOf(3);
    DpEvent poisson = gaussian(ADD_OR_REMOVE).poissonSampled(0.01).forGroupsOf(3);
    double present = TightestBound.of(poisson, ADD_OR_REMOVE).epsilon(1e-5).value().upper();
    double exchanged = TightestBound.of(fixed, REPLACE_ONE).epsilon(1e-5).value().upper();
    double replaced = TightestBound.of(poisson, REPLACE_ONE).epsilon(1e-5).value().upper();
    assertTrue(exchanged < 1.2 * present, () -> exchanged + " against " + present);
    assertTrue(replaced >= present, () -> replaced + " against " + present);
    assertTrue(replaced < 1.2 * present, () -> replaced + " against " + present);
  }
}
