package org.assay.algorithms.noise;

import java.math.BigInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A real number {@code ±(whole + fraction)} from a continuous law, exactly: its digits are drawn
 * when they are needed, by uniform bits and comparisons only.
 *
 * @param negative whether the number is negative
 * @param whole whole part of the magnitude
 * @param fraction fractional part of the magnitude
 */
record ExactDeviate(boolean negative, long whole, UniformDigits fraction) {
  /** A number from N(0, 1) ([@Karney2016], Algorithm N). */
  static ExactDeviate gaussian(RandomGenerator random) {
    while (true) {
      long k = successes(2, random);
      if (survives(k * (k - 1), () -> ExactBernoulli.exponential(1, 2, random))) {
        UniformDigits x = new UniformDigits(random);
        if (survives(k + 1, () -> evenDescent(x, () -> belowSlope(k, x, random), random))) {
          return new ExactDeviate(random.nextBoolean(), k, x);
        }
      }
    }
  }

  /** A number of density {@code e^-|x| / 2}, by von Neumann's method for exponentials. */
  static ExactDeviate laplace(RandomGenerator random) {
    long k = successes(1, random);
    UniformDigits x = new UniformDigits(random);
    while (!evenDescent(x, () -> true, random)) {
      x = new UniformDigits(random);
    }
    return new ExactDeviate(random.nextBoolean(), k, x);
  }

  /** Number of successes in a row of a coin of probability {@code e^(-1/divisor)}. */
  static long successes(int divisor, RandomGenerator random) {
    long count = 0;
    while (ExactBernoulli.exponential(1, divisor, random)) {
      count++;
    }
    return count;
  }

  private static boolean survives(long trials, BooleanSupplier trial) {
    for (long i = 0; i < trials; i++) {
      if (!trial.getAsBoolean()) {
        return false;
      }
    }
    return true;
  }

  /**
   * True with probability {@code e^(-x p)}, p the probability of the coin: x > z_1 > z_2 > … goes
   * on n times or more, the coin showing heads each time, with probability (x p)^n / n!.
   */
  static boolean evenDescent(UniformDigits x, BooleanSupplier coin, RandomGenerator random) {
    UniformDigits last = x;
    UniformDigits next = new UniformDigits(random);
    boolean even = true;
    while (next.isBelow(last) && coin.getAsBoolean()) {
      even = !even;
      last = next;
      next = new UniformDigits(random);
    }
    return even;
  }

  /** True with probability {@code (2k + x) / (2k + 2)}. */
  static boolean belowSlope(long k, UniformDigits x, RandomGenerator random) {
    long slice = random.nextLong(2 * k + 2);
    return slice < 2 * k || (slice == 2 * k && new UniformDigits(random).isBelow(x));
  }

  /**
   * {@code centre + scale · this}, rounded to the nearest multiple of {@code 2^exponent}, in
   * multiples of it. Digits are drawn until both ends of the known interval round to the same
   * multiple.
   */
  BigInteger nearest(BinaryFraction centre, BinaryFraction scale, int exponent) {
    int unit = Math.min(Math.min(centre.exponent(), scale.exponent()), exponent - 1);
    BigInteger half = BigInteger.ONE.shiftLeft(exponent - 1 - unit);
    BigInteger shifted = centre.over(unit).add(half);
    for (int chunks = 1; ; chunks++) {
      int digits = chunks * UniformDigits.CHUNK_BITS;
      BigInteger step = negative ? scale.over(unit).negate() : scale.over(unit);
      BigInteger known =
          BigInteger.valueOf(whole).shiftLeft(digits).add(fraction.leading(chunks)).multiply(step);
      BigInteger end = shifted.shiftLeft(digits).add(known);
      BigInteger nearest = end.shiftRight(digits + exponent - unit);
      if (nearest.equals(end.add(step).shiftRight(digits + exponent - unit))) {
        return nearest;
      }
    }
  }

  /** Releases a vector: each coordinate plus a scaled number of its own, rounded to the grid. */
  static double[] release(
      double[] query, double scale, ReleaseGrid grid, Supplier<ExactDeviate> draw) {
    BinaryFraction exactScale = BinaryFraction.of(scale);
    double[] released = new double[query.length];
    for (int j = 0; j < query.length; j++) {
      if (!Double.isFinite(query[j])) {
        throw new IllegalArgumentException(
            "coordinate " + j + " of the query was " + query[j] + ": it must be finite");
      }
      BigInteger cell =
          draw.get().nearest(BinaryFraction.of(query[j]), exactScale, grid.exponent());
      released[j] = Math.scalb(cell.doubleValue(), grid.exponent());
    }
    return released;
  }
}
