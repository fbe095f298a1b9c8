package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;

/**
 * Transitions of the coupled distance of two runs on neighbouring data in one block, rounded up, on
 * the lines of one slope. They are those of {@link TwoDataMoves}, each with the loss that its shift
 * of the data takes from the line. For random shifts there is a layer of transitions for every
 * whole number of losses taken. If the shift is the same in every block, only the limits within the
 * block change the loss. Proof: {@code doc-files/two-data.md}.
 */
final class TwoDataKernels {
  /** Bound of the mass out of reach of a place plus the errors of all its panels. */
  static final double LEFT_OUT = 1e-21;

  /**
   * Part of the mass above the limit of the distance that may count at a smaller loss. Not tuned.
   */
  private static final double NEGLIGIBLE = 1e-8;

  /**
   * Largest mass far up that counts at the limit of the distance, at the loss of its place. Not
   * tuned.
   */
  private static final double FAR_UP = 1e-15;

  /** Factor above the relative rounding errors of the sums. */
  private static final double RAISED = 1 + 1e-12;

  private final TwoDataLattice lattice;
  private final BlockShifts shifts;
  private final LimitedDistances limits;
  private final TwoDataTilt tilt;

  /** Losses that the first layer takes. */
  private final int least;

  private final int layers;

  /** Masses from a place to a place, the latter counted from {@link #first}. */
  private final double[][][] moves;

  private final int[][] first;

  /** Masses from a place to 0 before the block reaches for the lattice. */
  private final double[][] met;

  /** Mass of runs that have met before the block begins. */
  private final double[] together;

  /** Mass that counts at the limit of the distance, at the loss of its place. */
  private final double[] beyond;

  /** Transitions on lines of one slope; all slopes share the limits within a block. */
  TwoDataKernels(TwoDataLattice lattice, LimitedDistances limits, TwoDataTilt tilt) {
    this.lattice = lattice;
    this.limits = limits;
    this.shifts = lattice.shifts();
    this.tilt = tilt;
    boolean random = !shifts.isCertain();
    double smallest = random ? Math.min(shifts.shift(0), shifts.mean()) : 0;
    double largest = random ? Math.max(shifts.shift(shifts.count() - 1), shifts.mean()) : 0;
    this.least = (int) Math.floor(tilt.gain() * (smallest - limits.mostLowered() / 2.0));
    this.layers = (int) Math.ceil(tilt.gain() * largest * RAISED) - least + 1;
    int places = lattice.cells() + 1;
    this.moves = new double[layers][places][];
    this.first = new int[layers][places];
    this.met = new double[layers][places];
    this.together = new double[places];
    this.beyond = new double[places];
    fill(random);
  }

  private void fill(boolean random) {
    TwoDataMoves[] all = new TwoDataMoves[shifts.count()];
    Arrays.setAll(all, i -> moves(shifts.shift(i), random));
    int limit = lattice.cells();
    int last = shifts.isRevealed() ? limit : limit - 1;
    for (int from = tilt.first(random ? 0 : 1); from <= last; from += tilt.step()) {
      Rows rows = new Rows(from);
      if (random) {
        addRandom(rows, from, all);
      } else {
        rows.add(1, all[0]);
      }
      rows.finish();
    }
    if (last == limit || !tilt.startsAt(limit)) {
      return;
    }
    Rows rows = new Rows(limit);
    rows.add(1, random ? moves(shifts.mean(), true) : all[0]);
    rows.finish();
  }

  private TwoDataMoves moves(double shift, boolean early) {
    return new TwoDataMoves(lattice, tilt.slope(lattice), shift, early);
  }

  /**
   * Adds the transitions for random shifts. At the start of this block, the distance changes by the
   * difference of the previous block's shift from its mean. A distance above the limit counts as
   * the limit, and one of 0 or less means that the runs have met. If the runs know whether this
   * step samples the record, the step adds its own shift without a limit.
   */
  private void addRandom(Rows rows, int from, TwoDataMoves[] all) {
    beyond[from] = shifts.rare();
    for (int i = 0; i < all.length; i++) {
      double start = from + shifts.shift(i) - shifts.mean();
      if (start <= 0) {
        together[from] += shifts.probability(i);
      } else if (start <= lattice.cells() || shifts.isRevealed()) {
        rows.add(shifts.probability(i), all[i]);
      } else {
        double shift = lattice.cells() - from + shifts.mean();
        rows.add(shifts.probabilityFrom(i), moves(shift, true));
        return;
      }
    }
  }

