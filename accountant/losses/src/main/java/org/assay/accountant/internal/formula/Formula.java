package org.assay.accountant.internal.formula;

import java.util.Map;

/**
 * A formula that was read.
 *
 * @param isCondition whether its value is a truth, 1 or 0
 * @param law its value for the values of the names in it
 */
public record Formula(boolean isCondition, Law law) {
  /** The value of a formula. */
  @FunctionalInterface
  public interface Law {
    /**
     * The value.
     *
     * @param values the numbers by their names
     * @return the value
     * @throws ArithmeticException if there is none; the message says why, beginning with a verb
     */
    ExactNumber at(Map<String, ExactNumber> values);
  }

  static Formula number(Law law) {
    return new Formula(false, law);
  }

  static Formula condition(Test test) {
    return new Formula(true, values -> ExactNumber.of(test.holdsAt(values) ? "1" : "0"));
  }

  /** Whether a condition holds. */
  @FunctionalInterface
  interface Test {
    boolean holdsAt(Map<String, ExactNumber> values);
  }

  /**
   * Whether a condition holds.
   *
   * @param values the numbers by their names
   * @return its truth
   * @throws ArithmeticException if a number in it has no value
   */
  public boolean holdsAt(Map<String, ExactNumber> values) {
    return law.at(values).signum() != 0;
  }

  /**
   * The value of a number.
   *
   * @param values the numbers by their names
   * @return the value
   * @throws ArithmeticException if it has none
   */
  public ExactNumber at(Map<String, ExactNumber> values) {
    return law.at(values);
  }
}
