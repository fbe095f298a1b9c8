package org.assay.accountant.iteration.check;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assay.accountant.divergence.GaussianMechanism;

/**
 * Two full-batch runs on neighbouring data from any two points, in plain doubles on a coarse
 * lattice: the recursion of Theorem B of {@code recoupling/doc-files/two-data.md} as the page
 * states it, every place followed at every loss and every slope, without bounds of errors. A block
 * ends with a chord along the line, which stands for the time that it takes to reach the lattice.
 */
final class PlainTwoData {
  private static final double WIDEST = 20;
  private static final double CELL = 0.5;
  private static final int LOSSES = 360;
  private static final int[] TILTS = {0, 1, 2, 3, 4, 6, 8};

  /** Squared widths after which nothing changes any more. */
  private static final double LAST = 0.5;

  /** Up to here the whole distance is hidden. */
  private static final double FIRST = 0.03;

  private final double steps;
  private final double width;
  private final double shift;
  private final double h;
  private final int cells;
  private final double spacing;

  /** For each number of blocks what is proved from the largest distance. */
  private final double[][] rows;

  private record Question(double diameter, double shift) {}

  private static final Map<Question, PlainTwoData> KNOWN = new LinkedHashMap<>();
  private static final int KEPT = 8;

  private PlainTwoData(double diameter, double moved) {
    double root = Math.max(1, diameter / WIDEST);
    this.steps = root * root;
    this.shift = moved * root;
    this.width = (diameter + moved) / root;
    this.cells = (int) Math.ceil(width / CELL);
    this.h = width / cells;
    double kappa = diameter * moved;
    this.spacing = (2.2 * kappa + 9.5 * Math.sqrt(kappa)) / LOSSES;
    int blocks = (int) Math.max(first() + 1.0, LAST * width * width);
    this.rows = new double[blocks + 1][];
    fill();
  }

  /** Where the page's lattice is worth its cost; elsewhere nobody claims anything from it. */
  static boolean covers(double diameter, double shift) {
    return diameter >= 4
        && diameter <= 1e6
        && diameter * shift <= 26.001
        && shift > 0
        && shift <= 1;
  }

  /** For a diameter and a shift in noises of a step. */
  static synchronized PlainTwoData of(double diameter, double shift) {
    Question question = new Question(diameter, shift);
    PlainTwoData known = KNOWN.remove(question);
    PlainTwoData found = known == null ? new PlainTwoData(diameter, shift) : known;
    KNOWN.put(question, found);
    if (KNOWN.size() > KEPT) {
      KNOWN.remove(KNOWN.keySet().iterator().next());
    }
    return found;
  }

  private double composed(double blocks, double loss) {
    return delta(shift * Math.sqrt(blocks), loss);
  }

  private double hidden(int place, int blocks, double loss) {
    return delta((place * h + blocks * shift) / Math.sqrt(blocks), loss);
  }

  /** Of the largest distance, at all losses. */
  private double[] hidden(int block) {
    double[] bounds = new double[LOSSES];
    Arrays.setAll(bounds, l -> hidden(cells, block, l * spacing));
    return bounds;
  }

  private static double delta(double mu, double loss) {
    return GaussianMechanism.delta(mu, loss).upper();
  }

  private void fill() {
    double[][][] kernels = new double[TILTS.length][][];
    for (int k = 0; k < TILTS.length; k++) {
      kernels[k] = kernel(TILTS[k] * spacing / h);
    }
    int first = first();
    double[][] values = new double[cells + 1][LOSSES];
    for (int i = 1; i <= cells; i++) {
      for (int l = 0; l < LOSSES; l++) {
        values[i][l] = hidden(i, first, l * spacing);
      }
    }
    for (int block = first; block < rows.length; block++) {
      if (block > first) {
        values = after(values, block, kernels);
      }
      rows[block] = values[cells];
    }
  }

  private int first() {
    return (int) Math.max(1, FIRST * width * width);
  }

