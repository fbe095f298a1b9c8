package org.assay.verify.distinguish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

class FeatureLearnerTest {
  /** Below 1 in size, 1 plus noise is a multiple of 2^-53, and noise alone often is not. */
  private static final Planted.Law BITS =
      (left, random) -> Outcome.of((left ? 0 : 1) + Planted.laplace(random, 1));

  private static final Planted.Law BITS_OF_A_VECTOR =
      (left, random) ->
          Outcome.of(
              Planted.laplace(random, 1),
              Planted.laplace(random, 1),
              (left ? 0 : 1) + Planted.laplace(random, 1));

  private static final Planted.Law FAR_TAIL =
      (left, random) ->
          Outcome.of(left && random.nextInt(1000) == 0 ? 40 : Planted.laplace(random, 1));

  private static final Planted.Law RARE_FAILURE =
      (left, random) ->
          left && random.nextInt(1000) == 0
              ? new Outcome.Failure("java.lang.ArithmeticException")
              : Outcome.of((double) random.nextInt(3));

  @Test
  void naiveNoiseIsBetrayedByItsLowestBits() {
    OutcomeTable past = Planted.table(1, 200, BITS);
    Scorer scorer = FeatureLearner.fit(past, Planted.LINES);
    assertEquals("output is not a multiple of 2^-53", Planted.event(scorer, past));
    assertTrue(Planted.growth(scorer, past, 2, 300, BITS) > 6.9);
  }

  @Test
  void oneCoordinateOfAVectorIsBetrayedToo() {
    OutcomeTable past = Planted.table(3, 300, BITS_OF_A_VECTOR);
    Scorer scorer = FeatureLearner.fit(past, Planted.LINES);
    assertEquals("coordinate 3 is not a multiple of 2^-53", Planted.event(scorer, past));
    assertTrue(Planted.growth(scorer, past, 4, 400, BITS_OF_A_VECTOR) > 6.9);
  }

  /** A sample of 2048 of these rows holds one run of the tail. */
  @Test
  void aFarTailIsFoundThoughASampleHardlyShowsIt() {
    OutcomeTable past = Planted.table(5, 40_000, FAR_TAIL);
    Scorer scorer = FeatureLearner.fit(past, Planted.LINES);
    assertTrue(Planted.growth(scorer, past, 6, 100_000, FAR_TAIL) > 5);
  }

  @Test
  void aRareFailureIsFound() {
    OutcomeTable past = Planted.table(7, 40_000, RARE_FAILURE);
    Scorer scorer = FeatureLearner.fit(past, Planted.LINES);
    assertEquals("the run fails", Planted.event(scorer, past));
    assertTrue(Planted.growth(scorer, past, 8, 100_000, RARE_FAILURE) > 5);
  }

  @Test
  void aConstantOutputHasNoFeatures() {
    OutcomeTable past = Planted.table(9, 50, (left, random) -> Outcome.of(1.0));
    assertEquals(1, FeatureLearner.fit(past, Planted.LINES).bins());
  }
}
