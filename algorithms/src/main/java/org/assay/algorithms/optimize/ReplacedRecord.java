package org.assay.algorithms.optimize;

import org.assay.accountant.numeric.Rounding;
import org.assay.algorithms.objective.Loss;

/** What replacing a record does, in the terms of events and schedules that state a constant L. */
public final class ReplacedRecord {
  private ReplacedRecord() {}

  /**
   * Half of the {@linkplain Loss#gradientSensitivity gradient's sensitivity}: the L of every event
   * and formula in which 2L bounds the distance of two records' gradients at one parameter, and
   * which does not ask for the size of a gradient. The Lipschitz constant, or less.
   *
   * @param loss the loss
   * @return the half, rounded up
   */
  public static double halfSensitivity(Loss loss) {
    return Rounding.divideUp(loss.gradientSensitivity(), 2);
  }
}
