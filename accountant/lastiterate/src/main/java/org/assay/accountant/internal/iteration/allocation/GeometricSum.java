package org.assay.accountant.internal.iteration.allocation;

import org.assay.accountant.numeric.Enclosure;

/** Enclosure of {@code 1 + g + ... + g^(n−1)} for g = e^x, from an enclosure of x. */
final class GeometricSum {
  private GeometricSum() {}

  /** The enclosure for an interval of x: the sum increases with x. */
  static Enclosure of(Enclosure logRatio, long terms) {
    Enclosure high = atExact(logRatio.upper(), terms);
    return logRatio.lower() == logRatio.upper()
        ? high
        : Enclosure.of(atExact(logRatio.lower(), terms).lower(), high.upper());
  }

  private static Enclosure atExact(double x, long terms) {
    Enclosure count = Enclosure.ofCount(terms);
    if (x == 0) {
      return count;
    }
    // 1 <= sum for every x; below 0 it is at most the count, above 0 at least.
    Enclosure quotient = count.times(x).expm1().dividedBy(Enclosure.exact(x).expm1());
    return x < 0 ? quotient.max(Enclosure.ONE).min(count) : quotient.max(count);
  }
}
