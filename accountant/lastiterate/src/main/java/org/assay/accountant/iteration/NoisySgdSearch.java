package org.assay.accountant.iteration;

import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.univariate.BrentOptimizer;
import org.apache.commons.math3.optim.univariate.SearchInterval;
import org.apache.commons.math3.optim.univariate.UnivariateObjectiveFunction;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * Looks for good parameters of the arguments in plain doubles. Every parameter gives a valid bound,
 * which {@link NoisySgdEvaluation} evaluates; poor parameters make the bound larger, never wrong.
 */
final class NoisySgdSearch {
  /**
   * Number of steps, evenly spaced on a logarithmic scale, that are tried from either end. Not
   * tuned.
   */
  private static final int HORIZONS = 24;

  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final long steps;
  private final long[] horizons;

  NoisySgdSearch(NoisySgdStep step, MixingWalk walk) {
    this.step = step;
    this.walk = walk;
    this.steps = step.settings().steps();
    this.horizons = spread(steps);
  }

  /** Whole numbers from 1 to a limit, dense near both ends. */
  private static long[] spread(long limit) {
    TreeSet<Long> numbers = new TreeSet<>();
    for (int i = 0; i <= HORIZONS; i++) {
      long power = Math.round(Math.pow((double) limit, (double) i / HORIZONS));
      numbers.add(Math.max(1, Math.min(limit, power)));
      numbers.add(Math.max(1, limit - power));
    }
    return numbers.stream().mapToLong(Long::longValue).toArray();
  }

  /** Squared mu of hiding, in the last {@code horizon} steps, the distance before these steps. */
  double hidden(long horizon) {
    return step.hiddenSquare(step.distanceBefore(horizon), (double) horizon).upper();
  }

  /** The split and horizon with nearly the smallest divergence at an order. */
  NoisySgdArgument.SplitNoise splitNoise(double order) {
    double logit = minimize(x -> splitValue(order, split(x)), -9, 4.5, 24);
    double split = split(logit);
    double divergence = step.divergenceEstimate(order, split);
    return new NoisySgdArgument.SplitNoise(horizon(order, split, divergence), split);
  }

  private static double split(double logit) {
    return 1 / (1 + Math.exp(-logit));
  }

  private double splitValue(double order, double split) {
    double divergence = step.divergenceEstimate(order, split);
    long horizon = horizon(order, split, divergence);
    return value(order, split, divergence, horizon, hidden(horizon));
  }

  private double value(
      double order, double split, double divergence, long horizon, double hiddenSquare) {
    double gradients = divergence * horizon;
    double repeated = Math.exp(step.logExcess((double) horizon) + gradients * (order - 1));
    double excess = repeated < 1 ? -Math.log1p(-repeated) / (order - 1) : Double.MAX_VALUE;
    return gradients + order / 2 * hiddenSquare / split + excess;
  }

  private long horizon(double order, double split, double divergence) {
    return horizon(k -> value(order, split, divergence, k, hidden(k)));
  }

  /** The horizon with nearly the smallest value. */
  long horizon(LongToDoubleFunction value) {
    int best = 0;
    double lowest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < horizons.length; i++) {
      double here = value.applyAsDouble(horizons[i]);
      if (here < lowest) {
        lowest = here;
        best = i;
      }
    }
    long from = horizons[Math.max(0, best - 1)];
    long to = horizons[Math.min(horizons.length - 1, best + 1)];
    return minimize(value, from, to);
  }

  /** Smallest horizon whose failure probability is at most the given one; steps + 1 if none. */
  long mixed(double probability) {
    if (!(failure(steps) <= probability)) {
      return steps + 1;
    }
    long low = 0;
    long high = steps;
    while (high - low > 1) {
      InterruptedComputationException.check();
      long middle = low + (high - low) / 2;
      if (failure(middle) <= probability) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private double failure(long horizon) {
    double alive = walk.survival(step.distanceBefore(horizon), horizon);
    return alive + step.excess((double) horizon);
  }

  /** The argument of a least value: a grid search, then Brent's method around the best point. */
  static double minimize(DoubleUnaryOperator f, double from, double to, int points) {
    double width = (to - from) / (points - 1);
    double best = from;
    double lowest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < points; i++) {
      double value = f.applyAsDouble(from + i * width);
      if (value < lowest) {
        lowest = value;
        best = from + i * width;
      }
    }
    return new BrentOptimizer(1e-6, 1e-5)
        .optimize(
            new MaxEval(1000),
            new UnivariateObjectiveFunction(f::applyAsDouble),
            GoalType.MINIMIZE,
            new SearchInterval(best - width, best + width, best))
        .getPoint();
  }

  /** The whole number in an interval at which a unimodal function is least. */
  static long minimize(LongToDoubleFunction f, long from, long to) {
    long low = from;
    long high = to;
    while (high - low > 2) {
      InterruptedComputationException.check();
      long left = low + (high - low) / 3;
      long right = high - (high - low) / 3;
      if (f.applyAsDouble(left) <= f.applyAsDouble(right)) {
        high = right;
      } else {
        low = left;
      }
    }
    long middle = low + (high - low) / 2;
    long best = f.applyAsDouble(low) <= f.applyAsDouble(high) ? low : high;
    return f.applyAsDouble(middle) <= f.applyAsDouble(best) ? middle : best;
  }
}
