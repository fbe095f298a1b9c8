package org.assay.accountant.iteration;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.assay.accountant.divergence.GaussianMechanism;

/**
 * Upper bounds of H between two runs on the same data, for all starts at distances up to r on a set
 * of diameter 25 in units of the noise of a step, after 1, 2, … steps: the recursion of {@code
 * doc-files/two-starts.md}. Values stand on lines: line m has the loss λ_m r at distance r, with
 * λ_m 25 one of the losses given.
 */
final class TwoStartRecursion {
  /** Numbers of steps that are reflected as one. */
  private static final int[] BLOCKS = {2, 5};

  private static final int LONGEST = 5;

  /** Hiding the whole distance is tried so often and up to this step. */
  private static final int HIDDEN = 5;

  private static final int LAST_HIDDEN = 200;

  /** Probability, at slope 0, that the lattice is missed in the time that is left for it. */
  private static final double MISSED =
      1.2733 * Math.exp(-2 * Math.PI * Math.PI * 0.027 / 0.0400001) * (1 + 1e-9);

  private static final double RAISED = 1 + 1e-12;
  private static final int CELLS = TwoStartKernels.CELLS;

  private final double[] losses;
  private final TwoStartKernels[] kernels;
  private final double[][][] reflected = new double[BLOCKS.length][][];

  /** For line, place before and place after: the line below the same loss, and its chord weight. */
  private final short[][][] lineBelow;

  private final float[][][] weightAbove;

  /** For line and place: a line whose loss there is at most that of the line at the place below. */
  private final int[][] lower;

  private final Deque<double[][]> before = new ArrayDeque<>();
  private double[][] values;
  private int steps;

  TwoStartRecursion(double[] losses) {
    this.losses = losses.clone();
    int lines = losses.length;
    this.kernels = new TwoStartKernels[lines];
    this.values = new double[lines][CELLS + 1];
    this.lower = new int[lines][CELLS + 2];
    this.lineBelow = new short[lines][CELLS + 1][CELLS + 1];
    this.weightAbove = new float[lines][CELLS + 1][CELLS + 1];
    for (int m = 0; m < lines; m++) {
      kernels[m] = new TwoStartKernels(losses, m);
      Arrays.fill(values[m], 1, CELLS + 1, 1);
      for (int i = 1; i <= CELLS; i++) {
        lower[m][i] = lineAtMost(losses[m] * (i - 1) / i);
        for (int j = 1; j <= CELLS; j++) {
          placeLoss(m, i, j);
        }
      }
    }
    for (int b = 0; b < BLOCKS.length; b++) {
      reflected[b] = power(reflection(), BLOCKS[b]);
    }
    before.addFirst(values);
  }

  private int lineAtMost(double loss) {
    int found = Arrays.binarySearch(losses, loss * (1 - 1e-12));
    return found >= 0 ? found : -found - 2;
  }

  /** The loss of line m at place i, seen at place j. */
  private void placeLoss(int m, int i, int j) {
    double atLimit = losses[m] * i / j * (1 - 1e-12);
    int line = Math.max(0, lineAtMost(atLimit));
    lineBelow[m][i][j] = (short) line;
    if (line < losses.length - 1) {
      double part = (double) j / CELLS;
      double width = Math.expm1((losses[line + 1] - losses[line]) * part);
      double weight = Math.expm1(Math.max(0, atLimit - losses[line]) * part) / width;
      weightAbove[m][i][j] = (float) Math.max(0, Math.min(1, weight * (1 - 1e-6)));
    }
  }

  private double[][] reflection() {
    TwoStartKernels plain = kernels[0];
    double[][] matrix = new double[CELLS + 1][CELLS + 1];
    for (int i = 1; i <= CELLS; i++) {
      for (int j = 1; j <= CELLS; j++) {
        matrix[i][j] = plain.moves[i][j] + MISSED * plain.cells[i][j];
      }
      matrix[i][CELLS] += plain.beyond[i][0];
    }
    return matrix;
  }

  private static double[][] power(double[][] matrix, int exponent) {
    double[][] result = matrix;
    for (int n = 1; n < exponent; n++) {
      double[][] next = new double[CELLS + 1][CELLS + 1];
      for (int i = 1; i <= CELLS; i++) {
        for (int k = 1; k <= CELLS; k++) {
          for (int j = 1; j <= CELLS; j++) {
            next[i][j] += result[i][k] * matrix[k][j] * RAISED;
          }
        }
      }
      result = next;
    }
    return result;
  }

  int steps() {
    return steps;
  }

  /** Bound from the largest distance at the loss of an index. */
  double atLimit(int line) {
    return values[line][CELLS];
  }

  /** Bound at a place. */
  double at(int line, int place) {
    return values[line][place];
  }

  /** One more step. */
  void advance() {
    double[][] next = new double[losses.length][CELLS + 1];
    for (int m = 0; m < losses.length; m++) {
      alongLine(m, next[m]);
    }
    steps++;
    for (int b = 0; b < BLOCKS.length; b++) {
      if (steps % BLOCKS[b] == 0) {
        reflect(reflected[b], start(BLOCKS[b]), next);
      }
    }
    if (steps % HIDDEN == 0 && steps <= LAST_HIDDEN) {
      hide(next);
    }
    values = next;
    before.addFirst(next);
    if (before.size() > LONGEST) {
      before.removeLast();
    }
  }

  private double[][] start(int block) {
    return before.stream().skip(block - 1L).findFirst().orElseThrow();
  }

  private void alongLine(int m, double[] next) {
    double missed = MISSED * Math.exp(losses[m] / TwoStartKernels.LIMIT * 0.1) * RAISED;
    double[] raised = new double[CELLS + 1];
    for (int j = 0; j <= CELLS; j++) {
      double here = j == 0 ? 0 : values[lower[m][j]][j];
      double above = j == CELLS ? 0 : values[lower[m][j + 1]][j + 1];
      raised[j] = values[m][j] + missed * Math.max(here, above);
    }
    for (int i = 1; i <= CELLS; i++) {
      double[] moves = kernels[m].moves[i];
      double[] beyond = kernels[m].beyond[i];
      double sum = 0;
      for (int j = 0; j <= CELLS; j++) {
        sum += moves[j] * raised[j];
      }
      for (int k = 0; k < beyond.length; k++) {
        sum += beyond[k] * values[m + k][CELLS];
      }
      next[i] = Math.min(1, sum * RAISED);
    }
  }

  private void reflect(double[][] matrix, double[][] start, double[][] next) {
    for (int m = 0; m < losses.length; m++) {
      for (int i = 1; i <= CELLS; i++) {
        double[] row = matrix[i];
        short[] lines = lineBelow[m][i];
        float[] weights = weightAbove[m][i];
        double sum = 0;
        for (int j = 1; j <= CELLS; j++) {
          int line = lines[j];
          double low = start[line][j];
          double high = line < losses.length - 1 ? start[line + 1][j] : low;
          sum += row[j] * (low + weights[j] * (high - low));
        }
        next[m][i] = Math.min(next[m][i], sum * RAISED);
      }
    }
  }

  private void hide(double[][] next) {
    for (int m = 0; m < losses.length; m++) {
      for (int i = 1; i <= CELLS; i++) {
        double mu = TwoStartKernels.place(i) / Math.sqrt(steps) * (1 + 1e-14);
        double loss = losses[m] * i / CELLS * (1 - 1e-14);
        next[m][i] = Math.min(next[m][i], GaussianMechanism.delta(mu, loss).upper());
      }
    }
  }
}
