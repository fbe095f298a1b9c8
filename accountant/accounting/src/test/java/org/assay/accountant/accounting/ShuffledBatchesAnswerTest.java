package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.event.TruncatedPoissonSampledEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShuffledBatchesAnswerTest {
  private static ShuffledBatchesEvent run(
      long batches, long epochs, double sigma, boolean anew, AdjacencyRelation adjacency) {
    return new ShuffledBatchesEvent(batches, epochs, sigma, anew, adjacency);
  }

  private static TightestBound bound(DpEvent event) {
    return TightestBound.of(event, event.adjacency());
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 0.5, 1, 9.99662481, 9.99725615",
    "10000, 0.5, 1, 9.99096057, 9.99725615",
    "1000, 0.8, 1, 5.23504499, 5.67958686"
  })
  void answersAreBracketsOfTheProgramsOwnEpsilon(
      long batches, double sigma, long epochs, double lower, double upper) {
    TightestBound.Bound bound = bound(run(batches, epochs, sigma, true, ZERO_OUT)).epsilon(1e-5);
    assertEquals(TightestBound.Method.SHUFFLED_BATCHES, bound.method());
    assertEquals(lower, bound.value().lower(), 1e-8);
    assertEquals(upper, bound.value().upper(), 1e-7);
  }

  /**
   * Values by scores rounded to 5e-4 on cells of 0.002, both distributions convolved in double
   * precision by an independent program. The last row is for the exchanged pair.
   */
  @ParameterizedTest
  @CsvSource({
    "1000, 0.8, 10, zero-out, 10.581778",
    "100, 1, 10, zero-out, 9.365044",
    "100, 1, 10, replace-one, 11.777708",
    "20, 1.5, 3, replace-one, 4.485260",
    "10, 3, 5, zero-out, 1.099602",
    "100, 4, 10, zero-out, 0.158914"
  })
  void epochsShuffledAnewAddUp(
      long batches, double sigma, long epochs, String relation, double reference) {
    AdjacencyRelation adjacency = AdjacencyRelation.ofLabel(relation);
    ShuffledBatchesEvent run = run(batches, epochs, sigma, true, adjacency);
    double lower = bound(run).epsilon(1e-5).value().lower();
    assertTrue(lower < reference + 1e-4, "above what the largest coordinates show: " + lower);
    assertTrue(lower > reference - 1e-3, "far below the reference: " + lower);
  }

  /** Values by that program, and a simulation of 400000 runs that agrees within its error. */
  @ParameterizedTest
  @CsvSource({
    "1000, 0.8, 10, zero-out, 6, 0.0021527635, 0.0022057",
    "100, 1, 10, zero-out, 4, 0.0144596505, 0.0144573",
    "100, 1, 10, replace-one, 6, 0.0065820833, 0.0064521"
  })
  void deltasOfEpochsShuffledAnew(
      long batches,
      double sigma,
      long epochs,
      String relation,
      double epsilon,
      double reference,
      double simulated) {
    AdjacencyRelation adjacency = AdjacencyRelation.ofLabel(relation);
    ShuffledBatchesEvent run = run(batches, epochs, sigma, true, adjacency);
    double lower = bound(run).delta(epsilon).value().lower();
    assertTrue(lower < reference * (1 + 1e-5), "above what the coordinates show: " + lower);
    assertEquals(reference, lower, reference * 1e-3);
    assertEquals(simulated, lower, simulated * 0.03);
  }

  /**
   * A replaced record's pair is that of a random allocation with half the noise, whose value is.
   */
  @ParameterizedTest
  @CsvSource({
    "100, 1, 5.39660093, .9999",
    "10, 2, 2.18884799885158, .99",
    "100, 2, .62093967161978, .93",
    "1000, 1, 3.13415220605646, .999"
  })
  void aReplacedRecordIsHardlyBelowARandomAllocation(
      long batches, double sigma, double value, double share) {
    ShuffledBatchesEvent run = run(batches, 1, sigma, true, REPLACE_ONE);
    double lower = bound(run).epsilon(1e-5).value().lower();
    assertTrue(lower <= value, lower + " above " + value);
    assertTrue(lower >= share * value, lower + " of " + value);
  }

  /** More epochs than the limit give the bound of the limit. */
  @Test
  @Tag("slow")
  void manyEpochsArePartlyLookedAt() {
    double some = bound(run(1, 1L << 14, 300, true, ZERO_OUT)).delta(1).value().lower();
    double more = bound(run(1, 1L << 50, 300, true, ZERO_OUT)).delta(1).value().lower();
    assertEquals(some, more);
    assertTrue(some > 0);
  }

  @Test
  void aReplacedRecordMovesBatchesTwiceAsFar() {
    Enclosure epsilon = bound(run(100, 1, 1, true, REPLACE_ONE)).epsilon(1e-5).value();
    assertEquals(5.3965826783, epsilon.lower(), 1e-8);
    assertTrue(epsilon.upper() > 9.99 && epsilon.upper() < 9.998);
  }

  /** Outputs of equal batches are averaged, which divides the deviation by √E. */
  @Test
  void epochsOfOneShuffleAreOneEpochWithLessNoise() {
    ShuffledBatchesEvent four = run(50, 4, 2, false, ZERO_OUT);
    ShuffledBatchesEvent one = run(50, 1, 1, true, ZERO_OUT);
    Enclosure expected = bound(one).epsilon(1e-5).value();
    Enclosure epsilon = bound(four).epsilon(1e-5).value();
    assertEquals(expected.lower(), epsilon.lower(), 1e-9);
    assertEquals(expected.upper(), epsilon.upper(), 1e-9);
  }

  @Test
  void poissonAccountingIsRefuted() {
    DpEvent poisson =
        DpEvent.gaussian(0.8, Sensitivity.unit(ZERO_OUT)).poissonSampled(1e-3).times(1000);
    double claimed = bound(poisson).epsilon(1e-5).value().upper();
    assertEquals(0.303554, claimed, 1e-5);
    assertTrue(bound(run(1000, 1, 0.8, true, ZERO_OUT)).delta(claimed).value().lower() > 0.01);
  }

  @Tag("slow")
  @Test
  void lowerEndsNeverPassUpperOnes() {
    for (AdjacencyRelation adjacency : new AdjacencyRelation[] {ZERO_OUT, REPLACE_ONE}) {
      for (long batches : new long[] {1, 1000, 1L << 53}) {
        for (long epochs : new long[] {1, 7, 1L << 40}) {
          for (double sigma : new double[] {0.01, 0.7, 1e8}) {
            TightestBound of = bound(run(batches, epochs, sigma, epochs == 7, adjacency));
            Enclosure epsilon = of.epsilon(1e-6).value();
            Enclosure delta = of.delta(1).value();
            assertTrue(epsilon.lower() <= epsilon.upper() && delta.lower() <= delta.upper());
            assertTrue(delta.upper() <= 1);
          }
        }
      }
    }
  }

  @Test
  void compositionsHaveTheGuaranteeOnly() {
    DpEvent twice = run(100, 1, 2, true, ZERO_OUT).times(2);
    TightestBound.Bound bound = bound(twice).epsilon(1e-5);
    assertFalse(bound.method().exact());
    Enclosure one = bound(run(100, 2, 2, true, ZERO_OUT)).epsilon(1e-5).value();
    assertEquals(one.upper(), bound.value().upper(), 1e-9);
  }

  @Test
  void independentSamplesAndOtherRelationsAreRefused() {
    DpEvent run = run(100, 1, 2, true, ZERO_OUT);
    refused(run.poissonSampled(0.1), ZERO_OUT);
    refused(run.times(3).poissonSampled(0.1), ZERO_OUT);
    refused(new TruncatedPoissonSampledEvent(100, 0.1, 20, run), ZERO_OUT);
    refused(DpEvent.sequence(DpEvent.pure(1, ZERO_OUT), run).poissonSampled(0.1), ZERO_OUT);
    refused(run, REPLACE_ONE);
    refused(run, ADD_OR_REMOVE);
  }

  private static void refused(DpEvent event, AdjacencyRelation adjacency) {
    TightestBound bound = TightestBound.of(event, adjacency);
    assertThrows(UnsupportedEventException.class, () -> bound.epsilon(1e-5), event::describe);
  }
}
