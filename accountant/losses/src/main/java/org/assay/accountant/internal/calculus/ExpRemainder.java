package org.assay.accountant.internal.calculus;

import org.assay.accountant.numeric.Enclosure;

/**
 * The remainder {@code g(w) = e^w - 1 - w} of the exponential series, without cancellation.
 *
 * <p>Computed values have a relative error of at most {@link #RELATIVE_ERROR}. For magnitudes below
 * 1/2 the series {@code w²/2 · sum of 2 w^n / (n + 2)!} is truncated after n = 13, with a relative
 * remainder below 6e-18. Horner's rule loses at most 8 units of roundoff, because an inner factor
 * is at most 1/6 of the sum it is added to. For larger magnitudes {@code expm1(w) - w} cancels less
 * than a factor 5.
 */
public final class ExpRemainder {
  /** Bound on the relative error of both functions, 16 units of roundoff. */
  public static final double RELATIVE_ERROR = 0x1p-49;

  /** Smallest argument for which {@code g(w)} is given without its factor {@code e^w}. */
  public static final double SCALED_FROM = 30;

  /** Largest magnitude for which the series is summed. */
  private static final double SERIES_BELOW = 0.5;

  /** Absolute error of products below the normal range. */
  private static final double TINY = 8 * Double.MIN_VALUE;

  /** Coefficients 2 / (n + 2)!, n = 13 down to 0. */
  private static final double[] COEFFICIENTS = coefficients(13);

  private ExpRemainder() {}

  /**
   * The remainder.
   *
   * @param w any number
   * @return {@code e^w - 1 - w}
   */
  public static double of(double w) {
    if (Math.abs(w) >= SERIES_BELOW) {
      return Math.expm1(w) - w;
    }
    double sum = 0;
    for (double coefficient : COEFFICIENTS) {
      sum = sum * w + coefficient;
    }
    return 0.5 * w * w * sum;
  }

  /**
   * The remainder over {@code e^w}, for arguments where the remainder itself may overflow.
   *
   * @param w at least {@link #SCALED_FROM}
   * @return {@code 1 - (1 + w) e^-w}
   */
  public static double scaled(double w) {
    return 1 - (1 + w) * Math.exp(-w);
  }

  /**
   * Enclosure of the remainder. The remainder falls for negative arguments and rises for positive
   * ones. The argument's ends and 0 therefore give the ends of the value.
   *
   * @param w an enclosure of the argument
   * @return an enclosure of {@code e^w - 1 - w}; its upper end is infinite if the value overflows
   */
  public static Enclosure enclose(Enclosure w) {
    if (w.lower() == 0 && w.upper() == 0) {
      return Enclosure.ZERO;
    }
    double atLower = of(w.lower());
    double atUpper = of(w.upper());
    double smallest = w.lower() > 0 ? atLower : w.upper() < 0 ? atUpper : 0;
    return widened(smallest, Math.max(atLower, atUpper));
  }

  /**
   * Enclosure of {@link #scaled}, which rises from 30 on.
   *
   * @param w an enclosure of the argument, at least {@link #SCALED_FROM}
   * @return an enclosure of {@code 1 - (1 + w) e^-w}
   */
  public static Enclosure encloseScaled(Enclosure w) {
    return widened(scaled(w.lower()), scaled(w.upper())).min(Enclosure.ONE);
  }

  private static Enclosure widened(double smallest, double largest) {
    // Products below the normal range have absolute errors, hence the two added terms.
    double low = Math.min(smallest, Double.MAX_VALUE) * (1 - 2 * RELATIVE_ERROR) - TINY;
    return Enclosure.of(Math.max(0, low), largest * (1 + 2 * RELATIVE_ERROR) + TINY);
  }

  private static double[] coefficients(int last) {
    double[] result = new double[last + 1];
    double factorial = 2;
    for (int n = 0; n <= last; n++) {
      result[last - n] = 2 / factorial;
      factorial *= n + 3;
    }
    return result;
  }
}