  /** All transitions from one place, in each layer to all places. */
  private final class Rows {
    private final int from;
    private final double[][] rows = new double[layers][0];

    Rows(int from) {
      this.from = from;
    }

    void add(double probability, TwoDataMoves move) {
      double[][] lowered = new double[LimitedDistances.LOWERED.length][move.last(from) + 1];
      double killed = move.addFrom(from, limits, lowered);
      double shift = shifts.isCertain() ? 0 : move.shift() * RAISED;
      for (int i = 0; i < lowered.length; i++) {
        add(
            probability,
            tilt.gain() * (shift - LimitedDistances.LOWERED[i] / 2.0),
            lowered[i],
            i == 0 ? killed : 0);
      }
    }

    private void add(double probability, double taken, double[] row, double killed) {
      int whole = (int) Math.ceil(taken);
      double next = whole == taken ? 0 : lattice.nextWeight(taken);
      add(whole - least, probability * (1 - next) * RAISED, row, killed);
      if (next > 0) {
        add(whole - 1 - least, probability * next * RAISED, row, killed);
      }
    }

    private void add(int layer, double part, double[] row, double killed) {
      if (killed == 0 && Arrays.stream(row).allMatch(mass -> mass == 0)) {
        return;
      }
      if (rows[layer].length < row.length) {
        rows[layer] = Arrays.copyOf(rows[layer], row.length);
      }
      for (int k = 0; k < row.length; k++) {
        rows[layer][k] += part * row[k];
      }
      met[layer][from] += part * killed;
    }

    void finish() {
      for (int layer = 0; layer < layers; layer++) {
        double[] row = withinLimit(withoutFarUp(rows[layer], layer));
        int low = 0;
        while (low < row.length && row[low] == 0) {
          low++;
        }
        first[layer][from] = low;
        moves[layer][from] = Arrays.copyOfRange(row, low, row.length);
      }
    }

    /**
     * Moves mass far up to the limit of the distance, at the loss of its place. At these places the
     * line has gained at least the loss that the shift took, also at the lower end of the cell. So
     * the loss there is no smaller than that of the place.
     */
    private double[] withoutFarUp(double[] row, int layer) {
      if (shifts.isCertain() || tilt.halves() == 0) {
        return row;
      }
      int last = row.length;
      double sum = 0;
      while (last > 0
          && tilt.gain() * (last - 2 - from) >= layer + least
          && sum + row[last - 1] <= FAR_UP) {
        sum += row[last - 1];
        last--;
      }
      beyond[from] += sum * RAISED;
      return Arrays.copyOf(row, last);
    }
  }

  /**
   * Moves mass above the limit to smaller places, at or above the limit. Values fall with the loss,
   * and no place above the limit has a value of its own. All mass may move if the loss stays the
   * same, else a negligible part.
   */
  private double[] withinLimit(double[] row) {
    int limit = lattice.cells();
    if (row.length <= limit + 1) {
      return row;
    }
    double all = 0;
    for (int k = limit; k < row.length; k++) {
      all += row[k];
    }
    double most = tilt.halves() == 0 ? all : NEGLIGIBLE * all;
    int last = row.length - 1;
    double passed = 0;
    while (last > limit && passed + row[last] <= most) {
      passed += row[last];
      last--;
    }
    double[] result = Arrays.copyOf(row, last + 1);
    result[last] += passed;
    return result;
  }

  /** Number of layers; each takes one loss more than the one before. */
  int layers() {
    return layers;
  }

  /** Losses that the first layer takes from the line. */
  int least() {
    return least;
  }

  /** The first place that is reached from a place. */
  int first(int layer, int from) {
    return first[layer][from];
  }

  /** The last place that is reached from any place, at least the limit. */
  int last() {
    int last = lattice.cells();
    for (int layer = 0; layer < layers; layer++) {
      for (int from = 0; from < moves[layer].length; from++) {
        if (moves[layer][from] != null) {
          last = Math.max(last, first[layer][from] + moves[layer][from].length - 1);
        }
      }
    }
    return last;
  }

  /** Masses at the places from the first one on. Place 0 is included as the lower end of a cell. */
  double[] moves(int layer, int from) {
    return moves[layer][from];
  }

  /** Mass that reaches distance 0 while the distance moves. */
  double met(int layer, int from) {
    return met[layer][from];
  }

  /** Mass of runs that have met before the block begins. */
  double together(int from) {
    return together[from];
  }

  /** Mass that counts at the limit, at the loss of its place. */
  double beyond(int from) {
    return beyond[from];
  }
}
