package org.assay.accountant.internal.analysis;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

/** Events that are runs of Gaussian steps, and their compositions. */
class StepsCompositionTest {
  private static final DpEvent GAUSSIAN = gaussian(2, ADD_OR_REMOVE);
  private static final DpEvent SAMPLED = GAUSSIAN.poissonSampled(0.1);
  private static final Enclosure QUARTER = Enclosure.exact(0.25);

  @Test
  void unsampledStepsAddTheirSquares() {
    DpEvent run = DpEvent.sequence(GAUSSIAN, GAUSSIAN.times(2).times(3));
    isComposed(
        GaussianComposition.under(ADD_OR_REMOVE).withGaussian(QUARTER.times(7)),
        run,
        ADD_OR_REMOVE,
        true);
    // The sensitivity doubles.
    isComposed(
        GaussianComposition.under(REPLACE_ONE).withGaussian(Enclosure.exact(7)),
        run,
        REPLACE_ONE,
        true);
  }

  @Test
  void sampledStepsKeepTheirNoise() {
    DpEvent run = DpEvent.sequence(GAUSSIAN, SAMPLED.times(3)).times(2);
    for (AdjacencyRelation relation : new AdjacencyRelation[] {ADD_OR_REMOVE, REPLACE_ONE}) {
      double mu = relation == ADD_OR_REMOVE ? 0.5 : 1;
      GaussianComposition expected =
          GaussianComposition.under(relation)
              .withGaussian(Enclosure.exact(2 * mu * mu))
              .withPoissonSampled(0.1, 2, 6);
      isComposed(expected, run, relation, true);
    }
  }

  @Test
  void samplesOfFixedSizeAreKnownForReplacedRecords() {
    DpEvent run = GAUSSIAN.fixedSizeSampled(10, 100);
    Enclosure share = Enclosure.ofCount(10).dividedBy(100);
    GaussianComposition expected =
        GaussianComposition.under(REPLACE_ONE).withFixedSizeSampled(share, 1, 1);
    isComposed(expected, run, REPLACE_ONE, false);
    isComposed(expected, gaussian(1, REPLACE_ONE).fixedSizeSampled(10, 100), REPLACE_ONE, false);
    isRefused(run, ADD_OR_REMOVE);
    isRefused(gaussian(1, ZERO_OUT).fixedSizeSampled(10, 100), REPLACE_ONE);
    // Half of the smallest double is no noise.
    isUnknown(gaussian(Double.MIN_VALUE, ADD_OR_REMOVE).fixedSizeSampled(1, 9), REPLACE_ONE);
  }

  @Test
  void relationsThatNoTheoremConnectsAreRefused() {
    isRefused(GAUSSIAN, ZERO_OUT);
    isRefused(SAMPLED, ZERO_OUT);
    isRefused(gaussian(2, REPLACE_ONE), ADD_OR_REMOVE);
    isRefused(gaussian(2, ZERO_OUT), REPLACE_ONE);
    isRefused(gaussian(2, REPLACE_ONE).poissonSampled(0.1), REPLACE_ONE);
    DpEvent zeroed = gaussian(2, ZERO_OUT).poissonSampled(0.1);
    assertTrue(Steps.of(zeroed, ZERO_OUT).composition().isPresent());
  }

  @Test
  void otherStepsAreUnknown() {
    DpEvent laplace = DpEvent.laplace(1, Sensitivity.unit(ADD_OR_REMOVE));
    // A single step needs no composition.
    isUnknown(laplace, ADD_OR_REMOVE);
    DpEvent sampled = laplace.times(2).poissonSampled(0.1);
    isUnknown(DpEvent.sequence(GAUSSIAN, sampled), ADD_OR_REMOVE);
    isUnknown(DpEvent.sequence(sampled, GAUSSIAN), ADD_OR_REMOVE);
    isUnknown(DpEvent.sequence(GAUSSIAN, laplace.poissonSampled(0.1)), REPLACE_ONE);
    isUnknown(DpEvent.sequence(GAUSSIAN, DpEvent.zcdp(0.1, ADD_OR_REMOVE)), ADD_OR_REMOVE);
    isUnknown(GAUSSIAN.poissonSampled(0.5).times(2).poissonSampled(0.1), ADD_OR_REMOVE);
    isRefused(laplace.fixedSizeSampled(1, 9), ADD_OR_REMOVE);
    isUnknown(
        DpEvent.laplace(1, Sensitivity.unit(REPLACE_ONE)).fixedSizeSampled(1, 9), REPLACE_ONE);
  }

