package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The bounds of one block if the distance follows the lines of one slope, {@code
 * doc-files/two-data.md}: the sum of the masses of {@link TwoDataKernels} times the bounds for the
 * remaining steps at each place.
 *
 * <p>All values of one line are in one column, so that the inner loops read arrays in order. The
 * index of a column is the loss minus the line's gain up to the place. A place is computed only at
 * the losses at which this slope was best one block before, and at a few losses next to them.
 */
final class TwoDataLine {
  /** Relative decrease of a bound from which a slope counts as the best; less may be rounding. */
  private static final double GAIN = 1e-5;

  /** Number of losses on either side of the best ones that are computed as well. Not tuned. */
  private static final int BESIDE = 12;

  /**
   * Bound of the number of successive operations besides those of the longest sum, for the rounding
   * error.
   */
  private static final int FURTHER_OPERATIONS = 18;

  /** Number of masses that one loop adds, so that the compiler vectorizes the loop. Not tuned. */
  private static final int TOGETHER = 4;

  private final TwoDataTilt tilt;
  private final int cells;
  private final int losses;
  private final int firstPlace;

  /** Mass that is in no kernel; it is added to every sum. */
  private final float leftOut;

  private final TwoDataKernels kernels;

  /** Masses of {@link TwoDataKernels#moves} by layer and place. */
  private final float[][][] moves;

  /** Layers with any masses by place, without the last layer. */
  private final int[][] layers;

  private final float missed;

  /** Factor above one plus the relative rounding error of the sums and chords. */
  private final double raised;

  /**
   * The shift of the data, in losses, that all layers take, and the weight of the next loss. Index
   * 0: places whose losses on the line are whole; index 1: half way between two.
   */
  private final int[] paid = new int[2];

  private final float[] part = new float[2];

  /** Number of additional columns in front, for the losses that the last layer takes. */
  private final int pad;

  /**
   * For each place the first loss that is computed, and in {@link #until} the loss after the last
   * one.
   */
  private final int[] from;

  private final int[] until;

  /** The range of columns that are computed for any place. */
  private int firstColumn;

  private int lastColumn;

  /** Bounds for the remaining steps if runs meet, by column; {@link #pad} columns are in front. */
  private final float[] meeting;

  /** Bounds for the remaining steps, by place and column. */
  private final float[][] ahead;

  /** Cost of mass that misses the lattice, by column. */
  private final float[] lost;

  /** Bounds for the remaining steps at a place with the loss of the place below, by column. */
  private final float[] early;

  /** Bounds at the next loss, by column: the other end of a chord. */
  private final float[] next;

  /** Bounds for the remaining steps if runs are together from the start on, by loss. */
  private float[] together = {};

  /** Bounds for the remaining steps at the largest distance, by loss. */
  private float[] atLimit = {};

  TwoDataLine(TwoDataLattice lattice, LimitedDistances limits, TwoDataTilt tilt) {
    this.tilt = tilt;
    this.cells = lattice.cells();
    this.losses = lattice.losses();
    this.firstPlace = lattice.firstPlace();
    this.leftOut = Scaled.up(TwoDataKernels.LEFT_OUT + lattice.shifts().never());
    this.kernels = new TwoDataKernels(lattice, limits, tilt);
    this.missed = Scaled.weight(lattice.missed(tilt.slope(lattice)));
    this.moves = new float[kernels.layers()][cells + 1][];
    this.layers = new int[cells + 1][];
    this.raised = 1 + (fillMoves() + FURTHER_OPERATIONS) * Scaled.UNIT;
    boolean certain = lattice.shifts().isCertain();
    double shift = certain ? tilt.gain() * lattice.shifts().mean() * (1 + 1e-12) : 0;
    for (int half = 0; half < 2; half++) {
      double taken = shift - half / 2.0;
      this.paid[half] = (int) Math.ceil(taken) + kernels.least();
      this.part[half] =
          taken == Math.ceil(taken)
              ? 0
              : Math.max(0, Math.nextDown((float) lattice.nextWeight(taken)));
    }
    this.pad = kernels.layers() - 1;
    this.from = new int[cells + 1];
    this.until = new int[cells + 1];
    this.meeting = new float[columns()];
    this.ahead = new float[kernels.last() + 2][columns()];
    this.lost = new float[columns()];
    this.early = new float[columns()];
    this.next = new float[columns()];
    followAll();
  }

