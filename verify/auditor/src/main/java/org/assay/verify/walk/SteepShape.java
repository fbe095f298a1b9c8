package org.assay.verify.walk;

/**
 * Shapes for Rényi divergences. At a part t of the steps to go the drift is {@code a/√(t + s) − b}.
 * Near the end the drift is a part of this value, and in the first block it is larger.
 *
 * <p>Among paths with little noise such a drift is the best. Walks wait at a wall, and every later
 * departure from the wall takes as much noise as the earlier ones. The larger {@code a} is, the
 * more noise a departure takes. Walks whose data pull along need little noise or, for large orders,
 * not too much.
 *
 * <p>The numbers were found by maximizing the loss of full batches on a width of 40 standard
 * deviations. They steer the search and prove nothing.
 */
final class SteepShape {
  /**
   * Values of kappa, one for every table of {@code ROWS}. Outside half the first and twice the last
   * value, the shapes for epsilon are taken instead.
   */
  private static final double[] KAPPAS = {1, 2, 4, 8};

  /** End of the first block, as a part of the steps to go. */
  private static final double FIRST = 0.85;

  /** Orders of the divergence, one for every row of a table. */
  private static final double[] ORDERS = {1.5, 2, 4, 8, 32};

  /**
   * Tables by kappa, rows by order. A row holds a, b and s, then the t at which the end begins and
   * the part of the drift that is kept there. Its last number is the additional drift of the first
   * block.
   */
  private static final double[][][] ROWS = {
    {
      {.497, .485, .0542, .005, 1, 2.41},
      {.841, .909, .0576, .005, 1.18, 2.55},
      {1.24, 1.13, .00204, .0298, .65, 2},
      {2.5, 2.16, 4.63e-5, .0216, .65, .55},
      {5.98, 6.08, 4.37e-6, .00702, .578, .352}
    },
    {
      {1.03, 1.09, .0509, .00476, 1.33, 2.55},
      {1.24, 1.24, .014, .0451, .809, 2.3},
      {2.56, 2.47, .000125, .033, .705, 1.55},
      {4.27, 4.13, 1.83e-5, .0121, .545, .333},
      {7.9, 9, 1.45e-5, .008, .67, 2.07}
    },
    {
      {1.52, 1.55, .0112, .0414, .85, 2.03},
      {2.38, 2.51, .011, .005, 1, 2.03},
      {4.27, 4.46, 4.19e-5, .0155, .65, .908},
      {6.2, 6.87, 4.52e-5, .00957, .65, 1.07},
      {8.94, 11.1, 1.57e-5, .00123, .459, 5.01}
    },
    {
      {2.91, 3.45, .00944, .00158, .4, 2},
      {3.54, 3.88, 6.8e-5, .0121, .664, 0},
      {6.2, 7.57, 2.83e-5, .0101, .595, 0},
      {9.1, 12.7, 4.55e-5, .00744, .65, 4.71},
      {10.4, 15.2, 2.08e-5, .00248, .485, 12}
    }
  };

  private SteepShape() {}

  /** The shape for a kappa and an order, interpolated in the logarithms of both. */
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
          double first = toGo > FIRST ? numbers[5] : 0;
          return (toGo < numbers[3] ? numbers[4] * drift : drift) + first;
        });
  }

  private static double[] row(int kappa, double order) {
    int below = below(ORDERS, order);
    return between(ROWS[kappa][below], ROWS[kappa][below + 1], part(ORDERS, below, order));
  }

  /** The index of the last value, the very last one excluded, that the number reaches. */
  private static int below(double[] values, double number) {
    int below = 0;
    while (below + 2 < values.length && values[below + 1] <= number) {
      below++;
    }
    return below;
  }

  /** The position of a number between a value and the next one, in the logarithm: from 0 to 1. */
  private static double part(double[] values, int below, double number) {
    double part = Math.log(number / values[below]) / Math.log(values[below + 1] / values[below]);
    return Math.max(0, Math.min(1, part));
  }

  private static double[] between(double[] low, double[] high, double part) {
    double[] mean = new double[low.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = (1 - part) * low[i] + part * high[i];
    }
    return mean;
  }
}
