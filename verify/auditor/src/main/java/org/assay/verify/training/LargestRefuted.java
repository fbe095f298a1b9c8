package org.assay.verify.training;

import java.util.function.DoublePredicate;
import java.util.function.Predicate;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.ClaimFamily;

/** Searches a family of claims for the largest that evidence refutes: a lower bound. */
final class LargestRefuted {
  private static final double LARGEST_VALUE = 600;
  private static final double RELATIVE_WIDTH = 1e-7;
  private static final double ABSOLUTE_WIDTH = 1e-12;

  private LargestRefuted() {}

  /**
   * The value of a refuted member, near which another is not refuted.
   *
   * @param claim says which family, and where to start searching
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

  /** The last value refuted, between one that is, or 0, and one that may not be. */
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
