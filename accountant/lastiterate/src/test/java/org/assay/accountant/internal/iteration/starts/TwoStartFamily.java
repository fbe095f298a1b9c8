package org.assay.accountant.internal.iteration.starts;

import java.util.Arrays;
import org.assay.accountant.internal.divergence.GaussianMechanism;

/**
 * Values of {@link TwoStartRecursion} on the lines through one foot: at the distance r the line n
 * has the loss {@code L_n (r − b)/(W − b)}, b ≤ 0 the foot, or L_n everywhere if the foot is
 * infinitely far. So at the limit W all families have the same losses L_n.
 */
final class TwoStartFamily {
  /** The foot of the lines of constant loss. */
  static final int LEVEL = Integer.MIN_VALUE;

  private static final int CELLS = TwoStartKernels.CELLS;

  /** Probability, at slope 0, that the lattice is missed in the time that remains for it. */
  private static final double MISSED =
      1.2733 * Math.exp(-2 * Math.PI * Math.PI * 0.027 / 0.0400001) * (1 + 1e-9);

  private static final double RAISED = 1 + 1e-12;

  private final double[] losses;
  private final int foot;
  private final TwoStartKernels[] kernels;

  /** For line and place: a line whose loss there is at most that of the line at the place below. */
  private final int[][] lower;

  private double[][] values;

  /**
   * The lines of a foot before the first step.
   *
   * @param foot in places, at most 0
   */
  TwoStartFamily(double[] losses, int foot) {
    this.losses = losses.clone();
    this.foot = foot;
    int lines = losses.length;
    this.kernels = new TwoStartKernels[lines];
    this.values = new double[lines][CELLS + 1];
    this.lower = new int[lines][CELLS + 1];
    for (int n = 0; n < lines; n++) {
      boolean same = foot == LEVEL && n > 0;
      kernels[n] = same ? kernels[0] : new TwoStartKernels(losses, n, reach());
      Arrays.fill(values[n], 1, CELLS + 1, 1);
      for (int j = 1; j <= CELLS; j++) {
        double share = foot == LEVEL ? 1 : (j - 1.0 - foot) / ((double) j - foot);
        lower[n][j] = foot == LEVEL ? n : lineAtMost(losses[n] * share);
      }
    }
  }

  private double reach() {
    return foot == LEVEL
        ? Double.POSITIVE_INFINITY
        : TwoStartKernels.LIMIT - TwoStartKernels.place(foot);
  }

  private int lineAtMost(double loss) {
    int found = Arrays.binarySearch(losses, loss * (1 - 1e-12));
    return found >= 0 ? found : -found - 2;
  }

  /** The loss of a line at a place, up to rounding. */
  double loss(int line, int place) {
    return foot == LEVEL ? losses[line] : losses[line] * (place - foot) / ((double) CELLS - foot);
  }

  double at(int line, int place) {
    return values[line][place];
  }

  /** Lowers the value to a bound. */
  void improve(int line, int place, double bound) {
    values[line][place] = Math.min(values[line][place], bound);
  }

  /** One step on every line. */
  void advance() {
    double[][] next = new double[losses.length][CELLS + 1];
    for (int n = 0; n < losses.length; n++) {
      double[] raised = raised(n);
      for (int i = 1; i <= CELLS; i++) {
        float[] moves = kernels[n].moves[i];
        float[] beyond = kernels[n].beyond[i];
        double sum = 0;
        for (int j = 0; j <= CELLS; j++) {
          sum += moves[j] * raised[j];
        }
        for (int k = 0; k < beyond.length; k++) {
          sum += beyond[k] * values[n + k][CELLS];
        }
        next[n][i] = Math.min(1, sum * RAISED);
      }
    }
    values = next;
  }

  /** Values at the ends of cells with the cost of a pair that misses both ends. */
  private double[] raised(int n) {
    double missed = MISSED * Math.exp(kernels[n].slope() * 0.1) * RAISED;
    double[] raised = new double[CELLS + 1];
    for (int j = 0; j <= CELLS; j++) {
      double here = j == 0 ? 0 : values[lower[n][j]][j];
      double above = j == CELLS ? 0 : values[lower[n][j + 1]][j + 1];
      raised[j] = values[n][j] + missed * Math.max(here, above);
    }
    return raised;
  }

  /** Hides the whole distance at once in a number of steps. */
  void hide(int steps) {
    for (int n = 0; n < losses.length; n++) {
      for (int i = 1; i <= CELLS; i++) {
        double mu = TwoStartKernels.place(i) / Math.sqrt(steps) * (1 + 1e-11);
        double loss = loss(n, i) * (1 - 1e-14);
        improve(n, i, GaussianMechanism.delta(mu, loss).upper());
      }
    }
  }
}
