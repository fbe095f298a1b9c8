package org.assay.accountant.accounting;

import java.util.Optional;

/**
 * A parameter that meets a target, and a neighbouring parameter that does not.
 *
 * @param answer the parameter, and the certified bound there, which is at most the target
 * @param target the target
 * @param failing a parameter next to the answer (within the tolerance, or the next integer) whose
 *     bound exceeds the target; empty if the answer is the most permissive end of the range
 * @param evaluations number of evaluations of the bound
 */
public record Calibration(
    Evaluation answer, double target, Optional<Evaluation> failing, int evaluations) {
  /**
   * Checks that the answer meets the target and its neighbour does not.
   *
   * @throws IllegalArgumentException if one of the two does not hold
   */
  public Calibration {
    if (!(answer.bound() <= target)) {
      throw new IllegalArgumentException(
          "bound of the answer was " + answer.bound() + ": it must be at most " + target);
    }
    failing.ifPresent(neighbour -> requireFailing(neighbour, target));
  }

  private static void requireFailing(Evaluation neighbour, double target) {
    if (!(neighbour.bound() > target)) {
      throw new IllegalArgumentException(
          "bound of the neighbour was " + neighbour.bound() + ": it must be above " + target);
    }
  }

  /**
   * The calibrated parameter.
   *
   * @return the parameter of the answer
   */
  public double value() {
    return answer.parameter();
  }

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
}