  /**
   * Fills the masses. Returns the largest number of successive additions in the sum for one place:
   * masses of the last layer are added to the sum of all other layers.
   */
  private int fillMoves() {
    int most = 0;
    for (int place = tilt.first(firstPlace); place <= cells; place += tilt.step()) {
      int from = place;
      int longest = 0;
      for (int layer = 0; layer < moves.length; layer++) {
        moves[layer][place] = Scaled.weights(kernels.moves(layer, place));
        longest = Math.max(longest, moves[layer][place].length / TOGETHER);
      }
      layers[place] =
          IntStream.range(0, moves.length - 1)
              .filter(layer -> moves[layer][from].length > 0 || kernels.met(layer, from) > 0)
              .toArray();
      int last = moves[moves.length - 1][place].length / TOGETHER;
      most = Math.max(most, longest + layers[place].length + last);
    }
    return most;
  }

  /** Largest number of losses below 0, or above the last one, that this line reads. */
  int margin() {
    return tilt.gains(kernels.last() + 1) + Math.abs(paid[0]) + pad + 2;
  }

  /** The number of columns, including the columns of layers that take fewer losses. */
  int columns() {
    return losses + tilt.gains(cells + 1) + pad;
  }

  /** Computes this slope at all places and losses again. */
  void followAll() {
    Arrays.fill(from, 0);
    for (int place = tilt.first(firstPlace); place <= cells; place += tilt.step()) {
      until[place] = losses;
    }
  }

