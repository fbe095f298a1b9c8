package org.assay.accountant.accounting;

import java.util.Optional;
import org.assay.accountant.internal.selection.Repetitions;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Epsilon and delta of the best of several runs, from the privacy profile delta(epsilon) of a
 * single run: {@code delta'(epsilon + shift) <= mean delta(epsilon)}. The mean is the expected
 * number of runs. Proof: {@code internal/selection/doc-files/repeat-and-select.md}.
 */
final class SelectionAnswer {
  private final TightestBound once;
  private final double mean;
  private final double shift;

  private SelectionAnswer(Repetitions repetitions, TightestBound once) {
    this.once = once;
    this.mean = repetitions.expectation().upper();
    this.shift = repetitions.profileShift(epsilon -> once.delta(epsilon).value().upper());
  }

  /**
   * The bound as an interval. The lower end is attained by an explicit test between neighbours. The
   * upper end is the smaller one of the bounds from the profile and from Rényi orders.
   */
  static TightestBound.Bound of(
      Question question,
      Repetitions repetitions,
      TightestBound once,
      Optional<TightestBound.Bound> byOrders) {
    TightestBound.Bound guarantee = guarantee(question, repetitions, once, byOrders);
    double upper = guarantee.value().upper();
    double lower = question.of(new SelectionTest(repetitions, once));
    ContradictionException.requireOrdered(
        lower, upper, question + " of the best of " + repetitions.describe() + " of " + once);
    return lower > 0
        ? new TightestBound.Bound(Enclosure.of(lower, upper), TightestBound.Method.TESTED_SELECTION)
        : guarantee;
  }

  private static TightestBound.Bound guarantee(
      Question question,
      Repetitions repetitions,
      TightestBound once,
      Optional<TightestBound.Bound> byOrders) {
    try {
      double upper = question.of(new SelectionAnswer(repetitions, once));
      return byOrders
          .filter(orders -> orders.value().upper() <= upper)
          .orElseGet(
              () ->
                  new TightestBound.Bound(Enclosure.of(0, upper), TightestBound.Method.SELECTION));
    } catch (UnsupportedEventException noProfile) {
      return byOrders.orElseThrow(() -> noProfile);
    }
  }

  double epsilon(double delta) {
    double each = Rounding.divideDown(delta, mean);
    double single = each < 1 && each > 0 ? once.epsilon(each).value().upper() : bound(each);
    return Rounding.addUp(single, shift);
  }

  /** The epsilon of a single run at a delta of 1 or more, or of 0. */
  private static double bound(double each) {
    return each >= 1 ? 0 : Double.POSITIVE_INFINITY;
  }

  double delta(double epsilon) {
    double left = Rounding.subtractDown(epsilon, shift);
    return left >= 0 ? Math.min(1, Rounding.multiplyUp(mean, once.delta(left).value().upper())) : 1;
  }
}
