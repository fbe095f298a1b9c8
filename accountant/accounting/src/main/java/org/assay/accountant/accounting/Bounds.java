package org.assay.accountant.accounting;

import java.util.List;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.accounting.TightestBound.Method;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.ContradictionException;

/** Chooses the smaller or the larger of several bounds, and combines their enclosures. */
final class Bounds {
  private Bounds() {}

  /** The index of the bound with the largest upper end; the first such index. */
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

  /**
   * The smaller upper end of a bound by privacy losses and of one by Rényi orders. The lower end is
   * the one of the privacy losses.
   */
  static Bound withOrders(Bound losses, Bound orders, boolean attained) {
    Enclosure together =
        Enclosure.of(
            Math.min(losses.value().lower(), orders.value().upper()), orders.value().upper());
    boolean apart = losses.value().lower() > orders.value().upper();
    Bound smaller = apart ? orders : new Bound(together, Method.RENYI_ABOVE_LOSSES);
    return withGuarantee(losses, orders, smaller, attained);
  }

  /**
   * The smaller upper end of two bounds. If some mechanism attains the bound, the lower end of the
   * first bound remains valid and is kept. If not, the answer is {@code smaller}.
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
