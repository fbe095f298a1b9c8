package org.assay.algorithms.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
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

  /** Whole exponents of large numbers take no long fractions, so that enumeration ends. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 5})
  void aCoinOfALargeExponentialIsExact(long exponent) {
    BigInteger unit = BigInteger.TEN.pow(40);
    ExactLaw.of(
            FINE,
            random ->
                ExactBernoulli.exponential(
                    unit.multiply(BigInteger.valueOf(exponent)), unit, random))
        .requires(true, Math.exp(-(double) exponent), 1e-3);
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

  /** Leading bits of a word that large coins look at. */
  private static final int WORDS = 62;

  /** Words whose leading 62 bits are given, the other two set; there are no more. */
  private static RandomGenerator words(BigInteger... leading) {
    int[] next = {0};
    return () -> {
      if (next[0] == leading.length) {
        throw new IllegalStateException("another word is wanted");
      }
      return leading[next[0]++].shiftLeft(2).longValue() | 3;
    };
  }

  private static void wantsMore(BooleanSupplier coin) {
    assertThrows(IllegalStateException.class, coin::getAsBoolean);
  }

  /**
   * Of the 2^62 leading bits the ones below the fraction's own decide for heads, the ones above for
   * tails, and equal ones leave it to the next word and the rest of the fraction: together exactly
   * the probability of the fraction.
   */
  @ParameterizedTest
  @CsvSource({"1, 3", "2, 7", "123456789123456789123456789, 223456789123456789123456789"})
  void aCoinOfALargeRatioIsExact(BigInteger numerator, BigInteger denominator) {
    BigInteger[] first = numerator.shiftLeft(WORDS).divideAndRemainder(denominator);
    BigInteger[] second = first[1].shiftLeft(WORDS).divideAndRemainder(denominator);
    BigInteger below = first[0].subtract(BigInteger.ONE);
    BigInteger above = first[0].add(BigInteger.ONE);
    assertTrue(ExactBernoulli.ratio(numerator, denominator, words(below)));
    assertFalse(ExactBernoulli.ratio(numerator, denominator, words(above)));
    wantsMore(() -> ExactBernoulli.ratio(numerator, denominator, words(first[0])));
    BigInteger next = second[0];
    RandomGenerator lower = words(first[0], next.subtract(BigInteger.ONE));
    RandomGenerator upper = words(first[0], next.add(BigInteger.ONE));
    assertTrue(ExactBernoulli.ratio(numerator, denominator, lower));
    assertFalse(ExactBernoulli.ratio(numerator, denominator, upper));
  }

  @Test
  void aCoinOfALargeFiniteFractionEndsWithIt() {
    BigInteger eighths = BigInteger.valueOf(8);
    BigInteger three = BigInteger.valueOf(3);
    RandomGenerator same = words(three.shiftLeft(WORDS - 3));
    assertFalse(ExactBernoulli.ratio(three, eighths, same), "3/8 of all words are below");
    assertTrue(ExactBernoulli.ratio(eighths, eighths, words()), "1 wants no word");
    assertFalse(ExactBernoulli.ratio(BigInteger.ZERO, eighths, words()), "0 wants no word");
  }

  /**
   * The n-th coin of γ = 5/7 shows heads with probability γ/n, and the first tails decides by
   * whether n is odd: heads with probability {@code Σ (-γ)^n / n!}, which is e^-γ.
   */
  @Test
  void theCoinsOfALargeExponentialAreExact() {
    BigInteger numerator = BigInteger.valueOf(5);
    BigInteger denominator = BigInteger.valueOf(7);
    for (int n = 1; n <= 6; n++) {
      BigInteger[] heads = new BigInteger[n];
      Arrays.fill(heads, BigInteger.ZERO);
      BigInteger last =
          numerator.shiftLeft(WORDS).divide(denominator.multiply(BigInteger.valueOf(n)));
      heads[n - 1] = last.subtract(BigInteger.ONE);
      wantsMore(() -> ExactBernoulli.exponential(numerator, denominator, words(heads)));
      heads[n - 1] = last.add(BigInteger.ONE);
      boolean odd = n % 2 == 1;
      assertEquals(odd, ExactBernoulli.exponential(numerator, denominator, words(heads)));
    }
  }
}
