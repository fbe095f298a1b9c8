package org.assay.accountant.curve;

import org.assay.accountant.numeric.Enclosure;

/**
 * A conversion from a Rényi curve, to be minimised over the order, in terms of {@code b = order -
 * 1} and the log moment {@code K(b) = b · D_order}. For every exact Rényi divergence K is convex
 * ([@VanErvenHarremoes2014], Corollary 2).
 */
interface OrderObjective {
  /** The converted value at b, given the log moment there. */
  Enclosure value(double b, Enclosure logMoment);

  /**
   * The derivative in b of the converted value of the line {@code K(b) = intercept + slope · b},
   * times a positive weight that makes the product rise with b.
   */
  Enclosure derivativeTimesWeight(double b, Enclosure intercept, Enclosure slope);

  /** An upper bound of one over the weight on any interval that starts at b. */
  double largestInverseWeight(double b);
}
