package org.assay.accountant.meaning;

import static org.assay.accountant.meaning.Events.byValue;
import static org.assay.accountant.meaning.Events.draws;
import static org.assay.accountant.meaning.Events.fixed;
import static org.assay.accountant.meaning.Events.group;
import static org.assay.accountant.meaning.Events.poisson;
import static org.assay.accountant.meaning.Events.repeat;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Test;

/** The search finds the worst case where that is known in closed form, exactly and not beyond. */
class MeaningTest {
  private static final Fraction TWO = Fraction.of(2);
  private static final Fraction HALF = Fraction.of(1, 2);
  private static final double LOG_THREE = Exponential.logUp(Fraction.of(3));
  private static final DpEvent REMOVED = DpEvent.pure(LOG_THREE, ADD_OR_REMOVE);
  private static final DpEvent REPLACED = DpEvent.pure(LOG_THREE, REPLACE_ONE);

  /** {@code (e^a - e^x)/(1 + e^a)}. */
  private static Fraction pure(Fraction factor) {
    return Fraction.of(3).minus(factor).dividedBy(Fraction.of(4)).max(Fraction.ZERO);
  }

  private static void assertWorst(
      Fraction expected, DpEvent event, AdjacencyRelation relation, Fraction factor) {
    Attained attained = Meaning.atLeast(event, relation, factor, 8, new Random(20200504));
    assertEquals(expected, attained.divergence(factor), attained::program);
  }

  @Test
  void leavesReachTheirProfiles() {
    for (Fraction factor : new Fraction[] {Fraction.ONE, Fraction.of(3, 2), TWO, Fraction.of(3)}) {
      assertWorst(pure(factor), REMOVED, ADD_OR_REMOVE, factor);
      assertWorst(pure(factor), REPLACED, REPLACE_ONE, factor);
      assertWorst(pure(factor), DpEvent.pure(LOG_THREE, ZERO_OUT), ZERO_OUT, factor);
    }
    Fraction delta = Fraction.of(1, 8);
    DpEvent approximate = new ApproximateEvent(LOG_THREE, 0.125, ADD_OR_REMOVE);
    Fraction expected = delta.plus(Fraction.ONE.minus(delta).times(pure(TWO)));
    assertWorst(expected, approximate, ADD_OR_REMOVE, TWO);
    DpEvent three = new RandomizedResponseEvent(3, 0.5, REPLACE_ONE);
    assertWorst(HALF.minus(Fraction.of(3, 8)), three, REPLACE_ONE, Fraction.of(3, 2));
  }

  /** Restated for a replaced record, true answers differ no more than they do already. */
  @Test
  void answersAreNotDoubled() {
    DpEvent answers = DpEvent.randomizedResponse(0.75, ADD_OR_REMOVE);
    assertWorst(Fraction.of(1, 4), answers, REPLACE_ONE, TWO);
  }

  /** Two steps up from {@code e^-a/(1+e^a)} lead to {@code e^a/(1+e^a)}. */
  @Test
  void twoStepsAreNotTwiceTheEpsilon() {
    Fraction expected = Fraction.of(3, 4).minus(TWO.times(Fraction.of(1, 12)));
    assertWorst(expected, REMOVED, REPLACE_ONE, TWO);
    assertWorst(expected, group(2, REPLACED), REPLACE_ONE, TWO);
    assertWorst(expected, byValue(REMOVED, REMOVED), REPLACE_ONE, TWO);
  }

  /** {@code q D(log(1 + (e^x - 1)/q))}, for every sampler of one record. */
  @Test
  void samplingAmplifies() {
    Fraction amplified = HALF.times(pure(TWO));
    Fraction asked = Fraction.of(3, 2);
    assertWorst(amplified, poisson(0.5, REMOVED), ADD_OR_REMOVE, asked);
    assertWorst(amplified, fixed(1, 2, REPLACED), REPLACE_ONE, asked);
    assertWorst(amplified, fixed(2, 4, REPLACED), REPLACE_ONE, asked);
    assertWorst(amplified, draws(1, 2, REPLACED), REPLACE_ONE, asked);
    assertWorst(amplified, fixed(2, 4, fixed(2, 2, REPLACED)), REPLACE_ONE, asked);
  }

  /** Two bits with odds of 3: both ones against both zeros. */
  @Test
  void repetitionsCompose() {
    Fraction expected = Fraction.of(9, 16).minus(TWO.times(Fraction.of(1, 16)));
    assertWorst(expected, repeat(2, REMOVED), ADD_OR_REMOVE, TWO);
  }

  @Test
  void contradictionsHaveNoProgram() {
    DpEvent event = fixed(2, 4, fixed(1, 3, REPLACED));
    assertThrows(
        IllegalArgumentException.class,
        () -> Meaning.atLeast(event, REPLACE_ONE, TWO, 1, new Random(1)));
  }

  /** The law of neighbours may move by one step on the chain, and of strangers at will. */
  @Test
  void lawsBeyondThePromiseAreNotAdmissible() {
    Block bit = Mechanism.of(REPLACED, new Random(1)).blocks().get(0);
    assertTrue(bit.allows(4, 5, 1));
    assertFalse(bit.allows(4, 6, 1));
    assertTrue(bit.allows(4, 6, 2));
    assertFalse(bit.allows(0, 1, 5));
    assertTrue(bit.allows(0, 7, Inputs.UNRELATED));
  }

  @Test
  void distancesAreThoseOfTheRelation() {
    int[] one = {Row.of(0, Row.FIRST)};
    int[] other = {Row.of(0, Row.SECOND)};
    int[] two = {Row.of(0, Row.FIRST), Row.of(1, Row.PLAIN)};
    int[] none = {Row.of(0, Row.NULL)};
    Inputs removed = new Inputs(ADD_OR_REMOVE);
    assertEquals(2, removed.distance(removed.number(one), removed.number(other)));
    assertEquals(1, removed.distance(removed.number(one), removed.number(two)));
    assertEquals(1, removed.distance(removed.number(none), removed.number(other)));
    Inputs replaced = new Inputs(REPLACE_ONE);
    assertEquals(1, replaced.distance(replaced.number(one), replaced.number(other)));
    assertEquals(Inputs.UNRELATED, replaced.distance(replaced.number(one), replaced.number(two)));
  }

  @Test
  void roundingIsOnTheSafeSide() {
    assertEquals(TWO, Exponential.below(Exponential.logUp(TWO)));
    assertTrue(Exponential.below(0.5).approximately() <= Math.exp(0.5));
    assertTrue(Exponential.above(0.5).approximately() >= Math.exp(0.5));
    assertTrue(Exponential.logDown(TWO) < Exponential.logUp(TWO));
  }
}
