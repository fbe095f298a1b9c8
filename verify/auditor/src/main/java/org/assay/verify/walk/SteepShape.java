package org.assay.verify.walk;

/**
 * Shapes for Rényi divergences: at a part t of the steps to go the drift is {@code a/√(t + s) − b},
 * and near the end a part of that. Among paths with little noise such a drift is the best: from the
 * wall where walks wait, every later departure has to overcome as much noise as the earlier ones,
 * the larger {@code a} the more, while the data that pull along need little or, for large orders,
 * not too much of it. Its numbers were found by maximizing what full batches lose on a width of 40.
 * They steer the search and prove nothing.
 */
final class SteepShape {
  /** Beyond twice or half the outermost of these, shapes for epsilon are taken. */
  private static final double[] KAPPAS = {1, 2, 4, 8};

  private static final double[] ORDERS = {1.5, 2, 4, 8, 32};

  /** By kappa and order: a, b, s, and before which t which part of the drift is kept. */
  private static final double[][][] ROWS = {
    {
      {.565, .485, .0966, .005, 1},
      {.88, .827, .0882, .005, .582},
      {1.24, 1.05, .00353, .0298, .65},
      {2.44, 2.04, 4.63e-5, .0164, .65},
      {5.13, 4.89, 1.96e-5, .00533, .578}
    },
    {
      {1.08, 1.05, .067, .005, 1.33},
      {1.24, 1.16, .0254, .005, .6},
      {2.5, 2.29, 7.56e-5, .0251, .705},
      {3.98, 3.68, 4.97e-5, .00735, .495},
      {7.26, 7.93, 2e-5, .00307, .469}
    },
    {
      {1.52, 1.5, .016, .00533, .9},
      {2.38, 2.46, .0119, .005, 1},
      {3.98, 3.95, 3.6e-5, .0124, .65},
      {5.78, 6.17, 4.71e-5, .00764, .65},
      {8.33, 9.97, 1.85e-5, .00123, .55}
    },
    {
      {2.91, 3.45, .00944, .00158, .4},
      {3.45, 3.68, 1.39e-4, .00735, .549},
      {5.78, 6.73, 3.72e-5, .00764, .595},
      {8.17, 10.8, 5.29e-5, .00451, .65},
      {9.96, 14.2, 2.61e-5, .00248, .65}
    }
  };

  private SteepShape() {}

  /** The shape for a strength of the data and an order, between its neighbours in the logarithm. */
  static RampShape shipped(double kappa, double order) {
    if (!(kappa >= KAPPAS[0] / 2 && kappa <= 2 * KAPPAS[KAPPAS.length - 1])) {
      return RampShape.shipped(kappa);
    }
    int below = below(KAPPAS, kappa);
    double[] low = row(below, order);
    double[] high = row(below + 1, order);
    double[] numbers = between(low, high, part(KAPPAS, below, kappa));
    return RampShape.of(
        toGo -> {
          double drift = numbers[0] / Math.sqrt(toGo + numbers[2]) - numbers[1];
          return toGo < numbers[3] ? numbers[4] * drift : drift;
        });
  }

  private static double[] row(int kappa, double order) {
    int below = below(ORDERS, order);
    return between(ROWS[kappa][below], ROWS[kappa][below + 1], part(ORDERS, below, order));
  }

  /** The last of the values, but for the very last, that a number reaches. */
  private static int below(double[] values, double number) {
    int below = 0;
    while (below + 2 < values.length && values[below + 1] <= number) {
      below++;
    }
    return below;
  }

  /** Where a number is between a value and the next one, in the logarithm. */
  private static double part(double[] values, int below, double number) {
    double part = Math.log(number / values[below]) / Math.log(values[below + 1] / values[below]);
    return Math.max(0, Math.min(1, part));
  }

  private static double[] between(double[] low, double[] high, double part) {
    double[] mean = new double[low.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = Math.exp((1 - part) * Math.log(low[i]) + part * Math.log(high[i]));
    }
    return mean;
  }
}
