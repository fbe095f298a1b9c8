package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The joint density, in plain doubles, of a distance at the end of a block's moves and of the
 * amount by which limits have lowered it. It is a sum over the part of the block after which the
 * distance was highest. Before that part its reversed path stays below, and after it the path does.
 * {@link LimitedDistances} uses bridges between given ends instead.
 */
final class PlainLimits {
  private static final int GRID = 600;
  private static final double STEP = 0.02;

  private final double deviation;
  private final double mean;
  private final double time;
  private final double last;
  private final double lastMean;

  /** Walks that have stayed above 0 in all parts before the last one, on the grid. */
  private final double[][] rising;

  /** Walks that fall and have stayed above 0 in all parts before the last one, on the grid. */
  private final double[][] falling;

  private final Map<Long, double[]> falls = new HashMap<>();

  /**
   * Densities.
   *
   * @param lattice whose blocks have parts
   * @param moved mean of the total move of the distance
   */
  PlainLimits(TwoDataLattice lattice, double moved) {
    int parts = lattice.parts();
    this.time = lattice.moving();
    int limits = (int) Math.floor(time * parts - 0.5);
    this.deviation = 2 / Math.sqrt(parts);
    this.mean = moved / (time * parts);
    this.last = time - (double) limits / parts;
    this.lastMean = moved * last / time;
    this.rising = walks(limits, mean);
    this.falling = walks(limits, -mean);
  }

  private double[][] walks(int count, double mean) {
    double[][] walks = new double[count + 1][GRID];
    for (int k = 1; k <= count; k++) {
      for (int i = 0; i < GRID; i++) {
        walks[k][i] = after(walks, k, (i + 0.5) * STEP, mean);
      }
    }
    return walks;
  }

  private double after(double[][] walks, int parts, double x, double mean) {
    if (parts == 1) {
      return normal(x - mean, deviation);
    }
    double sum = 0;
    for (int i = 0; i < GRID; i++) {
      sum += walks[parts - 1][i] * normal(x - (i + 0.5) * STEP - mean, deviation) * STEP;
    }
    return sum;
  }

  private static double normal(double x, double deviation) {
    double z = x / deviation;
    return z * z > 400 ? 0 : Math.exp(-z * z / 2) / (deviation * Math.sqrt(2 * Math.PI));
  }

  /**
   * The probability, for each part, that a start below the level rises to a given height above it.
   */
  double[] rise(double below, double above) {
    double[] densities = new double[rising.length];
    for (int k = 1; k < densities.length; k++) {
      densities[k] = after(rising, k, below + above, mean);
    }
    return densities;
  }

  /**
   * The probability, for each part, that the distance ends a given depth below its highest point.
   */
  double[] fall(double below) {
    return falls.computeIfAbsent(Math.round(below * 1e6), missing -> fallTo(below));
  }

  private double[] fallTo(double below) {
    int limits = falling.length - 1;
    double deviationOfLast = 2 * Math.sqrt(last);
    double[] densities = new double[falling.length];
    for (int k = 1; k <= limits; k++) {
      double[] walk = falling[limits - k];
      double sum = 0;
      for (int i = 0; i < GRID && k < limits; i++) {
        sum += walk[i] * normal(below - (i + 0.5) * STEP + lastMean, deviationOfLast) * STEP;
      }
      densities[k] = k < limits ? sum : normal(below + lastMean, deviationOfLast);
    }
    return densities;
  }

  /** The probability that a start below the level is lowered by at least an amount. */
  double loweredBy(double below, double least) {
    double sum = 0;
    double[] ends = new double[falling.length];
    for (double end = -6; end < 24; end += STEP) {
      double[] fall = fall(end);
      Arrays.setAll(ends, k -> ends[k] + fall[k] * STEP);
    }
    for (double y = least + STEP / 2; y < 9; y += STEP) {
      sum += product(rise(below, y), ends) * STEP;
    }
    return sum;
  }

  static double product(double[] rise, double[] fall) {
    double sum = 0;
    for (int k = 0; k < rise.length; k++) {
      sum += rise[k] * fall[k];
    }
    return sum;
  }

  /** The density of a move from one to another distance below the level without limits. */
  double free(double from, double to) {
    double moved = mean / deviation / deviation * 4 * time;
    return normal(from - to - moved, 2 * Math.sqrt(time));
  }

  /** Points at which parts of a lowered distance are summed. */
  static double[] lowered(double step, double most) {
    double[] points = new double[(int) Math.ceil(most / step)];
    Arrays.setAll(points, i -> (i + 0.5) * step);
    return points;
  }
}
