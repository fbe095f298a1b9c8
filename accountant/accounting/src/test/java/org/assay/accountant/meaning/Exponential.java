package org.assay.accountant.meaning;

import java.util.List;

/**
 * Between the doubles that Assay is asked about and fractions: the powers of e here never claim
 * more than the doubles do.
 */
final class Exponential {
  private static final List<Fraction> KNOWN =
      List.of(Fraction.of(3, 2), Fraction.of(2), Fraction.of(3), Fraction.of(4), Fraction.of(9));

  private static final double GRID = 0x1p30;

  private Exponential() {}

  /**
   * A double at or above the logarithm of a number that is a double; {@code log} errs by an ulp.
   */
  static double logUp(Fraction value) {
    return value.equals(Fraction.ONE) ? 0 : Math.nextUp(StrictMath.log(value.approximately()));
  }

  /** A double at or below that logarithm. */
  static double logDown(Fraction value) {
    return value.equals(Fraction.ONE) ? 0 : Math.nextDown(StrictMath.log(value.approximately()));
  }

  /** A fraction at or below {@code e^epsilon}: the one that epsilon was made of, or close to it. */
  static Fraction below(double epsilon) {
    for (Fraction known : KNOWN) {
      if (logUp(known) == epsilon) {
        return known;
      }
    }
    if (!(epsilon > 0)) {
      return Fraction.ONE;
    }
    return Fraction.exactly(Math.floor(StrictMath.exp(epsilon) * (1 - 0x1p-40) * GRID) / GRID)
        .max(Fraction.ONE);
  }

  /** A fraction above {@code e^epsilon}, and close to it. */
  static Fraction above(double epsilon) {
    return Fraction.exactly(Math.ceil(StrictMath.exp(epsilon) * (1 + 0x1p-40) * GRID) / GRID);
  }

  /** A fraction at or below {@code e^(1/scale)}, where the scale was rounded down. */
  static Fraction belowInverse(double scale) {
    for (Fraction known : KNOWN) {
      if (scaleDown(known) == scale) {
        return known;
      }
    }
    return below(Math.nextDown(1 / scale));
  }

  /** The scale of Laplace noise whose densities at a distance of 1 have at least this ratio. */
  static double scaleDown(Fraction ratio) {
    return Math.nextDown(1 / logUp(ratio));
  }
}
