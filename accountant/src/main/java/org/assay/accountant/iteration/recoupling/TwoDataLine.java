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

  /** The same at the loss of the place before, {@link #tilt} columns further up at its own. */
  private final double[][] early;

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
    this.meeting = new double[columns() + pad];
    this.ahead = new double[kernels.last() + 2][columns() + pad];
    this.early = new double[ahead.length][columns() + tilt + pad];
    followAll();
  }

  /** So many losses below 0, and beyond the last, are asked for. */
  int margin() {
    return tilt * (kernels.last() + 1) + paid + pad + 1;
  }

  int columns() {
    return losses + tilt * cells;
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
    int below = margin - tilt * cells - paid - pad;
    System.arraycopy(met, firstColumn + below, meeting, firstColumn, length);
    System.arraycopy(meeting, firstColumn, ahead[0], firstColumn, length);
    double[] next = new double[columns() + tilt + pad];
    for (int to = 1; to < ahead.length; to++) {
      int offset = margin + tilt * (to - cells - 1) - paid - pad;
      payForShift(values[Math.min(to, cells)], offset, early[to], next);
      System.arraycopy(early[to], firstColumn + tilt, ahead[to], firstColumn, length);
    }
    payForMisses();
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
    for (int c = firstColumn; c < firstColumn + length; c++) {
      into[c] = (1 - part) * into[c] + part * next[c];
    }
  }

  /**
   * Mass that misses both ends of its cell counts at the upper end with the loss of the lower one.
   * What this may cost is added to both ends; each has mass from two cells.
   */
  private void payForMisses() {
    double[] below = new double[columns() + pad];
    double[] above = new double[columns() + pad];
    for (int to = 0; to + 1 < ahead.length; to++) {
      lose(ahead[to], ahead[to + 1], early[to + 1], above);
      double[] here = ahead[to];
      for (int c = firstColumn; c < lastColumn + pad; c++) {
        here[c] += Math.max(below[c], above[c]);
      }
      double[] done = below;
      below = above;
      above = done;
    }
  }

  private void lose(double[] nearer, double[] farther, double[] missing, double[] into) {
    for (int c = firstColumn; c < lastColumn + pad; c++) {
      into[c] = missed * Math.max(0, missing[c] - Math.min(nearer[c], farther[c]));
    }
  }

  /**
   * Lowers the bounds from a place to what this slope proves, and notes where.
   *
   * @param sum for intermediate results, at least {@link #columns()}
   * @param best the index of the slope that proved the bound
   */
  void improve(int place, int index, double[] bounds, int[] best, double[] sum) {
    int column = column(place);
    addUp(place, sum, from[place] + column, until[place] + column);
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

  private void addUp(int place, double[] sum, int low, int high) {
    if (low >= high) {
      return;
    }
    Arrays.fill(sum, low, high, leftOut);
    for (int layer = 0; layer <= pad; layer++) {
      int shift = pad - layer;
      if (kernels.met(layer, place) > 0) {
        add(sum, low, high, kernels.met(layer, place), meeting, shift);
      }
      double[] moves = kernels.moves(layer, place);
      int first = kernels.first(layer, place);
      int k = 0;
      for (; k + 4 <= moves.length; k += 4) {
        addFour(sum, low, high, moves, k, ahead, first + k, shift);
      }
      for (; k < moves.length; k++) {
        add(sum, low, high, moves[k], ahead[first + k], shift);
      }
    }
    addUnmoved(place, sum, low, high);
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

  /** Four places at a time, with one index for all arrays, which the compiler makes vectors of. */
  private static void addFour(
      double[] sum,
      int low,
      int high,
      double[] weights,
      int k,
      double[][] values,
      int first,
      int shift) {
    double w0 = weights[k];
    double w1 = weights[k + 1];
    double w2 = weights[k + 2];
    double w3 = weights[k + 3];
    double[] v0 = values[first];
    double[] v1 = values[first + 1];
    double[] v2 = values[first + 2];
    double[] v3 = values[first + 3];
    for (int c = low; c < high; c++) {
      int at = c + shift;
      sum[c] += (w0 * v0[at] + w1 * v1[at]) + (w2 * v2[at] + w3 * v3[at]);
    }
  }
}
