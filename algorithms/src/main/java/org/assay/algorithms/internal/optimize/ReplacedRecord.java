package org.assay.algorithms.internal.optimize;

import org.assay.accountant.numeric.Rounding;
import org.assay.algorithms.objective.Loss;

/** The effect of a record's replacement, as the constant L of events and schedules. */
public final class ReplacedRecord {
  /**
   * Smallest share of the Lipschitz constant; below it, rounding of gradients would matter. Not
   * tuned.
   */
  private static final double LEAST_SHARE = 0x1p-10;

  private ReplacedRecord() {}

  /**
   * Half of the {@linkplain Loss#gradientSensitivity gradient's sensitivity}. This number is the L
   * of events and formulas in which all records' gradients at one parameter are at most L from some
   * vector, or two of them at most 2L apart. Their norms need not be at most L. The result lies
   * between 1/1024 of the Lipschitz constant and the constant: rounding errors are proportional to
   * the size of gradients, and must stay negligible beside the effect of a record.
   *
   * @return the half, rounded up
   */
  public static double halfSensitivity(Loss loss) {
    double half = Rounding.divideUp(loss.gradientSensitivity(), 2);
    return Math.max(half, LEAST_SHARE * loss.lipschitzConstant());
  }
}
