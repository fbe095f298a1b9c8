package org.assay.accountant.privacy;

import org.jspecify.annotations.Nullable;

/**
 * Positive guards for parameters: a guard states what must hold, so NaN fails. Messages name the
 * parameter, its value and the rule, and the exception is an {@link InvalidParameterException}.
 */
public final class Parameters {
  private Parameters() {}

  /**
   * Requires a value from callers that are not checked for null.
   *
   * @param name the parameter's name
   * @param value its value
   * @param <T> its type
   * @return the value
   * @throws IllegalArgumentException if there is none
   */
  public static <T> T requireGiven(String name, @Nullable T value) {
    if (value == null) {
      throw new InvalidParameterException(
          name, "was null: it must be given, as no default would be right for everybody");
    }
    return value;
  }

  /**
   * Requires a finite number above 0.
   *
   * @param name the parameter's name
   * @param value its value
   * @return the value
   * @throws IllegalArgumentException if the value is not finite or not above 0
   */
  public static double requirePositive(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new InvalidParameterException(name, "was " + value + ": it must be finite and above 0");
    }
    return value;
  }

  /**
   * Requires a number above 0 with a finite reciprocal, for use as a divisor.
   *
   * @param name the parameter's name
   * @param value its value, above 0
   * @return the value
   * @throws IllegalArgumentException if the reciprocal is not finite
   */
  public static double requireFiniteReciprocal(String name, double value) {
    if (!(1 / value < Double.POSITIVE_INFINITY)) {
      throw new InvalidParameterException(
          name, "was " + value + ": it must be at least 1e-308, so that 1 over it is finite");
    }
    return value;
  }

  /**
   * Requires finite numbers of at least 0 in rising order.
   *
   * @param name the name of one number, for the message
   * @param values the numbers
   * @throws IllegalArgumentException if a number is negative, not finite, or below the one before
   */
  public static void requireRising(String name, double[] values) {
    double before = 0;
    for (double value : values) {
      requireNonNegative(name, value);
      if (!(value >= before)) {
        throw new InvalidParameterException(
            name, "was " + value + " after " + before + ": the numbers must be in rising order");
      }
      before = value;
    }
  }

  /**
   * Requires a finite number of at least 0.
   *
   * @param name the parameter's name
   * @param value its value
   * @return the value
   * @throws IllegalArgumentException if the value is not finite or below 0
   */
  public static double requireNonNegative(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new InvalidParameterException(
          name, "was " + value + ": it must be finite and at least 0");
    }
    return value;
  }

  /**
   * Requires a probability.
   *
   * @param name the parameter's name
   * @param value its value
   * @return the value
   * @throws IllegalArgumentException if the value is not in [0, 1]
   */
  public static double requireProbability(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new InvalidParameterException(name, "was " + value + ": it must be in [0, 1]");
    }
    return value;
  }

  /**
   * Requires a probability strictly between 0 and 1.
   *
   * @param name the parameter's name
   * @param value its value
   * @return the value
   * @throws IllegalArgumentException if the value is not in (0, 1)
   */
  public static double requireOpenProbability(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw new InvalidParameterException(
          name, "was " + value + ": it must be strictly between 0 and 1");
    }
    return value;
  }

  /**
   * Requires a count of at least 1.
   *
   * @param name the parameter's name
   * @param value its value
   * @return the value
   * @throws IllegalArgumentException if the value is below 1
   */
  public static long requireAtLeastOne(String name, long value) {
    if (!(value >= 1)) {
      throw new InvalidParameterException(name, "was " + value + ": it must be at least 1");
    }
    return value;
  }

  /**
   * Requires a whole number that later arithmetic keeps whole.
   *
   * @param name the parameter's name
   * @param value its value
   * @return the value
   * @throws IllegalArgumentException if the value is not a whole number from 1 to 2^53
   */
  public static long requireWhole(String name, double value) {
    if (!(value >= 1 && value <= 0x1p53 && value == Math.rint(value))) {
      throw new InvalidParameterException(
          name, "was " + value + ": it must be a whole number from 1 to 2^53");
    }
    return (long) value;
  }

  /**
   * Requires a Rényi order.
   *
   * @param order the order
   * @return the order
   * @throws IllegalArgumentException if the order is not finite or not above 1
   */
  public static double requireOrder(double order) {
    if (!(order > 1 && order < Double.POSITIVE_INFINITY)) {
      throw new InvalidParameterException(
          "order", "was " + order + ": it must be finite and above 1");
    }
    return order;
  }
}
