package org.assay.accountant.iteration.recoupling;

import java.util.Arrays;

/**
 * What one block proves where the distance follows the lines of one slope: a product of the masses
 * of {@link TwoDataKernels} with what is to come at each place, {@code doc-files/two-data.md}. All
 * that belongs to one line stands in one column, the loss less what the line gains up to the place,
 * so that the inner loops run through arrays in step. Each place is followed only at the losses
 * where this slope was best a block ago, and a few next to them.
 */
final class TwoDataLine {
  /** What a slope gains less than this over the others is not worth following it. */
  private static final double GAIN = 1e-7;

  /** Losses next to the best ones at which it is followed as well. */
  private static final int BESIDE = 12;

  /** More than the relative rounding error of the sums and chords. */
  private static final double RAISED = 1 + 1e-12;

  private final int tilt;
  private final int cells;
  private final int losses;
  private final int firstPlace;

  /** Added to every sum. */
  private final double leftOut;

  private final TwoDataKernels kernels;
  private final double missed;

  /**
   * The shift of the data in losses that all layers take, and the weight of the loss next to it.
   */
  private final int paid;

  private final double part;

  /** Further losses that the last layer takes: columns before those that are followed. */
  private final int pad;

  /** For each place the losses at which it is followed, the second excluded. */
  private final int[] from;

  private final int[] until;

  /** Columns that are followed from any place. */
  private int firstColumn;

  private int lastColumn;

  /** For each column, after {@link #pad} others, what is to come if runs meet. */
  private final double[] meeting;

  /** For each place and column what is to come. */
  private final double[][] ahead;

  /** For each loss what is to come if runs are together from the start on. */
  private double[] together = {};

  /** For each loss what is to come at the limit of the distance. */
  private double[] atLimit = {};

  TwoDataLine(TwoDataLattice lattice, int tilt) {
    this.tilt = tilt;
    this.cells = lattice.cells();
    this.losses = lattice.losses();
    this.firstPlace = lattice.firstPlace();
    this.leftOut = TwoDataKernels.LEFT_OUT + lattice.shifts().never();
    this.kernels = new TwoDataKernels(lattice, tilt);
    this.missed = lattice.missed(lattice.slope(tilt));
    double shift = tilt * lattice.shifts().mean() * (1 + 1e-12);
    boolean certain = lattice.shifts().isCertain();
    this.paid = certain ? (int) Math.ceil(shift) : kernels.least();
    this.part = certain ? lattice.nextWeight(shift) : 0;
    this.pad = kernels.layers() - 1;
    this.from = new int[cells + 1];
    this.until = new int[cells + 1];
    this.meeting = new double[columns()];
    this.ahead = new double[kernels.last() + 2][columns()];
    followAll();
  }

  /** So many losses below 0, and beyond the last, are asked for. */
  int margin() {
    return tilt * (kernels.last() + 1) + paid + pad + 1;
  }

  /** Columns of sums, of which layers that take fewer losses need a few more. */
  int columns() {
    return losses + tilt * cells + pad;
  }

  /** Forgets where other slopes were better. */
  void followAll() {
    Arrays.fill(from, 0);
    Arrays.fill(until, losses);
  }

  /**
   * Takes in what is to come.
   *
   * @param values for each place, from {@code margin} losses below 0 on
   * @param met the same for runs that have met
   * @param margin at least {@link #margin()}
   * @param fromStart what is to come if runs are together from the start on, from the loss 0 on
   * @param limit what is to come at the limit of the distance, from the loss 0 on
   */
  void lookAhead(double[][] values, double[] met, int margin, double[] fromStart, double[] limit) {
    together = fromStart;
    atLimit = limit;
    findColumns();
    if (firstColumn >= lastColumn) {
      return;
    }
    int length = lastColumn - firstColumn + pad;
    int start = margin - tilt * cells - paid - pad;
    System.arraycopy(met, firstColumn + start, meeting, firstColumn, length);
    System.arraycopy(meeting, firstColumn, ahead[0], firstColumn, length);
    double[] below = new double[columns()];
    double[] above = new double[columns()];
    double[] early = new double[columns() + tilt];
    double[] next = new double[columns() + tilt];
    for (int to = 1; to < ahead.length; to++) {
      int offset = margin + tilt * (to - cells - 1) - paid - pad;
      payForShift(values[Math.min(to, cells)], offset, early, next);
      System.arraycopy(early, firstColumn + tilt, ahead[to], firstColumn, length);
      lose(missed, ahead[to - 1], ahead[to], early, above, firstColumn, firstColumn + length);
      addLarger(below, above, ahead[to - 1], firstColumn, firstColumn + length);
      double[] done = below;
      below = above;
      above = done;
    }
  }

  private void findColumns() {
    firstColumn = columns();
    lastColumn = 0;
    for (int place = firstPlace; place <= cells; place++) {
      if (from[place] < until[place]) {
        firstColumn = Math.min(firstColumn, from[place] + column(place));
        lastColumn = Math.max(lastColumn, until[place] + column(place));
      }
    }
  }

  /** Where the loss 0 of a place stands. */
  private int column(int place) {
    return tilt * (cells - place);
  }

