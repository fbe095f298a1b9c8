package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

class FeatureLearnerTest {
  /** Below 1 in size, 1 plus noise is a multiple of 2^-53, and noise alone often is not. */
  private static Outcome bits(boolean left, Random random) {
    return Outcome.of((left ? 0 : 1) + Planted.laplace(random, 1));
  }

  private static Outcome bitsOfAVector(boolean left, Random random) {
    return Outcome.of(
        Planted.laplace(random, 1),
        Planted.laplace(random, 1),
        (left ? 0 : 1) + Planted.laplace(random, 1));
  }

  private static Outcome farTail(boolean left, Random random) {
    return Outcome.of(left && random.nextInt(1000) == 0 ? 40 : Planted.laplace(random, 1));
  }

  private static Outcome rareFailure(boolean left, Random random) {
    return left && random.nextInt(1000) == 0
        ? new Outcome.Failure("java.lang.ArithmeticException")
        : Outcome.of((double) random.nextInt(3));
  }

  @Test
  void naiveNoiseIsBetrayedByItsLowestBits() {
    OutcomeTable past = Planted.table(1, 200, FeatureLearnerTest::bits);
    Scorer scorer = FeatureLearner.fit(past, Planted.LINES);
    assertEquals("output is not a multiple of 2^-53", Planted.event(scorer, past));
    assertTrue(Planted.growth(scorer, past, 2, 300, FeatureLearnerTest::bits) > 6.9);
  }

  @Test
  void oneCoordinateOfAVectorIsBetrayedToo() {
    OutcomeTable past = Planted.table(3, 300, FeatureLearnerTest::bitsOfAVector);
    Scorer scorer = FeatureLearner.fit(past, Planted.LINES);
    assertEquals("coordinate 3 is not a multiple of 2^-53", Planted.event(scorer, past));
    assertTrue(Planted.growth(scorer, past, 4, 400, FeatureLearnerTest::bitsOfAVector) > 6.9);
  }

  private static Outcome withoutNoise(boolean left, Random random) {
    return Outcome.of(left ? 1.0 : 0.83, Math.rint(4 * random.nextGaussian()));
  }

  /** As outputs that were rounded to 24 bits: the middle coordinate is larger on one side. */
  private static Outcome scaledSingle(boolean left, Random random) {
    return Outcome.of(
        (float) (1e-4 * random.nextGaussian()),
        (float) ((left ? 1e-4 : 8e-4) * random.nextGaussian()),
        (float) (1e-4 * random.nextGaussian()));
  }

  /** What is told apart by its size is not told by bits, which a size has as well. */
  @Test
  void sizesAreNotToldByBits() {
    OutcomeTable plain = Planted.table(9, 300, FeatureLearnerTest::withoutNoise);
    Scorer value = FeatureLearner.fit(plain, Planted.LINES);
    assertTrue(!Planted.event(value, plain).contains("multiple"), Planted.event(value, plain));
    assertTrue(Planted.growth(value, plain, 10, 100, FeatureLearnerTest::withoutNoise) > 6.9);
    OutcomeTable single = Planted.table(11, 300, FeatureLearnerTest::scaledSingle);
    Scorer size = FeatureLearner.fit(single, Planted.LINES);
    assertTrue(
        Planted.event(size, single).startsWith("size of coordinate 2 "),
        Planted.event(size, single));
    assertTrue(Planted.growth(size, single, 12, 400, FeatureLearnerTest::scaledSingle) > 6.9);
  }

  /** A sample of 2048 of these rows holds one run of the tail. */
  @Test
  void aFarTailIsFoundThoughASampleHardlyShowsIt() {
    OutcomeTable past = Planted.table(5, 40_000, FeatureLearnerTest::farTail);
    Scorer scorer = FeatureLearner.fit(past, Planted.LINES);
    assertTrue(Planted.growth(scorer, past, 6, 100_000, FeatureLearnerTest::farTail) > 5);
  }

  @Test
  void aRareFailureIsFound() {
    OutcomeTable past = Planted.table(7, 40_000, FeatureLearnerTest::rareFailure);
    Scorer scorer = FeatureLearner.fit(past, Planted.LINES);
    assertEquals("the run fails", Planted.event(scorer, past));
    assertTrue(Planted.growth(scorer, past, 8, 100_000, FeatureLearnerTest::rareFailure) > 5);
  }

  @Test
  void aConstantOutputHasNoFeatures() {
    OutcomeTable past = Planted.table(9, 50, (left, random) -> Outcome.of(1.0));
    assertEquals(1, FeatureLearner.fit(past, Planted.LINES).bins());
  }
}
