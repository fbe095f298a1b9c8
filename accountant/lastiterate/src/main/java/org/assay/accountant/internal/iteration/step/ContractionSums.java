package org.assay.accountant.internal.iteration.step;

import org.assay.accountant.numeric.Enclosure;

/** Sums of powers of the contraction of a step. */
public final class ContractionSums {
  private ContractionSums() {}

  /** {@code Σ_{j<n} c^j} for c = 1 + e, which rises with e. */
  static Enclosure geometric(double e, double n) {
    if (e == 0) {
      return Enclosure.exact(n);
    }
    Enclosure exact = Enclosure.exact(e);
    return exact.log1p().times(n).expm1().dividedBy(exact);
  }

  /**
   * {@code w² / Σ_{j=1..k} c^(−2j)} for c = 1 + e. This is the squared mu of the Gaussian noise of
   * k steps that together compensate a distance w.
   *
   * @param distance w, at least 0
   * @param e contraction of a step minus one, at least −1
   * @param steps number of steps k, above 0
   * @return an enclosure
   */
  public static Enclosure hidden(double distance, double e, double steps) {
    if (distance == Double.POSITIVE_INFINITY) {
      return Enclosure.exact(distance);
    }
    Enclosure square = Enclosure.exact(distance).square();
    if (e == -1) {
      return Enclosure.ZERO;
    }
    Enclosure weight = inverseSum(e, steps);
    return weight.lower() > 0
        ? square.dividedBy(weight)
        : Enclosure.of(0, Double.POSITIVE_INFINITY);
  }

  /** {@code Σ_{j=1..k} c^(−2j) = (c^(−2k) − 1)/(1 − c²)}, which falls as c rises. */
  private static Enclosure inverseSum(double e, double steps) {
    if (e == 0) {
      return Enclosure.exact(steps);
    }
    Enclosure twiceLog = Enclosure.exact(e).log1p().times(2);
    return twiceLog.times(-steps).expm1().dividedBy(twiceLog.expm1().negate());
  }
}
