package org.assay.accountant.accounting;

import java.util.List;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.accounting.TightestBound.Method;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.ContradictionException;

/** The better or the worse of several bounds. */
final class Bounds {
  private Bounds() {}

  /** The place of the largest guarantee, the first of several. */
  static int worst(List<Bound> bounds) {
    int worst = 0;
    for (int i = 1; i < bounds.size(); i++) {
      worst = bounds.get(i).value().upper() > bounds.get(worst).value().upper() ? i : worst;
    }
    return worst;
  }

  static Bound smaller(Bound first, Bound second) {
    return second.value().upper() < first.value().upper() ? second : first;
  }

  /** The smaller guarantee of two, above what losses prove from below. */
  static Bound withOrders(Bound losses, Bound orders, boolean attained) {
    Enclosure together =
        Enclosure.of(
            Math.min(losses.value().lower(), orders.value().upper()), orders.value().upper());
    boolean apart = losses.value().lower() > orders.value().upper();
    Bound smaller = apart ? orders : new Bound(together, Method.RENYI_ABOVE_LOSSES);
    return withGuarantee(losses, orders, smaller, attained);
  }

  /**
   * The smaller guarantee of two. What is proved from below about an event that attains its bound
   * stays; otherwise the answer is another one.
   */
  static Bound withGuarantee(Bound first, Bound other, Bound smaller, boolean attained) {
    double upper = other.value().upper();
    if (!(upper < first.value().upper())) {
      return first;
    }
    double lower = first.value().lower();
    if (attained) {
      ContradictionException.requireOrdered(lower, upper, "two guarantees of one event");
      return new Bound(Enclosure.of(lower, upper), first.method());
    }
    return smaller;
  }
}