  /**
   * Reads the bounds for the remaining steps.
   *
   * @param values bounds by place, from {@code margin} losses below 0 on; at place 0 for runs that
   *     have met
   * @param margin at least {@link #margin()}
   * @param fromStart bounds if runs are together from the start on, from the loss 0 on
   * @param limit bounds at the largest distance, from the loss 0 on
   */
  void lookAhead(float[][] values, int margin, float[] fromStart, float[] limit) {
    together = fromStart;
    atLimit = limit;
    findColumns();
    if (firstColumn >= lastColumn) {
      return;
    }
    int length = lastColumn - firstColumn + pad;
    int start = offset(margin, 0, tilt.half(0));
    System.arraycopy(values[0], firstColumn + start, meeting, firstColumn, length);
    System.arraycopy(meeting, firstColumn, ahead[0], firstColumn, length);
    Arrays.fill(lost, 0);
    for (int to = 1; to < ahead.length; to++) {
      float[] there = values[Math.min(to, cells)];
      payForShift(there, margin, to, ahead[to]);
      payForShift(there, margin, to - 1, early);
      lose(missed, ahead[to - 1], ahead[to], early, lost, firstColumn, firstColumn + length);
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

  /** The index of the loss 0 of a place. */
  private int column(int place) {
    return tilt.below(cells, place);
  }

  /** Difference between the index of a column and the index of the line's loss at a place. */
  private int offset(int margin, int place, int half) {
    return margin - column(place) - paid[half] - pad;
  }

  /** Copies the values at the losses that the line has at a place. */
  private void payForShift(float[] values, int margin, int place, float[] result) {
    int length = lastColumn + pad - firstColumn;
    int half = tilt.half(place);
    int start = firstColumn + offset(margin, place, half);
    System.arraycopy(values, start, result, firstColumn, length);
    if (part[half] > 0) {
      System.arraycopy(values, start + 1, next, firstColumn, length);
      chord(part[half], result, next, firstColumn, firstColumn + length);
    }
  }

  private static void chord(float part, float[] values, float[] next, int low, int high) {
    float rest = Math.nextUp(1 - part);
    for (int c = low; c < high; c++) {
      values[c] = rest * values[c] + part * next[c];
    }
  }

  /**
   * Mass that misses both ends of its cell counts at the upper end with the loss of the lower end.
   * The cost of such mass is added to both ends. Each end gets mass from two cells, and the larger
   * cost counts.
   *
   * @param missing bounds at the upper end with the loss of the lower end
   * @param lost cost of mass from the cell below; on return, from this cell
   */
  private static void lose(
      float missed,
      float[] nearer,
      float[] farther,
      float[] missing,
      float[] lost,
      int low,
      int high) {
    for (int c = low; c < high; c++) {
      float here = missed * Math.max(0, missing[c] - Math.min(nearer[c], farther[c]));
      nearer[c] += Math.max(lost[c], here);
      lost[c] = here;
    }
  }

  /**
   * Lowers the bounds from a place to those of this slope, and notes the losses where this slope
   * was best.
   *
   * @param sum memory for intermediate results, at least {@link #columns()}
   * @param layer memory for other intermediate results, equally long
   * @param best the index of the slope that proved the bound
   */
  void improve(int place, int index, double[] bounds, int[] best, float[] sum, float[] layer) {
    int column = column(place);
    addUp(place, sum, layer, from[place] + column, until[place] + column);
    for (int l = from[place]; l < until[place]; l++) {
      double bound = Scaled.value(sum[l + column]) * raised;
      if (bound < bounds[l]) {
        best[l] = bound < bounds[l] * (1 - GAIN) ? index : best[l];
        bounds[l] = bound;
      }
    }
  }

  /**
   * Restricts the computation at a place, from now on, to losses near those where this slope is
   * best.
   *
   * @param low the first of these losses
   * @param high the loss after the last; 0 if there are none
   */
  void follow(int place, int low, int high) {
    from[place] = low < high ? Math.max(0, low - BESIDE) : 0;
    until[place] = low < high ? Math.min(losses, high + BESIDE) : 0;
  }

  /** Adds up all layers. A layer is summed at its own losses, then moved to those of the sum. */
  private void addUp(int place, float[] sum, float[] work, int low, int high) {
    if (low >= high) {
      return;
    }
    Arrays.fill(sum, low, high, leftOut);
    for (int layer : layers[place]) {
      int shift = pad - layer;
      Arrays.fill(work, low + shift, high + shift, 0);
      addLayer(layer, place, work, low + shift, high + shift);
      add(sum, low, high, 1, work, shift);
    }
    addLayer(pad, place, sum, low, high);
    addUnmoved(place, sum, low, high);
  }

  private void addLayer(int layer, int place, float[] sum, int low, int high) {
    float met = Scaled.weight(kernels.met(layer, place));
    if (met > 0) {
      add(sum, low, high, met, meeting, 0);
    }
    float[] masses = moves[layer][place];
    int first = kernels.first(layer, place);
    int k = 0;
    for (; k + TOGETHER <= masses.length; k += TOGETHER) {
      addFour(sum, low, high, masses, k, ahead, first + k);
    }
    for (; k < masses.length; k++) {
      add(sum, low, high, masses[k], ahead[first + k], 0);
    }
  }

  /** Adds the mass that keeps the loss of its place. */
  private void addUnmoved(int place, float[] sum, int low, int high) {
    int column = column(place);
    float together = Scaled.weight(kernels.together(place));
    float beyond = Scaled.weight(kernels.beyond(place));
    if (together > 0) {
      add(sum, low, high, together, this.together, -column);
    }
    if (beyond > 0) {
      add(sum, low, high, beyond, atLimit, -column);
    }
  }

  private static void add(float[] sum, int low, int high, float weight, float[] values, int shift) {
    for (int c = low; c < high; c++) {
      sum[c] += weight * values[c + shift];
    }
  }

  /**
   * Adds four places at a time. The compiler vectorizes this loop because one index is used for all
   * arrays; with a shift between the arrays it does not.
   */
  private static void addFour(
      float[] sum, int low, int high, float[] weights, int k, float[][] values, int first) {
    float w0 = weights[k];
    float w1 = weights[k + 1];
    float w2 = weights[k + 2];
    float w3 = weights[k + 3];
    float[] v0 = values[first];
    float[] v1 = values[first + 1];
    float[] v2 = values[first + 2];
    float[] v3 = values[first + 3];
    for (int c = low; c < high; c++) {
      sum[c] += (w0 * v0[c] + w1 * v1[c]) + (w2 * v2[c] + w3 * v3[c]);
    }
  }
}
