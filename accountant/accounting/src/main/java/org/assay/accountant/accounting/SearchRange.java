package org.assay.accountant.accounting;

import org.assay.accountant.privacy.Parameters;

/**
 * The range of a parameter in which a calibration searches, and the value it tries first.
 *
 * @param name the name of the parameter in messages
 * @param from smallest value, finite and above 0
 * @param to largest value, finite and at least {@code from}
 * @param start the first value that is tried
 */
public record SearchRange(String name, double from, double to, double start) {
  /**
   * Checks that the three values are in ascending order.
   *
   * @throws IllegalArgumentException unless {@code 0 < from ≤ start ≤ to} and all are finite
   */
  public SearchRange {
    Parameters.requirePositive("from", from);
    Parameters.requirePositive("to", to);
    if (!(from <= start && start <= to)) {
      throw new IllegalArgumentException(
          "from, start and to were "
              + from
              + ", "
              + start
              + ", "
              + to
              + ": they must be in this order, the smallest first");
    }
  }
}