  private void payForShift(double[] values, int offset, double[] into, double[] next) {
    int length = lastColumn + tilt + pad - firstColumn;
    System.arraycopy(values, firstColumn + offset, into, firstColumn, length);
    if (part == 0) {
      return;
    }
    System.arraycopy(values, firstColumn + offset + 1, next, firstColumn, length);
    chord(part, into, next, firstColumn, firstColumn + length);
  }

  private static void chord(double part, double[] values, double[] next, int low, int high) {
    double rest = 1 - part;
    for (int c = low; c < high; c++) {
      values[c] = rest * values[c] + part * next[c];
    }
  }

  /**
   * Mass that misses both ends of its cell counts at the upper end with the loss of the lower one.
   * What this may cost is added to both ends; each has mass from two cells.
   *
   * @param missing what is to come at the upper end with the loss of the lower one
   */
  private static void lose(
      double missed,
      double[] nearer,
      double[] farther,
      double[] missing,
      double[] into,
      int low,
      int high) {
    for (int c = low; c < high; c++) {
      into[c] = missed * Math.max(0, missing[c] - Math.min(nearer[c], farther[c]));
    }
  }

  private static void addLarger(double[] one, double[] other, double[] into, int low, int high) {
    for (int c = low; c < high; c++) {
      into[c] += Math.max(one[c], other[c]);
    }
  }

  /**
   * Lowers the bounds from a place to what this slope proves, and notes where.
   *
   * @param sum for intermediate results, at least {@link #columns()}
   * @param layer for others, as many
   * @param best the index of the slope that proved the bound
   */
  void improve(int place, int index, double[] bounds, int[] best, double[] sum, double[] layer) {
    int column = column(place);
    addUp(place, sum, layer, from[place] + column, until[place] + column);
    for (int l = from[place]; l < until[place]; l++) {
      double bound = sum[l + column] * RAISED;
      if (bound < bounds[l]) {
        best[l] = bound < bounds[l] * (1 - GAIN) ? index : best[l];
        bounds[l] = bound;
      }
    }
  }

  /** From now on follows a place near the losses where this slope is best. */
  void follow(int place, int index, int[] best) {
    int low = 0;
    while (low < losses && best[low] != index) {
      low++;
    }
    int high = losses;
    while (high > low && best[high - 1] != index) {
      high--;
    }
    from[place] = low < high ? Math.max(0, low - BESIDE) : 0;
    until[place] = low < high ? Math.min(losses, high + BESIDE) : 0;
  }

  /** A layer is added up where its losses stand, and moved to those of the sum at the end. */
  private void addUp(int place, double[] sum, double[] work, int low, int high) {
    if (low >= high) {
      return;
    }
    Arrays.fill(sum, low, high, leftOut);
    for (int layer = 0; layer < pad; layer++) {
      int shift = pad - layer;
      if (kernels.moves(layer, place).length > 0 || kernels.met(layer, place) > 0) {
        Arrays.fill(work, low + shift, high + shift, 0);
        addLayer(layer, place, work, low + shift, high + shift);
        add(sum, low, high, 1, work, shift);
      }
    }
    addLayer(pad, place, sum, low, high);
    addUnmoved(place, sum, low, high);
  }

  private void addLayer(int layer, int place, double[] sum, int low, int high) {
    if (kernels.met(layer, place) > 0) {
      add(sum, low, high, kernels.met(layer, place), meeting, 0);
    }
    double[] moves = kernels.moves(layer, place);
    int first = kernels.first(layer, place);
    int k = 0;
    for (; k + 4 <= moves.length; k += 4) {
      addFour(sum, low, high, moves, k, ahead, first + k);
    }
    for (; k < moves.length; k++) {
      add(sum, low, high, moves[k], ahead[first + k], 0);
    }
  }

  /** What stays at the loss of its place. */
  private void addUnmoved(int place, double[] sum, int low, int high) {
    int column = column(place);
    double together = kernels.together(place);
    double beyond = kernels.beyond(place);
    if (together > 0) {
      add(sum, low, high, together, this.together, -column);
    }
    if (beyond > 0) {
      add(sum, low, high, beyond, atLimit, -column);
    }
  }

  private static void add(
      double[] sum, int low, int high, double weight, double[] values, int shift) {
    for (int c = low; c < high; c++) {
      sum[c] += weight * values[c + shift];
    }
  }

  /**
   * Four places at a time. The compiler makes vectors of this only because one index stands for all
   * arrays, as it is: with a shift between them it does not.
   */
  private static void addFour(
      double[] sum, int low, int high, double[] weights, int k, double[][] values, int first) {
    double w0 = weights[k];
    double w1 = weights[k + 1];
    double w2 = weights[k + 2];
    double w3 = weights[k + 3];
    double[] v0 = values[first];
    double[] v1 = values[first + 1];
    double[] v2 = values[first + 2];
    double[] v3 = values[first + 3];
    for (int c = low; c < high; c++) {
      sum[c] += (w0 * v0[c] + w1 * v1[c]) + (w2 * v2[c] + w3 * v3[c]);
    }
  }
}
