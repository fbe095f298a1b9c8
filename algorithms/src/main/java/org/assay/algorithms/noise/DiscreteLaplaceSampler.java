package org.assay.algorithms.noise;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Discrete Laplace (two-sided geometric) numbers, {@code Pr[x] ∝ e^(-|x|/scale)} on the integers,
 * exactly: uniform bits and integer arithmetic only ([@CanonneKamathSteinke2020], Algorithm 2).
 */
public final class DiscreteLaplaceSampler {
  private static final int UNIT_BITS = 32;

  /** Number of units in an exponent of 1. */
  public static final double UNITS = 0x1p32;

  /** Smallest scale that is accepted. Not tuned. */
  private static final double SMALLEST_SCALE = 0x1p-8;

  /** Largest scale that is accepted. Not tuned. */
  private static final double LARGEST_SCALE = 0x1p52;

  private final double scale;
  private final long numerator;
  private final int denominatorBits;

  private DiscreteLaplaceSampler(double scale) {
    BinaryFraction exact = BinaryFraction.of(scale);
    this.scale = scale;
    this.numerator = exact.mantissa() << Math.max(0, exact.exponent());
    this.denominatorBits = Math.max(0, -exact.exponent());
  }

  /**
   * The sampler of a scale, taken at its exact binary value.
   *
   * @param scale from 2^-8 to 2^52
   * @return the sampler
   * @throws IllegalArgumentException if the scale is out of range
   */
  public static DiscreteLaplaceSampler ofScale(double scale) {
    if (!(scale >= SMALLEST_SCALE && scale <= LARGEST_SCALE)) {
      throw new IllegalArgumentException(
          "scale was " + scale + ": it must be from 2^-8 to 2^52; measure in another unit");
    }
    return new DiscreteLaplaceSampler(scale);
  }

  /**
   * The scale.
   *
   * @return the scale, as given
   */
  public double scale() {
    return scale;
  }

  /**
   * One number.
   *
   * @param random uniform bits; the number of used bits is random
   * @return the number
   * @throws ArithmeticException if it does not fit, which happens with probability below e^-1000
   */
  public long sample(RandomGenerator random) {
    while (true) {
      long magnitude = magnitude(random) >> denominatorBits;
      boolean negative = random.nextBoolean();
      if (!negative || magnitude > 0) {
        return negative ? -magnitude : magnitude;
      }
    }
  }

  /**
   * A geometric number, {@code Pr[x] ∝ e^(-x/numerator)}: the remainder by rejection, then the
   * quotient.
   */
  private long magnitude(RandomGenerator random) {
    long remainder = random.nextLong(numerator);
    while (!ExactBernoulli.exponential(remainder, numerator, random)) {
      remainder = random.nextLong(numerator);
    }
    long quotient = 0;
    while (ExactBernoulli.exponential(1, 1, random)) {
      quotient++;
    }
    return Math.addExact(remainder, Math.multiplyExact(quotient, numerator));
  }

  /**
   * The event of adding one independent number to each coordinate of a query with whole-number
   * values.
   *
   * @param sensitivity the query's sensitivity in the 1-norm, a whole number
   * @return the event
   * @throws IllegalArgumentException if the sensitivity is not whole
   */
  public DiscreteLaplaceEvent event(Sensitivity sensitivity) {
    return new DiscreteLaplaceEvent(scale, sensitivity);
  }

  /** The scale. */
  @Override
  public String toString() {
    return "discrete Laplace of scale " + scale;
  }

  /**
   * True with probability {@code e^(-units/2^32)}, exactly: a coin of the kind that the sampler is
   * made of, for choices with exponential weights.
   *
   * @param units the exponent, at least 0
   * @param random the source of randomness
   * @return the side of the coin
   */
  public static boolean survives(long units, RandomGenerator random) {
    for (long whole = units >>> UNIT_BITS; whole > 0; whole--) {
      if (!ExactBernoulli.exponential(1, 1, random)) {
        return false;
      }
    }
    return ExactBernoulli.exponential(units & 0xFFFFFFFFL, 1L << UNIT_BITS, random);
  }
}
