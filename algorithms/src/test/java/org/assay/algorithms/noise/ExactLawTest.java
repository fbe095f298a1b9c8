package org.assay.algorithms.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.LongStream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The laws of the coins and descents that the exact samplers are made of, by enumeration: nothing
 * here is left to chance. The expected laws are those of the papers, as in {@code
 * doc-files/grid-noise.md}.
 */
class ExactLawTest {
  private static final double FINE = 0x1p-20;
  private static final double COARSE = 0x1p-16;

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "1, 2", "3, 7", "6, 7", "9, 9"})
  void aCoinOfARatioIsExact(long numerator, long denominator) {
    ExactLaw<Boolean> law =
        ExactLaw.of(0, random -> ExactBernoulli.ratio(numerator, denominator, random));
    assertEquals(BigFraction.of(numerator, denominator), law.probability(true));
    assertEquals(BigFraction.ZERO, law.undecided());
  }

  @ParameterizedTest
  @CsvSource({"0, 5", "1, 1", "1, 2", "1, 3", "2, 3"})
  void aCoinOfAnExponentialIsExact(long numerator, long denominator) {
    ExactLaw.of(FINE, random -> ExactBernoulli.exponential(numerator, denominator, random))
        .requires(true, Math.exp(-(double) numerator / denominator), 0.02);
  }

  /** A number whose leading digits, two bits each, are given; zeros follow. */
  private static UniformDigits number(long... quarters) {
    long[] words =
        LongStream.concat(LongStream.of(quarters), LongStream.generate(() -> 0))
            .limit(100)
            .map(quarter -> quarter << (Long.SIZE - ExactLaw.WORD_BITS))
            .toArray();
    int[] next = {0};
    return new UniformDigits(() -> words[next[0]++]);
  }

  /** A new uniform number is below x with probability x: 1/4, 1/2, 11/16. */
  @Test
  void anotherNumberIsBelowWithTheProbabilityOfTheNumber() {
    requireBelow(0.25, number(1));
    requireBelow(0.5, number(2));
    requireBelow(0.6875, number(2, 3));
  }

  private static void requireBelow(double expected, UniformDigits x) {
    ExactLaw.of(FINE, random -> new UniformDigits(random).isBelow(x))
        .requires(true, expected, 1e-5);
  }

  /** (2k + x) / (2k + 2). */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 7})
  void theCoinOfTheSlopeIsExact(long k) {
    for (long quarter = 0; quarter < 4; quarter++) {
      double x = quarter / 4.0;
      UniformDigits digits = number(quarter);
      ExactLaw.of(FINE, random -> ExactDeviate.belowSlope(k, digits, random))
          .requires(true, (2 * k + x) / (2 * k + 2), 1e-5);
    }
  }

  /** e^(-x p). */
  @ParameterizedTest
  @CsvSource({"0, 1, 1", "1, 1, 1", "2, 1, 1", "3, 1, 1", "3, 1, 2", "3, 0, 1"})
  void anEvenDescentIsExact(long quarter, long heads, long faces) {
    UniformDigits x = number(quarter);
    ExactLaw.of(
            FINE,
            random -> ExactDeviate.evenDescent(x, () -> random.nextLong(faces) < heads, random))
        .requires(true, Math.exp(-quarter / 4.0 * heads / faces), 0.02);
  }

  /** n successes of e^(-1/divisor), then a failure. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void successesAreGeometric(int divisor) {
    ExactLaw<Long> law = ExactLaw.of(FINE, random -> ExactDeviate.successes(divisor, random));
    double q = Math.exp(-1.0 / divisor);
    for (long n = 0; n < 6; n++) {
      law.requires(n, Math.pow(q, (double) n) * (1 - q), 0.01);
    }
  }

  /** {@code Pr[x] ∝ e^(-|x|/scale)}; the normalizer is the hyperbolic tangent of 1/(2 scale). */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2})
  void discreteLaplacesHaveTheirLaw(double scale) {
    ExactLaw<Long> law = ExactLaw.of(COARSE, DiscreteLaplaceSampler.ofScale(scale)::sample);
    for (long x = -4; x <= 4; x++) {
      law.requires(x, Math.exp(-Math.abs(x) / scale) * Math.tanh(0.5 / scale), 0.04);
    }
  }
}
