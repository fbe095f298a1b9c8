package org.assay.algorithms.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;

/** The parts the exact samplers are made of. */
class ExactArithmeticProperties {
  private static final int N = 20_000;

  @Property(tries = 300, seed = "8301")
  void fractionsAreTheDoublesThemselves(@ForAll long bits) {
    double value = Double.longBitsToDouble(bits);
    if (!Double.isFinite(value)) {
      return;
    }
    BinaryFraction fraction = BinaryFraction.of(value);
    BigDecimal power =
        fraction.exponent() >= 0
            ? new BigDecimal(BigInteger.ONE.shiftLeft(fraction.exponent()))
            : BigDecimal.ONE.divide(new BigDecimal(BigInteger.ONE.shiftLeft(-fraction.exponent())));
    assertEquals(
        0,
        new BigDecimal(value).compareTo(BigDecimal.valueOf(fraction.mantissa()).multiply(power)));
    assertTrue(value == 0 || fraction.mantissa() % 2 != 0, "odd");
  }

  @Example
  void theEndsOfTheRange() {
    assertEquals(new BinaryFraction(0, 0), BinaryFraction.of(-0.0));
    assertEquals(new BinaryFraction(1, -1074), BinaryFraction.of(Double.MIN_VALUE));
    assertEquals(new BinaryFraction((1L << 53) - 1, 971), BinaryFraction.of(Double.MAX_VALUE));
    assertEquals(new BinaryFraction(-3, -1), BinaryFraction.of(-1.5));
  }

  /** Digits as they would be drawn, and the rounding done in decimals of any length. */
  @Property(tries = 500, seed = "8302")
  void roundsTheRealNumber(
      @ForAll @Scale(14) @DoubleRange(min = -1e4, max = 1e4) double centre,
      @ForAll @Scale(14) @DoubleRange(min = 1e-5, max = 1e5) double scale,
      @ForAll @IntRange(min = -60, max = 20) int exponent,
      @ForAll @IntRange(max = 6) int whole,
      @ForAll boolean negative,
      @ForAll long seed) {
    UniformDigits digits = new UniformDigits(new SplittableRandom(seed));
    ExactDeviate deviate = new ExactDeviate(negative, whole, digits);
    BigDecimal fraction =
        new BigDecimal(digits.leading(5))
            .divide(new BigDecimal(BigInteger.ONE.shiftLeft(5 * UniformDigits.CHUNK_BITS)));
    BigDecimal noise = new BigDecimal(scale).multiply(fraction.add(BigDecimal.valueOf(whole)));
    BigDecimal value = new BigDecimal(centre).add(negative ? noise.negate() : noise);
    BigInteger expected =
        value
            .divide(new BigDecimal(Math.scalb(1.0, exponent)))
            .setScale(0, RoundingMode.HALF_UP)
            .toBigInteger();
    assertEquals(
        expected, deviate.nearest(BinaryFraction.of(centre), BinaryFraction.of(scale), exponent));
  }

  /** Chunks of equal digits do not decide, whatever their number. */
  @Example
  void comparesBeyondEqualDigits() {
    UniformDigits low = new UniformDigits(script(4, 4, 4, 8));
    UniformDigits high = new UniformDigits(script(4, 4, 4, 12));
    assertTrue(low.isBelow(high));
    assertFalse(high.isBelow(low));
    assertEquals(new BigInteger("1").shiftLeft(62).add(BigInteger.ONE), low.leading(2));
  }

  private static RandomGenerator script(long... numbers) {
    int[] next = {0};
    return () -> numbers[next[0]++];
  }

  /** A mean of n coins leaves p ± √(ln(2/1e-7)/2n) = ± 0.0205 with probability 1e-7 (Hoeffding). */
  @Example
  void coinsShowHeadsAsOftenAsStated() {
    SplittableRandom random = new SplittableRandom(8303);
    requireFrequency(0.3, () -> ExactBernoulli.ratio(3, 10, random));
    requireFrequency(Math.exp(-0.7), () -> ExactBernoulli.exponential(7, 10, random));
    requireFrequency(1, () -> ExactBernoulli.exponential(0, 10, random));
    requireFrequency(Math.exp(-1.75), () -> DiscreteLaplaceSampler.survives(7L << 30, random));
    requireFrequency(1, () -> DiscreteLaplaceSampler.survives(0, random));
  }

  private static void requireFrequency(double expected, BooleanSupplier coin) {
    int heads = 0;
    for (int i = 0; i < N; i++) {
      heads += coin.getAsBoolean() ? 1 : 0;
    }
    double tolerance = expected == 0 || expected == 1 ? 0 : 0.0205;
    assertEquals(expected, (double) heads / N, tolerance);
  }
}
