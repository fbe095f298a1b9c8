package org.assay.accountant.internal.selection;

import java.util.function.DoubleFunction;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.univariate.BrentOptimizer;
import org.apache.commons.math3.optim.univariate.SearchInterval;
import org.apache.commons.math3.optim.univariate.UnivariateObjectiveFunction;
import org.assay.accountant.numeric.Enclosure;

/**
 * Searches for orders with small bounds. Every order gives a valid bound, so no proof rests on the
 * search.
 */
final class OrderSearch {
  /** Range of the search in {@code log₂(order - 1)}. */
  private static final int LEAST_EXPONENT = -8;

  private static final int LARGEST_EXPONENT = 14;

  /** Accuracy of the minimum in {@code log₂(order - 1)}. */
  private static final double ACCURACY = 1e-7;

  /** Largest number of evaluations of the refined search. */
  private static final int MOST_EVALUATIONS = 200;

  private OrderSearch() {}

  /**
   * The first local minimum, searched from large orders downward. If the bound falls all the way,
   * the result is the smallest order of the range.
   */
  static double lastMinimum(DoubleFunction<Enclosure> bound) {
    int best = LARGEST_EXPONENT;
    double least = value(bound, best);
    for (int exponent = best - 1; exponent >= LEAST_EXPONENT; exponent--) {
      double value = value(bound, exponent);
      if (value > least) {
        break;
      }
      least = value;
      best = exponent;
    }
    return best == LEAST_EXPONENT ? order(best) : order(refined(bound, best));
  }

  private static double refined(DoubleFunction<Enclosure> bound, double exponent) {
    return new BrentOptimizer(ACCURACY, ACCURACY)
        .optimize(
            new MaxEval(MOST_EVALUATIONS),
            new UnivariateObjectiveFunction(x -> value(bound, x)),
            GoalType.MINIMIZE,
            new SearchInterval(exponent - 1, exponent + 1, exponent))
        .getPoint();
  }

  private static double value(DoubleFunction<Enclosure> bound, double exponent) {
    return Math.min(Double.MAX_VALUE, bound.apply(order(exponent)).upper());
  }

  private static double order(double exponent) {
    return 1 + Math.pow(2, exponent);
  }
}
