package org.assay.accountant.curve;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * The bound of {@code doc-files/group-privacy.md} for data sets several steps of the relation
 * apart.
 */
final class GroupDivergence {
  /** Largest size whose sum is evaluated; beyond it the largest term counts for all. */
  private static final long SUMMED = 64;

  /**
   * Largest order at which divergences are evaluated; beyond it only the bounding line is known.
   */
  private static final double LARGEST_ORDER = 0x1p52;

  private final RdpCurve curve;
  private final long size;

  GroupDivergence(RdpCurve curve, long size) {
    this.curve = curve;
    this.size = size;
  }

  Enclosure at(double order) {
    Enclosure top = Enclosure.ofCount(size).times(order);
    if (!(top.upper() <= LARGEST_ORDER)) {
      return Enclosure.of(0, onLine(order));
    }
    Enclosure sum = Enclosure.ZERO;
    if (size > SUMMED) {
      Enclosure smallest = top.minus(Enclosure.ofCount(size).minus(1));
      return atLeast(top).times(Enclosure.ofCount(size)).times(top).dividedBy(smallest);
    }
    for (int i = 0; i < size; i++) {
      Enclosure inner = top.minus(i);
      sum = sum.plus(atLeast(inner).times(top).dividedBy(inner));
    }
    return sum;
  }

  private double onLine(double order) {
    if (curve.zeroConcentration() == 0) {
      return 0;
    }
    double squared = Enclosure.ofCount(size).square().upper();
    return Rounding.multiplyUp(Rounding.multiplyUp(squared, order), curve.zeroConcentration());
  }

  /** The curve at an order that may need rounding; divergences rise with the order. */
  private Enclosure atLeast(Enclosure order) {
    double high = order.upper();
    double low = Math.max(order.lower(), Rounding.addUp(1, Double.MIN_VALUE));
    return low >= high
        ? curve.at(high)
        : Enclosure.of(curve.at(low).lower(), curve.at(high).upper());
  }
}
