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
  /** Least exponent {@code log₂(order - 1)} of the search. Not tuned: ends the search. */
  private static final int LEAST_EXPONENT = -8;

  /** Binary logarithm of the largest order minus 1 that is tried. Not tuned: ends the search. */
  private static final int LARGEST_EXPONENT = 14;

  /** Accuracy of the minimum in {@code log₂(order - 1)}. Not tuned. */
  private static final double ACCURACY = 1e-7;

  /** Largest number of evaluations of the refined search. Not tuned: bounds the time. */
  private static final int MOST_EVALUATIONS = 200;

  private OrderSearch() {}

  /**
   * Start of the search, in {@code log₂(order - 1)}: larger orders cost more time each. Not tuned.
   */
  private static final int FIRST_EXPONENT = 4;

  /**
   * A local minimum, searched downhill from order 17. If the bound falls all the way to small
   * orders, the result is the smallest order of the range.
   */
  static double minimum(DoubleFunction<Enclosure> bound) {
    int best = FIRST_EXPONENT;
    double least = value(bound, best);
    double below = value(bound, best - 1);
    int direction = below <= least ? -1 : 1;
    double next = direction < 0 ? below : value(bound, best + 1);
    while (next <= least) {
      best += direction;
      least = next;
      if (best == LEAST_EXPONENT) {
        return order(best);
      }
      if (best == LARGEST_EXPONENT) {
        break;
      }
      next = value(bound, best + direction);
    }
    return order(refined(bound, best));
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
