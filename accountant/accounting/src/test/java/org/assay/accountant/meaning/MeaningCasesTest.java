package org.assay.accountant.meaning;

import static org.assay.accountant.meaning.Events.bySlot;
import static org.assay.accountant.meaning.Events.byValue;
import static org.assay.accountant.meaning.Events.draws;
import static org.assay.accountant.meaning.Events.fixed;
import static org.assay.accountant.meaning.Events.group;
import static org.assay.accountant.meaning.Events.poisson;
import static org.assay.accountant.meaning.Events.repeat;
import static org.assay.accountant.meaning.Events.sequence;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.BinomialEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

/**
 * Events that were once given too small a price, each with what a program attains that its meaning
 * allows.
 */
class MeaningCasesTest {
  private static final DpEvent REPLACED = DpEvent.pure(1, REPLACE_ONE);
  private static final DpEvent REMOVED = DpEvent.pure(1, ADD_OR_REMOVE);
  private static final DpEvent ZEROED = DpEvent.pure(1, ZERO_OUT);
  private static final DpEvent ANSWER = DpEvent.randomizedResponse(0.75, ADD_OR_REMOVE);
  private static final DpEvent RARELY_CLEAR = new ApproximateEvent(0, 0.1, ADD_OR_REMOVE);

  /** Values are printed to six digits. */
  private static final double PRINTED = 5e-7;

  /** The search attains the value, and Assay's upper end is not below what it attained. */
  private static void assertCosts(
      double value, DpEvent event, AdjacencyRelation relation, double epsilon) {
    Fraction factor = Exponential.above(epsilon);
    Attained attained = Meaning.atLeast(event, relation, factor, 20, new Random(20200504));
    Fraction cost = attained.divergence(factor);
    assertTrue(cost.approximately() >= value - PRINTED, () -> cost + " by " + attained.program());
    double upper;
    try {
      upper = TightestBound.of(event, relation).delta(epsilon).value().upper();
    } catch (UnsupportedEventException refused) {
      return;
    }
    assertTrue(
        cost.compareTo(Fraction.exactly(upper)) <= 0,
        () -> upper + " is below " + cost + " by " + attained.program());
  }

  /** No more than the value either, so that the meaning is this one and no other. */
  private static void assertCostsExactly(
      double value, DpEvent event, AdjacencyRelation relation, double epsilon) {
    assertCosts(value, event, relation, epsilon);
    Fraction factor = Exponential.above(epsilon);
    Attained attained = Meaning.atLeast(event, relation, factor, 20, new Random(20200504));
    assertEquals(value, attained.divergence(factor).approximately(), PRINTED, attained::program);
  }

  /** Laws and coins by hand: sums of (p - e^epsilon q)+ over outcomes. */
  @Test
  void lawsOfOnesOwnAndCoins() {
    double half = Math.exp(0.5);
    double pair = 0.5 - half / 6;
    assertCostsExactly(pair, Trees.pair(REPLACE_ONE), REPLACE_ONE, 0.5);
    // One of two records is drawn: half of each divergence.
    assertCostsExactly(1 / 6.0, fixed(1, 2, Trees.pair(REPLACE_ONE)), REPLACE_ONE, 0);
    // The outcome of no loss twice: (1/2, 1/3, 1/6) by itself against its reverse.
    double twice = 1 / 4.0 - half / 36 + 2 * (1 / 6.0 - half / 18);
    assertCostsExactly(twice, repeat(2, Trees.pair(ADD_OR_REMOVE)), ADD_OR_REMOVE, 0.5);
    // Heads of three coins, moved by one: 1/8, 3/8, 3/8, 1/8 against themselves.
    DpEvent coins = new BinomialEvent(3, 0.5, new Sensitivity(1, ADD_OR_REMOVE));
    assertCosts(3 / 8.0, coins, ADD_OR_REMOVE, 0);
  }

  private static void assertRefused(DpEvent event, AdjacencyRelation relation) {
    assertTrue(Size.of(event).isEmpty());
    TightestBound bound = TightestBound.of(event, relation);
    assertThrows(UnsupportedEventException.class, () -> bound.delta(0.5));
    assertThrows(UnsupportedEventException.class, () -> bound.epsilon(0.01));
  }

  /** A draw that takes another record's place changes the sizes of two parts. */
  @Test
  void fixedSizeSamplesOfSlots() {
    assertCostsExactly(0.143825, fixed(1, 2, bySlot(REPLACED, REPLACED)), REPLACE_ONE, 0.5);
    assertCosts(0.0947, fixed(1, 2, bySlot(REPLACED, REPLACED)), REPLACE_ONE, 0.7);
  }

  @Test
  void largerSamplesOfSlots() {
    assertCostsExactly(0.191766, fixed(2, 3, bySlot(REPLACED, REPLACED)), REPLACE_ONE, 0.5);
  }

  @Test
  void gaussianNoiseOnSampledSlots() {
    DpEvent gaussian = DpEvent.gaussian(1, Sensitivity.unit(REPLACE_ONE));
    assertCosts(0.059542, fixed(1, 2, bySlot(gaussian, gaussian)), REPLACE_ONE, 1);
  }

