package org.assay.algorithms.internal.optimize;

import org.assay.accountant.numeric.Rounding;
import org.assay.algorithms.objective.Loss;

/** What replacing a record does, in the terms of events and schedules that state a constant L. */
public final class ReplacedRecord {
  /**
   * Smallest share of the Lipschitz constant; in smaller ones rounding of gradients would count.
   */
  private static final double LEAST_SHARE = 0x1p-10;

  private ReplacedRecord() {}

  /**
   * Half of the {@linkplain Loss#gradientSensitivity gradient's sensitivity}: the L of every event
   * and formula which asks for records' gradients at one parameter to be at most L from some
   * vector, or for two of them to be at most 2L apart, and not for the size of a gradient. The
   * Lipschitz constant L, or less, but at least L/1024: what steps round is proportional to the
   * size of what they add, and must stay negligible beside what a record moves.
   *
   * @return the half, rounded up
   */
  public static double halfSensitivity(Loss loss) {
    double half = Rounding.divideUp(loss.gradientSensitivity(), 2);
    return Math.max(half, LEAST_SHARE * loss.lipschitzConstant());
  }
}
