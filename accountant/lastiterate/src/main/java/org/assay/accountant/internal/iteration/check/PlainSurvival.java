package org.assay.accountant.internal.iteration.check;

import java.util.Arrays;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;

/**
 * Probability that two coupled runs on the same data have not met, in plain doubles. This is the
 * walk of {@code mixing/doc-files/mixing.md} by Simpson's rule, with several steps at once where
 * the set is large.
 */
final class PlainSurvival {
  private static final int POINTS = 240;

  /** Largest width of the walk, in noises of a block. Not tuned. */
  private static final double WIDEST = 60;

  /**
   * Distance, in deviations of a step, between two equivalent limits. A walk limited at discrete
   * times behaves like one limited at all times whose limit is farther by {@code −ζ(1/2)/√(2π)}.
   * This is the correction for discretely monitored barriers ([@BroadieGlassermanKou1997]).
   */
  private static final double FARTHER = 0.5826;

  private PlainSurvival() {}

  static double of(PlainRun run, double distance, double steps) {
    double width = Math.min(run.width(), 1e9);
    double start = Math.min(distance, width);
    double free = unlimited(Math.sqrt(run.hidden(start, steps)));
    if (start == 0 || !(run.width() < 1e9)) {
      return start == 0 ? 0 : free;
    }
    double log = Math.log(run.contraction());
    double together = Math.max(1, width * width / (WIDEST * WIDEST));
    together = Math.min(together, Math.abs(log) > 0 ? Math.max(1, 0.02 / Math.abs(log)) : together);
    double blocks = Math.ceil(steps / together);
    double length = steps / blocks;
    double spread =
        Math.abs(log) * length < 1e-9 ? length : Math.expm1(2 * log * length) / Math.expm1(2 * log);
    double deviation = 2 * Math.sqrt(spread);
    // A block is limited at its end only, which is equivalent to a limit that is farther away.
    double limit = width - FARTHER * Math.max(0, deviation - 2);
    double[][] kernel = kernel(limit, Math.exp(log * length), deviation);
    return Math.min(free, alive(kernel, Math.min(1, start / limit) * POINTS, blocks));
  }

  private static double unlimited(double mu) {
    return mu == 0 ? 0 : 1 - 2 * tail(mu / 2);
  }

  static double tail(double x) {
    return NormalTail.upperTail(Enclosure.exact(x)).midpoint();
  }

  /** The mass from each point to each point; the last point holds all mass that is farther away. */
  private static double[][] kernel(double width, double contraction, double deviation) {
    double h = width / POINTS;
    double[][] kernel = new double[POINTS + 1][POINTS + 1];
    for (int i = 1; i <= POINTS; i++) {
      double from = contraction * i * h;
      for (int j = 1; j <= POINTS; j++) {
        double weight = j == POINTS ? 1 : j % 2 == 1 ? 4 : 2;
        double near = density((j * h - from) / deviation) - density((j * h + from) / deviation);
        kernel[i][j] = weight * h / 3 * near / deviation;
      }
      kernel[i][POINTS] += tail((width - from) / deviation) - tail((width + from) / deviation);
    }
    return kernel;
  }

  private static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  /** The survival probability from a place after a number of blocks, by squaring of the kernel. */
  private static double alive(double[][] kernel, double place, double blocks) {
    double[] alive = new double[POINTS + 1];
    Arrays.fill(alive, 1, POINTS + 1, 1);
    double[][] power = kernel;
    double logPower = 0;
    double logAlive = 0;
    for (long rest = (long) blocks; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        alive = times(power, alive);
        double most = Arrays.stream(alive).max().orElseThrow();
        if (!(most > 0)) {
          return 0;
        }
        logAlive += logPower + Math.log(most);
        divide(alive, most);
      }
      if (rest > 1) {
        power = times(power, power);
        double most = Arrays.stream(power).flatMapToDouble(Arrays::stream).max().orElseThrow();
        if (!(most > 0)) {
          return 0;
        }
        logPower = 2 * logPower + Math.log(most);
        Arrays.stream(power).forEach(row -> divide(row, most));
      }
    }
    int below = (int) Math.min(POINTS - 1.0, Math.floor(place));
    double here = alive[below] + (place - below) * (alive[below + 1] - alive[below]);
    return Math.min(1, here * Math.exp(logAlive));
  }

  private static void divide(double[] values, double divisor) {
    Arrays.setAll(values, i -> values[i] / divisor);
  }

  private static double[] times(double[][] one, double[] other) {
    double[] product = new double[one.length];
    for (int i = 0; i < one.length; i++) {
      for (int j = 0; j < other.length; j++) {
        product[i] += one[i][j] * other[j];
      }
    }
    return product;
  }

  private static double[][] times(double[][] one, double[][] other) {
    double[][] product = new double[one.length][one.length];
    for (int i = 0; i < one.length; i++) {
      for (int k = 0; k < one.length; k++) {
        double factor = one[i][k];
        for (int j = 0; j < one.length; j++) {
          product[i][j] += factor * other[k][j];
        }
      }
    }
    return product;
  }
}