  @Test
  void countsEndWhereDoublesSkipIntegers() {
    long most = 1L << 53;
    assertTrue(Steps.of(SAMPLED.times(most), ADD_OR_REMOVE).composition().isPresent());
    assertTrue(Steps.of(SAMPLED.times(most / 2).times(2), ADD_OR_REMOVE).composition().isPresent());
    isUnknown(SAMPLED.times(most / 2 + 1).times(2), ADD_OR_REMOVE);
    isUnknown(SAMPLED.times(most).times(most), ADD_OR_REMOVE);
    // Multiplied as longs these would wrap around to 2^53.
    isUnknown(SAMPLED.times(most).times(2049), ADD_OR_REMOVE);
    // Steps of one kind are counted together.
    isUnknown(DpEvent.sequence(SAMPLED.times(most), SAMPLED), ADD_OR_REMOVE);
    DpEvent twoKinds = DpEvent.sequence(SAMPLED.times(most), GAUSSIAN);
    assertTrue(Steps.of(twoKinds, ADD_OR_REMOVE).composition().isPresent());
  }

  @Test
  void unboundedSquaresAreUnknown() {
    isUnknown(gaussian(1e-160, ADD_OR_REMOVE), ADD_OR_REMOVE);
    isUnknown(gaussian(1e-153, ADD_OR_REMOVE).times(1000), ADD_OR_REMOVE);
    assertTrue(Steps.of(gaussian(1e-150, ADD_OR_REMOVE), ADD_OR_REMOVE).composition().isPresent());
  }

  /** A group of three is three steps apart; samples of groups are mixtures. */
  @Test
  void groupsOfGaussiansAreGaussians() {
    GaussianComposition expected =
        GaussianComposition.under(ADD_OR_REMOVE).withGaussian(QUARTER.times(9 * 2));
    isComposed(expected, GAUSSIAN.times(2).forGroupsOf(3), ADD_OR_REMOVE, true);
    isUnknown(SAMPLED.forGroupsOf(3), ADD_OR_REMOVE);
    isUnknown(GAUSSIAN.fixedSizeSampled(3, 9).forGroupsOf(3), REPLACE_ONE);
  }

  @Test
  void manyKindsAreLeftToOthers() {
    assertTrue(Steps.of(fixedSizeKinds(1000), REPLACE_ONE).composition().isPresent());
    isUnknown(fixedSizeKinds(1001), REPLACE_ONE);
  }

  /** Many kinds of Poisson samples cost little. */
  @Test
  void manyKindsOfPoissonSamplesAreComposed() {
    MixedComposition run = Steps.of(kinds(1500), ADD_OR_REMOVE).composition().orElseThrow();
    assertEquals(1500, run.kinds());
    assertTrue(run.sampledKinds() < 1000);
  }

  private static DpEvent fixedSizeKinds(int count) {
    return DpEvent.sequence(
        IntStream.rangeClosed(1, count)
            .mapToObj(i -> gaussian(1, REPLACE_ONE).fixedSizeSampled(i, 2000))
            .toArray(DpEvent[]::new));
  }

  /** Other steps cost little, and equal ones are counted once. */
  @Test
  void manyKindsOfLaplaceNoiseAreComposed() {
    DpEvent[] parts = new DpEvent[4001];
    for (int i = 0; i < 4000; i++) {
      parts[i] = DpEvent.laplace(100 + i / 2, Sensitivity.unit(ADD_OR_REMOVE));
    }
    parts[4000] = GAUSSIAN;
    MixedComposition run =
        Steps.of(DpEvent.sequence(parts), ADD_OR_REMOVE).composition().orElseThrow();
    assertEquals(2000, run.kinds());
    assertEquals(0, run.sampledKinds());
    assertTrue(run.epsilon(1e-6).relativeWidth() < 1e-9);
  }

  private static DpEvent kinds(int count) {
    return DpEvent.sequence(
        IntStream.rangeClosed(1, count)
            .mapToObj(i -> GAUSSIAN.poissonSampled(i / 2000.0))
            .toArray(DpEvent[]::new));
  }

  private static void isUnknown(DpEvent event, AdjacencyRelation relation) {
    assertEquals(Optional.empty(), Steps.of(event, relation).composition());
  }

  private static void isRefused(DpEvent event, AdjacencyRelation relation) {
    assertThrows(UnsupportedEventException.class, () -> Steps.of(event, relation).composition());
  }

  private static void isComposed(
      GaussianComposition expected, DpEvent event, AdjacencyRelation relation, boolean attained) {
    MixedComposition run = Steps.of(event, relation).composition().orElseThrow();
    for (double epsilon : new double[] {0, 0.7}) {
      Enclosure delta = run.delta(epsilon);
      Enclosure wanted = expected.delta(epsilon);
      assertFalse(
          delta.upper() < wanted.lower() || wanted.upper() < delta.lower(),
          () -> delta + " against " + wanted);
    }
    assertEquals(attained, Steps.of(event, relation).shape().attainsPairs());
  }

  private static DpEvent gaussian(double noiseMultiplier, AdjacencyRelation relation) {
    return DpEvent.gaussian(noiseMultiplier, Sensitivity.unit(relation));
  }
}
