package org.assay.cli.internal.input;

import org.assay.accountant.privacy.InvalidParameterException;

/** A rule for numbers, such as those of {@link org.assay.accountant.privacy.Parameters}. */
@FunctionalInterface
public interface Guard {
  /**
   * Insists that a number follows the rule.
   *
   * @param name what a message calls the number
   * @param value the number
   * @throws IllegalArgumentException if it does not; the message has name, value and rule
   */
  void require(String name, double value);

  /**
   * The rule for Rényi orders.
   *
   * @param name what a message calls the number
   * @param value the number
   * @throws IllegalArgumentException if the number is not finite or not above 1
   */
  static void order(String name, double value) {
    if (!(value > 1 && value < Double.POSITIVE_INFINITY)) {
      throw new InvalidParameterException(name, "was " + value + ": it must be finite and above 1");
    }
  }
}
