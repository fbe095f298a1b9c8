package org.assay.accountant.accounting;

import static org.assay.accountant.event.ThresholdedCountsEvent.Noise.DISCRETE_GAUSSIAN;
import static org.assay.accountant.event.ThresholdedCountsEvent.Noise.DISCRETE_LAPLACE;
import static org.assay.accountant.event.ThresholdedCountsEvent.Noise.GAUSSIAN;
import static org.assay.accountant.event.ThresholdedCountsEvent.Noise.LAPLACE;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import org.apache.commons.math3.special.Erf;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianSparseVectorEvent;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.event.PartitionSelectionEvent;
import org.assay.accountant.event.SampledMatrixEvent;
import org.assay.accountant.event.StrategyMatrix;
import org.assay.accountant.event.ThresholdedCountsEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.divergence.KeepProbability;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DominatedEventsTest {
  private static final DpEvent GAUSSIAN_STEP = DpEvent.gaussian(3, Sensitivity.unit(ADD_OR_REMOVE));

  static List<DpEvent> singleOnly() {
    return List.of(
        new SampledMatrixEvent(StrategyMatrix.squareRoot(20, 4), 0.1, 2, ADD_OR_REMOVE),
        new ThresholdedCountsEvent(GAUSSIAN, 4, 20, 4, ADD_OR_REMOVE),
        new ThresholdedCountsEvent(DISCRETE_GAUSSIAN, 4, 15, 2, ADD_OR_REMOVE),
        new ThresholdedCountsEvent(DISCRETE_LAPLACE, 4, 15, 2, ADD_OR_REMOVE),
        new PartitionSelectionEvent(1, 1e-6, 2, ADD_OR_REMOVE));
  }

  /** A dominating event for all neighbours together need not be attained. */
  @ParameterizedTest
  @MethodSource("singleOnly")
  void nothingIsSaidToBeExact(DpEvent event) {
    for (DpEvent run :
        List.of(
            event.times(2),
            DpEvent.sequence(event, GAUSSIAN_STEP),
            DpEvent.sequence(GAUSSIAN_STEP, event.times(2)).times(2))) {
      TightestBound bound = TightestBound.of(run, ADD_OR_REMOVE);
      assertFalse(bound.delta(1).method().exact(), run::describe);
      assertFalse(bound.epsilon(1e-3).method().exact(), run::describe);
    }
  }

  /** A matrix whose columns differ in length, and shares that are rounded. */
  @Test
  void norAreThese() {
    for (DpEvent event :
        List.of(
            new SampledMatrixEvent(StrategyMatrix.squareRoot(20, 4), 0.1, 2, ADD_OR_REMOVE),
            new PartitionSelectionEvent(1, 1e-6, 2, ADD_OR_REMOVE))) {
      assertFalse(TightestBound.of(event, ADD_OR_REMOVE).delta(1).method().exact());
    }
  }

  /** Three blocks of a tree of four steps move by √3, twice that for a replacement or for two. */
  @ParameterizedTest
  @CsvSource({
    "ZERO_OUT, 1, 0.5940327780925682",
    "ZERO_OUT, 2, 0.9124920703719818",
    "REPLACE_ONE, 1, 0.9124920703719818",
    "REPLACE_ONE, 2, 0.9994407691366632"
  })
  void matrixMechanismsOfUnits(AdjacencyRelation adjacency, long size, double value) {
    DpEvent tree = new MatrixMechanismEvent(StrategyMatrix.tree(4, 1), 1, 1, 1, adjacency);
    Enclosure found = TightestBound.of(tree.forGroupsOf(size), adjacency).delta(0.1).value();
    assertEquals(value, found.lower(), 1e-13);
    assertEquals(value, found.upper(), 1e-13);
  }

  /**
   * Of 5 steps and 4 bands a record of the first part is in steps 0 and 4. Step 4 is the last row,
   * but adds a whole sample: two rounds, neither one nor 5/4.
   */
  @ParameterizedTest
  @CsvSource({"5, 4, 2", "8, 4, 2", "9, 4, 3", "4, 4, 1", "3, 1, 3", "7, 3, 3"})
  void theLastRoundOfSampledMatricesCounts(long steps, long bands, long rounds) {
    StrategyMatrix root = StrategyMatrix.squareRoot(steps, bands);
    DpEvent event = new SampledMatrixEvent(root, 0.5, 1, ADD_OR_REMOVE);
    double squares = 0;
    double coefficient = 1;
    for (int k = 1; k <= bands; k++) {
      squares += coefficient * coefficient;
      coefficient *= 1 - 0.5 / k;
    }
    DpEvent same =
        DpEvent.gaussian(1 / Math.sqrt(squares), Sensitivity.unit(ADD_OR_REMOVE))
            .poissonSampled(0.5)
            .times(rounds);
    for (double delta : new double[] {1e-5, 1e-2}) {
      Enclosure found = TightestBound.of(event, ADD_OR_REMOVE).epsilon(delta).value();
      Enclosure value = TightestBound.of(same, ADD_OR_REMOVE).epsilon(delta).value();
      assertEquals(value.lower(), found.lower(), 1e-9);
      assertEquals(value.upper(), found.upper(), 1e-9);
    }
  }

  /**
   * Half of the runs contain the record in each of both rounds: a test of the sum shows the cost.
   */
  @Test
  void noTestFindsMoreThanBothRoundsCost() {
    DpEvent event = new SampledMatrixEvent(StrategyMatrix.squareRoot(5, 4), 0.5, 1, ADD_OR_REMOVE);
    double norm = Math.sqrt(1 + 1 / 4.0 + 9 / 64.0 + 25 / 256.0);
    double bound = TightestBound.of(event, ADD_OR_REMOVE).delta(4.7).value().upper();
    double factor = Math.exp(4.7);
    double least = 0;
    // Both rounds' correlations with their columns exceed a cut.
    for (double cut = 0; cut < 6; cut += 0.01) {
      double with = 0.5 * tail(cut) + 0.5 * tail(cut - norm);
      least = Math.max(least, with * with - factor * tail(cut) * tail(cut));
    }
    double tested = least;
    assertTrue(tested <= bound, () -> tested + " > " + bound);
    double once =
        TightestBound.of(
                DpEvent.gaussian(1 / norm, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(0.5),
                ADD_OR_REMOVE)
            .delta(4.7)
            .value()
            .upper();
    assertTrue(tested > once, () -> tested + " shows no more than one round, " + once);
  }

  /** A matrix of zeros releases noise. */
  @Test
  void matricesOfZerosCostNothing() {
    StrategyMatrix zeros = StrategyMatrix.ofRows(List.of(List.of(0.0)));
    DpEvent event = new SampledMatrixEvent(zeros, 0.1, 2, ADD_OR_REMOVE);
    for (DpEvent run : List.of(event, event.times(3))) {
      assertEquals(0, TightestBound.of(run, ADD_OR_REMOVE).delta(0).value().upper());
    }
    TightestBound beside = TightestBound.of(DpEvent.sequence(event, GAUSSIAN_STEP), ADD_OR_REMOVE);
    TightestBound alone = TightestBound.of(GAUSSIAN_STEP, ADD_OR_REMOVE);
    assertEquals(alone.delta(0.1).value().upper(), beside.delta(0.1).value().upper(), 1e-15);
  }

  /**
   * Records of one unit may be in parts, or share a partition, without any single record in them.
   */
  @ParameterizedTest
  @MethodSource("singleOnly")
  void groupsAreRefused(DpEvent event) {
    for (DpEvent group :
        List.of(
            event.forGroupsOf(2),
            DpEvent.sequence(GAUSSIAN_STEP, event).forGroupsOf(2),
            event.forGroupsOf(2).poissonSampled(0.1),
            event.times(3).forGroupsOf(4))) {
      TightestBound bound = TightestBound.of(group, ADD_OR_REMOVE);
      assertThrows(UnsupportedEventException.class, () -> bound.delta(1), group::describe);
      assertThrows(UnsupportedEventException.class, () -> bound.epsilon(1e-3), group::describe);
    }
  }

  @ParameterizedTest
  @MethodSource("singleOnly")
  void otherRelationsAreRefused(DpEvent event) {
    TightestBound bound = TightestBound.of(event, REPLACE_ONE);

    assertThrows(UnsupportedEventException.class, () -> bound.delta(1));
    assertThrows(UnsupportedEventException.class, bound::restatements);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("singleOnly")
  void composesAndIsSampled(DpEvent event) {
    double alone = TightestBound.of(event, ADD_OR_REMOVE).delta(0.5).value().upper();
    double more = delta(DpEvent.sequence(event, GAUSSIAN_STEP), 0.5);
    double sampled = delta(event.poissonSampled(0.1), 0.5);

    assertTrue(sampled < alone && alone < more, () -> sampled + " " + alone + " " + more);
  }

  private static double delta(DpEvent event, double epsilon) {
    return TightestBound.of(event, event.adjacency()).delta(epsilon).value().upper();
  }

  @ParameterizedTest
  @CsvSource({
    "2, 10, 1, 3.3976731247300604e-6",
    "4, 20, 4, 4.0683267635290873e-6",
    "10, 60, 16, 2.9080125413190741e-8"
  })
  void discoveryOfPartitions(double scale, double threshold, long partitions, double value) {
    Enclosure discovery =
        new ThresholdedCountsEvent(GAUSSIAN, scale, threshold, partitions, ADD_OR_REMOVE)
            .discovery();

    requireNear(value, discovery, 1e-13);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "1, 1e-5, 1, 11.819778284410283",
    "1, 1e-5, 4, 49.824275582061319",
    "0.5, 1e-8, 10, 401.60237303772932"
  })
  void publishedLaplaceThresholdsSpendTheirDelta(
      double epsilon, double delta, long partitions, double threshold) {
    double scale = partitions / epsilon;
    ThresholdedCountsEvent event =
        new ThresholdedCountsEvent(LAPLACE, scale, threshold, partitions, ZERO_OUT);

    requireNear(delta, event.discovery(), 1e-12);
    double spent = TightestBound.of(event, ZERO_OUT).epsilon(delta * 1.0001).value().upper();
    assertTrue(spent <= epsilon * (1 + 1e-9), () -> spent + " > " + epsilon);
  }

  /** Geometric noise of scale 1 reaches 4 more often than Laplace noise does. */
  @ParameterizedTest
  @CsvSource({
    "DISCRETE_LAPLACE, 1, 5, 1, 0.013389823",
    "DISCRETE_LAPLACE, 1, 4.2, 1, 0.013389823",
    "DISCRETE_LAPLACE, 1, 5.0001, 1, 0.0049258408",
    "LAPLACE, 1, 5, 1, 0.0091578194",
    "DISCRETE_LAPLACE, 1, 1, 1, 0.73105858",
    "DISCRETE_LAPLACE, 1, 0, 1, 0.9010616",
    // Four of five standard deviations of noise 1 and of noise 2.
    "DISCRETE_GAUSSIAN, 1, 5, 1, 1.35323e-4",
    "DISCRETE_GAUSSIAN, 2, 9, 3, 2.27105e-4"
  })
  void integerNoiseAtThresholds(
      ThresholdedCountsEvent.Noise noise,
      double scale,
      double threshold,
      long partitions,
      double discovery) {
    ThresholdedCountsEvent event =
        new ThresholdedCountsEvent(noise, scale, threshold, partitions, ADD_OR_REMOVE);

    assertEquals(discovery, event.discovery().midpoint(), 1e-4 * discovery);
  }

  /** At epsilon 1 the count itself costs nothing, and e^-4/(1 + e^-1) remains. */
  @Test
  void geometricCountsAtAThreshold() {
    DpEvent event = new ThresholdedCountsEvent(DISCRETE_LAPLACE, 1, 5, 1, ADD_OR_REMOVE);

    requireNear(
        Math.exp(-4) / (1 + Math.exp(-1)),
        TightestBound.of(event, ADD_OR_REMOVE).delta(1).value(),
        1e-9);
    assertEquals(Double.POSITIVE_INFINITY, epsilon(event, 0.0133898));
    assertTrue(epsilon(event, 0.01339) <= 1 + 1e-9);
  }

  private static double epsilon(DpEvent event, double delta) {
    return TightestBound.of(event, event.adjacency()).epsilon(delta).value().upper();
  }

  /** Above 2^53 the least noise that shows a count of 1 may lie between two doubles. */
  @Test
  void thresholdsBeyondWholeDoubles() {
    double scale = 0x1p50;
    double threshold = 0x1p53 + 2;
    Enclosure found =
        new ThresholdedCountsEvent(DISCRETE_LAPLACE, scale, threshold, 1, ADD_OR_REMOVE)
            .discovery();
    double value = Math.exp(-(threshold / scale)) / (1 + Math.exp(-1 / scale));

    assertTrue(found.lower() <= value && value <= found.upper(), found::toString);
    assertTrue(found.relativeWidth() < 1e-12, found::toString);
  }

  private static void requireNear(double value, Enclosure found, double relative) {
    assertTrue(
        found.lower() <= value * (1 + 2e-15) && found.upper() >= value * (1 - 2e-15),
        () -> value + " not in " + found);
    assertTrue(found.relativeWidth() < relative, found::toString);
  }

  @ParameterizedTest
  @CsvSource({
    // No new partition is the worst, which old ones of many records attain.
    "4, 20, 4, 1, 0.0068295949831145754, true",
    "10, 60, 16, 1, 0.0012998981331268073, true",
    // The worst number of new partitions is four of five.
    "8, 17, 5, 0, 0.13339466925595064, false"
  })
  void worstNumberOfNewPartitions(
      double scale,
      double threshold,
      long partitions,
      double epsilon,
      double value,
      boolean exact) {
    DpEvent event =
        new ThresholdedCountsEvent(GAUSSIAN, scale, threshold, partitions, ADD_OR_REMOVE);
    TightestBound.Bound bound = TightestBound.of(event, ADD_OR_REMOVE).delta(epsilon);

    requireNear(value, bound.value(), 1e-9);
    assertEquals(exact, bound.method().exact());
  }

  /** One new partition and one old one, of which only the counts are released. */
  @Test
  void noTestOfTwoPartitionsFindsMore() {
    double scale = 2;
    double threshold = 3.5;
    double shown = tail((threshold - 1) / scale);
    for (double epsilon : new double[] {0, 0.3, 1, 2.5}) {
      double bound =
          delta(new ThresholdedCountsEvent(GAUSSIAN, scale, threshold, 2, ADD_OR_REMOVE), epsilon);
      double factor = Math.exp(epsilon);
      double best = 0;
      for (double cut = -20; cut <= 20; cut += 0.01) {
        double with = shown + (1 - shown) * tail((cut - 1) / scale);
        best = Math.max(best, with - factor * tail(cut / scale));
      }
      double tested = best;
      assertTrue(tested <= bound, () -> tested + " > " + bound);
    }
  }

  private static double tail(double t) {
    return 0.5 * Erf.erfc(t / Math.sqrt(2));
  }

  @Test
  void selectionNeverCostsMoreThanItsParameters() {
    PartitionSelectionEvent event = new PartitionSelectionEvent(1, 1e-6, 5, ADD_OR_REMOVE);
    double spent = TightestBound.of(event, ADD_OR_REMOVE).delta(1).value().upper();

    assertTrue(spent <= 1e-6 * (1 + 1e-9), () -> "delta " + spent);
    assertEquals(0.2, event.keepProbability().epsilon(), 1e-15);
  }

  /** A record's partitions together are released with at most the parameters of the event. */
  @ParameterizedTest
  @ValueSource(longs = {1, 3, 5, 7, 10, 1_000_003})
  void sharesOfASelectionNeverAddUpToMore(long partitions) {
    PartitionSelectionEvent event =
        new PartitionSelectionEvent(0.1, 1e-7, partitions, ADD_OR_REMOVE);
    KeepProbability share = event.keepProbability();
    BigDecimal all = BigDecimal.valueOf(partitions);
    BigDecimal epsilon = new BigDecimal(share.epsilon()).multiply(all);
    BigDecimal delta = new BigDecimal(share.delta()).multiply(all);
    assertTrue(epsilon.compareTo(new BigDecimal(event.epsilon())) <= 0, () -> "epsilon " + epsilon);
    assertTrue(delta.compareTo(new BigDecimal(event.delta())) <= 0, () -> "delta " + delta);
  }

  /** Three times (0.5, 1e-6), composed in thirty digits. */
  @ParameterizedTest
  @CsvSource({"0.25, 0.26915089152924052", "1, 0.094897827258293693"})
  void selectionCostsWhatAllPartitionsOfARecordCost(double epsilon, double delta) {
    DpEvent event = new PartitionSelectionEvent(1.5, 3e-6, 3, ADD_OR_REMOVE);
    double spent = TightestBound.of(event, ADD_OR_REMOVE).delta(epsilon).value().upper();

    assertTrue(spent >= delta * (1 - 1e-12), () -> "delta " + spent);
    assertTrue(spent <= delta * (1 + 1e-4), () -> "delta " + spent);
  }

  /** With probability 1 - 0.999² one of both reveals everything. */
  @Test
  void deltasOfConcentratedStepsAreNotForgotten() {
    DpEvent twice = new ZcdpEvent(0.01, 0.02, 1e-3, ADD_OR_REMOVE).times(2);
    TightestBound bound = TightestBound.of(twice, ADD_OR_REMOVE);

    assertTrue(bound.delta(50).value().upper() >= 1.999e-3);
    assertEquals(Double.POSITIVE_INFINITY, bound.epsilon(1.9e-3).value().upper());
  }

  @Test
  void deltasAreCarriedBesideOrders() {
    DpEvent threshold = new ThresholdedCountsEvent(GAUSSIAN, 4, 30, 2, ADD_OR_REMOVE);
    DpEvent concentrated = new ZcdpEvent(0.01, 0.02, 1e-6, ADD_OR_REMOVE);
    DpEvent both = DpEvent.sequence(threshold, concentrated);
    double epsilon = TightestBound.of(both, ADD_OR_REMOVE).epsilon(1e-4).value().upper();
    DpEvent without =
        DpEvent.sequence(
            DpEvent.gaussian(4, Sensitivity.unit(ADD_OR_REMOVE)).times(2),
            new ZcdpEvent(0.01, 0.02, 0, ADD_OR_REMOVE));
    double least = TightestBound.of(without, ADD_OR_REMOVE).epsilon(1e-4).value().upper();

    assertTrue(epsilon > least && epsilon < 1.01 * least, () -> epsilon + " " + least);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(both, ADD_OR_REMOVE).renyi());
  }

  @Test
  void xiIsAddedAtEveryOrder() {
    DpEvent event = new ZcdpEvent(0.25, 0.5, 0, ADD_OR_REMOVE);

    assertTrue(Steps.of(event.times(4), ADD_OR_REMOVE).renyi().at(3).contains(7));
    assertEquals(0.75, Steps.of(event, ADD_OR_REMOVE).renyi().zeroConcentration());
    // Two steps of a bound D: 2a (D(2a)/2a + D(2a - 1)/(2a - 1)).
    double two = 6 * ((0.25 + 3) / 6 + (0.25 + 2.5) / 5);
    assertEquals(two, Steps.of(event.forGroupsOf(2), ADD_OR_REMOVE).renyi().at(3).upper(), 1e-13);
    assertEquals(two, Steps.of(event, REPLACE_ONE).renyi().at(3).upper(), 1e-13);
  }

  @Test
  void nothingAndEverything() {
    DpEvent nothing = DpEvent.pure(0, ADD_OR_REMOVE);
    DpEvent everything = new ApproximateEvent(0, 1, ADD_OR_REMOVE);

    assertEquals(
        0, TightestBound.of(nothing.times(9), ADD_OR_REMOVE).epsilon(1e-9).value().upper());
    TightestBound bound = TightestBound.of(everything, ADD_OR_REMOVE);
    assertEquals(1, bound.delta(100).value().upper());
    assertEquals(Double.POSITIVE_INFINITY, bound.epsilon(0.5).value().upper());
    double sampled = delta(everything.poissonSampled(0.01), 3);
    assertEquals(0.01, sampled, 1e-12);
    double mixed = delta(DpEvent.sequence(GAUSSIAN_STEP, everything), 3);
    assertEquals(1, mixed);
  }

  @Test
  void sparseVectorsOfGroupsAreNotMonotone() {
    Sensitivity unit = Sensitivity.unit(ADD_OR_REMOVE);
    DpEvent monotone = new GaussianSparseVectorEvent(10, 20, 50, 1, true, unit);
    DpEvent twice =
        new GaussianSparseVectorEvent(10, 20, 50, 1, false, new Sensitivity(1, ADD_OR_REMOVE));
    DpEvent half = new GaussianSparseVectorEvent(5, 10, 50, 1, false, unit);

    assertTrue(
        Steps.of(monotone, ADD_OR_REMOVE).renyi().at(4).upper()
            < Steps.of(twice, ADD_OR_REMOVE).renyi().at(4).lower());
    assertEquals(
        Steps.of(half, ADD_OR_REMOVE).renyi().at(4),
        Steps.of(monotone.forGroupsOf(2), ADD_OR_REMOVE).renyi().at(4));
    assertEquals(
        Steps.of(half, ADD_OR_REMOVE).renyi().at(4), Steps.of(monotone, REPLACE_ONE).renyi().at(4));
  }
}