  private double[][] after(double[][] values, int block, double[][][] kernels) {
    double[] met = new double[LOSSES];
    Arrays.setAll(met, l -> composed(block, l * spacing));
    double[][] ahead = new double[cells + 1][];
    for (int c = 0; c <= cells; c++) {
      ahead[c] = extended(c == 0 ? met : values[c], met);
    }
    double[][] next = new double[cells + 1][];
    for (int i = cells; i >= 1; i--) {
      next[i] = i < cells ? next[i + 1].clone() : hidden(block);
      for (int k = 0; k < TILTS.length; k++) {
        follow(next[i], i, TILTS[k], kernels[k][i], ahead);
      }
    }
    return next;
  }

  /** The masses at all places up to twice the width, and at 0 what has met. */
  private double[][] kernel(double slope) {
    int last = 2 * cells;
    double time = 1 - h * h / 24;
    double[][] kernel = new double[cells + 1][last + 1];
    int parts = 16;
    for (int i = 1; i <= cells; i++) {
      double alive = 0;
      for (int c = 0; c < last; c++) {
        for (int part = 0; part < parts; part++) {
          double above = (part + 0.5) * h / parts;
          double u = c * h + above;
          double gap = u - i * h - shift + 2 * slope * time;
          double mass =
              Math.exp(-gap * gap / (8 * time))
                  * -Math.expm1(-u * i * h / (2 * time))
                  / Math.sqrt(8 * Math.PI * time)
                  * h
                  / parts;
          double up = slope == 0 ? above / h : Math.expm1(slope * above) / Math.expm1(slope * h);
          kernel[i][c] += mass * (1 - up);
          kernel[i][c + 1] += mass * up;
          alive += mass;
        }
      }
      double gap = last * h - i * h - shift + 2 * slope * time;
      double beyond = PlainSurvival.tail(gap / (2 * Math.sqrt(time)));
      kernel[i][last] += beyond;
      kernel[i][0] += Math.max(0, 1 - alive - beyond);
    }
    return kernel;
  }

  private void follow(double[] bounds, int place, int tilt, double[] kernel, double[][] ahead) {
    double paid = tilt * shift / h;
    int whole = (int) Math.floor(paid);
    double part = paid - whole;
    double[] sum = new double[LOSSES];
    for (int c = 0; c < kernel.length; c++) {
      if (kernel[c] > 1e-14) {
        double[] values = ahead[Math.min(c, cells)];
        int offset = margin() + tilt * (c - place) - whole;
        double near = kernel[c] * (1 - part);
        double far = kernel[c] * part;
        for (int l = 0; l < LOSSES; l++) {
          sum[l] += near * values[l + offset] + far * values[l + offset - 1];
        }
      }
    }
    for (int l = 0; l < LOSSES; l++) {
      bounds[l] = Math.min(bounds[l], sum[l]);
    }
  }

  private int margin() {
    return TILTS[TILTS.length - 1] * (2 * cells + (int) (shift / h) + 1) + 2;
  }

  /** The larger one of both; below 0 by the exchange, beyond the end the last value. */
  private double[] extended(double[] one, double[] other) {
    double[] all = new double[LOSSES + 2 * margin()];
    for (int k = 0; k < all.length; k++) {
      int index = k - margin();
      int l = Math.min(Math.abs(index), LOSSES - 1);
      double value = Math.max(one[l], other[l]);
      double loss = index * spacing;
      all[k] = index >= 0 ? value : Math.min(1, -Math.expm1(loss) + Math.exp(loss) * value);
    }
    return all;
  }

  /** After at least so many steps. */
  double bound(double steps, double loss) {
    int block = (int) Math.min(rows.length - 1.0, Math.rint(steps / this.steps));
    if (block < first()) {
      return 1;
    }
    double index = Math.min(LOSSES - 1.001, loss / spacing);
    int low = (int) index;
    double logLow = Math.log(Math.max(1e-300, rows[block][low]));
    double logHigh = Math.log(Math.max(1e-300, rows[block][low + 1]));
    return Math.exp(logLow + (index - low) * (logHigh - logLow));
  }
}
