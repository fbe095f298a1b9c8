package org.assay.verify.training;

import java.util.function.DoublePredicate;
import java.util.function.Predicate;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.ClaimFamily;

/**
 * Searches a family of claims for the largest one that evidence refutes, which is a lower bound.
 */
final class LargestRefuted {
  /** Upper end of the search. Not tuned. */
  private static final double LARGEST_VALUE = 600;

  /** Relative precision of the search. Not tuned. */
  private static final double RELATIVE_WIDTH = 1e-7;

  /** Absolute precision of the search, for values near 0. Not tuned. */
  private static final double ABSOLUTE_WIDTH = 1e-12;

  private LargestRefuted() {}

  /**
   * The value of a refuted member, close below a member that is not refuted.
   *
   * @param claim a member of the family, at which the search starts
   * @param refuted whether a claim is refuted
   * @return the value; 0 if nothing was shown
   */
  static double of(Guarantee claim, Predicate<Guarantee> refuted) {
    ClaimFamily family = ClaimFamily.of(claim);
    DoublePredicate isRefuted = value -> refuted.test(family.at(value));
    double start = Math.min(family.claimed(), LARGEST_VALUE);
    double low = isRefuted.test(start) ? start : 0;
    double high = low == 0 && start > 0 ? start : Math.max(2 * start, 1);
    while (high > start && high < LARGEST_VALUE && isRefuted.test(high)) {
      low = high;
      high = 2 * high;
    }
    return bisect(isRefuted, low, high);
  }

  /**
   * Bisects between a refuted value (or 0) and one that may not be refuted; returns the last
   * refuted one.
   */
  private static double bisect(DoublePredicate refuted, double refutedOrZero, double not) {
    double low = refutedOrZero;
    double high = not;
    while (high - low > RELATIVE_WIDTH * high + ABSOLUTE_WIDTH) {
      double middle = low + (high - low) / 2;
      if (refuted.test(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