  @Test
  void answersInSampledSlots() {
    assertCostsExactly(0.106410, fixed(1, 2, bySlot(ANSWER, ANSWER)), REPLACE_ONE, 0.5);
  }

  @Test
  void drawsFromSlots() {
    assertCostsExactly(0.143825, draws(1, 2, bySlot(REPLACED, REPLACED)), REPLACE_ONE, 0.5);
  }

  /** First the pure part, and the other one if the output allows it. */
  @Test
  void partsFollowOutputs() {
    assertCosts(0.364729, repeat(2, byValue(REMOVED, RARELY_CLEAR)), ADD_OR_REMOVE, 1);
  }

  @Test
  void partsFollowOutputsOfOtherEvents() {
    assertCosts(0.364729, sequence(REMOVED, byValue(REMOVED, RARELY_CLEAR)), ADD_OR_REMOVE, 1);
  }

  @Test
  void partsWithGaussianNoiseFollowOutputs() {
    DpEvent gaussian = DpEvent.gaussian(1, Sensitivity.unit(ADD_OR_REMOVE));
    assertCosts(0.396709, sequence(ANSWER, byValue(ANSWER, gaussian)), ADD_OR_REMOVE, 1);
  }

  /** A replaced record that leaves one part for another changes the answers of both. */
  @Test
  void recordsMoveBetweenParts() {
    assertCostsExactly(0.459455, byValue(ANSWER, ANSWER), REPLACE_ONE, 0.5);
    assertCostsExactly(0.459455, group(2, bySlot(ANSWER, ANSWER)), REPLACE_ONE, 0.5);
  }

  @Test
  void slotsDoNotFollowOutputs() {
    assertCostsExactly(0.337835, repeat(2, bySlot(REMOVED, RARELY_CLEAR)), ADD_OR_REMOVE, 1);
  }

  @Test
  void samplesOfSamplesHaveTheSizeOfTheSample() {
    assertCostsExactly(0.115529, fixed(2, 4, fixed(1, 2, REPLACED)), REPLACE_ONE, 0);
    assertRefused(fixed(2, 4, fixed(1, 3, REPLACED)), REPLACE_ONE);
    DpEvent gaussian = DpEvent.gaussian(1, Sensitivity.unit(REPLACE_ONE));
    assertRefused(fixed(5, 10, fixed(1, 50, gaussian)), REPLACE_ONE);
    assertRefused(fixed(10, 1000, fixed(5, 50, REPLACED)), REPLACE_ONE);
  }

  @Test
  void drawsFromSamplesHaveTheSizeOfTheSample() {
    assertCostsExactly(0.231059, fixed(1, 2, REPLACED), REPLACE_ONE, 0);
    assertRefused(fixed(1, 2, draws(1, 4, REPLACED)), REPLACE_ONE);
  }

  @Test
  void partsHaveTheSizesTheyState() {
    DpEvent part = fixed(1, 4, REPLACED);
    assertRefused(sequence(bySlot(part, REPLACED), fixed(1, 2, REPLACED)), REPLACE_ONE);
    assertRefused(fixed(3, 4, bySlot(part, REPLACED)), REPLACE_ONE);
  }

  @Test
  void eventsOnTheSameDataAgreeAboutItsSize() {
    assertRefused(sequence(fixed(1, 3, REPLACED), fixed(1, 4, REPLACED)), REPLACE_ONE);
  }

  /** Three batches of 17 records together describe all the data that they are given. */
  @Test
  void iterationsStateTheSizeOfTheirData() {
    GradientSchedule epoch =
        GradientSchedule.of(
            new double[] {1, 0.5, 0.25}, new int[] {3, 5, 9}, new double[] {3, 4, 6});
    DpEvent descent =
        new NoisyGradientDescentEvent(
            epoch, 20, 1, 0.25, 0.125, 2, NoisyGradientDescentEvent.Form.LAST_ITERATE);
    TightestBound bound = TightestBound.of(fixed(10, 1000, descent), REPLACE_ONE);
    assertThrows(UnsupportedEventException.class, () -> bound.delta(0.5));
    assertThrows(UnsupportedEventException.class, () -> bound.epsilon(0.02));
    DpEvent together = sequence(fixed(1, 10, REPLACED), descent);
    TightestBound both = TightestBound.of(together, REPLACE_ONE);
    assertThrows(UnsupportedEventException.class, () -> both.delta(0.5));
  }

  /** Each unit owns as many records as the group says, or a sample would change its size. */
  @Test
  void unitsAreSampledWithAllTheirRecords() {
    assertCostsExactly(0.146057, fixed(1, 2, group(2, REPLACED)), REPLACE_ONE, 1);
  }

  @Test
  void nullRecordsAreNotSeen() {
    assertCostsExactly(0.056591, poisson(0.5, ZEROED), ZERO_OUT, 0.5);
    DpEvent gaussian = DpEvent.gaussian(1, Sensitivity.unit(ZERO_OUT));
    assertCosts(0.028, poisson(0.5, gaussian), ZERO_OUT, 1);
  }
}
