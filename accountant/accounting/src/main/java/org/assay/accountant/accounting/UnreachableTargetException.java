package org.assay.accountant.accounting;

import org.assay.accountant.accounting.Calibration.Evaluation;

/** No value in the range of a calibration meets its target. */
public final class UnreachableTargetException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient Evaluation best;

  UnreachableTargetException(String name, double target, Evaluation best) {
    super(
        "target "
            + target
            + " is unreachable: even "
            + name
            + " "
            + best.parameter()
            + " gives "
            + best.bound());
    this.best = best;
  }

  /**
   * The bound at the most private value of the range.
   *
   * @return the value and its bound
   */
  public Evaluation best() {
    return best;
  }
}
