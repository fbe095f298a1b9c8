package org.assay.accountant.accounting;

/**
 * One evaluation of a bound during a calibration.
 *
 * @param parameter the value of the parameter that was tried
 * @param bound the certified upper bound for it; infinite if there is none
 */
public record Evaluation(double parameter, double bound) {
  /**
   * Checks the bound.
   *
   * @throws IllegalArgumentException if the bound or the parameter is NaN
   */
  public Evaluation {
    if (!(bound >= Double.NEGATIVE_INFINITY && parameter >= Double.NEGATIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "bound at " + parameter + " was " + bound + ": neither may be NaN");
    }
  }
}
