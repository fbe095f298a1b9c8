package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The bound of one block along a line by sums in plain doubles, from the values of later blocks.
 */
final class PlainBlock {
  static final double[] TILTS = {0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8};
  private static final int PARTS = 60;

  /** Parts of a cell where limits lower the distance, and how far they do in noises. */
  private static final int COARSE = 4;

  private static final double LOWERED = 6;

  private static final double NEGLIGIBLE = 1e-17;

  private final TwoDataLattice lattice;
  private final double[][] values;

  /** Values of the later blocks for runs that meet. */
  private final double[] met;

  private final Map<Double, PlainLimits> known = new HashMap<>();

  /** The block before the next block of a recursion. */
  PlainBlock(TwoDataLattice lattice, TwoDataRecursion recursion, double[] met) {
    this.lattice = lattice;
    this.values = new double[lattice.cells() + 1][];
    Arrays.setAll(values, recursion::at);
    this.met = met;
  }

  /** A recursion after a number of blocks. */
  static TwoDataRecursion recursion(
      TwoDataLattice lattice, TwoDataProfiles profiles, int first, int blocks) {
    TwoDataRecursion recursion = new TwoDataRecursion(lattice, profiles, first);
    for (int block = 0; block < blocks; block++) {
      recursion.advance();
    }
    return recursion;
  }

  double met(int loss) {
    return met[loss];
  }

  /**
   * The value from a start in cells, where the line has the loss, if all of the shift comes before.
   */
  double followed(double start, int loss, double tilt) {
    return new Line(start, 0, loss, tilt).sum();
  }

  /**
   * The value from a start if the distance is also lowered within the block to a level, in cells.
   */
  double limited(double start, double drift, double level, int loss, double tilt) {
    return new Line(start, drift, loss, tilt).limited(level);
  }

  /** One line from one place. */
  private final class Line {
    private final double cell = lattice.cell();
    private final double time = lattice.moving();
    private final double start;
    private final double drift;
    private final int loss;
    private final double tilt;
    private final double slope;
    private final double center;

    /** Probability that none of a cell's ends is reached in the rest of the block. */
    private final double late;

    Line(double start, double drift, int loss, double tilt) {
      this.start = start;
      this.drift = drift;
      this.loss = loss;
      this.tilt = tilt;
      this.slope = tilt * lattice.spacing() / cell;
      this.center = (start + drift) * cell - 2 * slope * time;
      double left = 2 * Math.PI * Math.PI * (1 - time) / (cell * cell);
      this.late = 4 / Math.PI * Math.exp(slope * cell / 2 - left);
    }

    double sum() {
      double sum = 0;
      double alive = 0;
      int last = (int) Math.ceil((center + 20) / cell);
      for (int part = 0; part < last * PARTS; part++) {
        double u = (part + 0.5) * cell / PARTS;
        double mass =
            Math.exp(-(u - center) * (u - center) / (8 * time))
                * -Math.expm1(-u * start * cell / (2 * time))
                / Math.sqrt(8 * Math.PI * time)
                * cell
                / PARTS;
        sum += mass * ends(u / cell, 0);
        alive += mass;
      }
      return sum + Math.max(0, 1 - alive) * value(0, loss - tilt * (start + drift));
    }

    /** The value at the end of the moves, if the distance has been lowered by a number of cells. */
    private double ends(double place, double lowered) {
      int to = (int) Math.floor(place) + 1;
      double above = (place - to + 1) * cell;
      double up = slope == 0 ? above / cell : Math.expm1(slope * above) / Math.expm1(slope * cell);
      double paid = loss - tilt * (start + drift - lowered);
      double high = value(to, paid + tilt * to);
      double low = value(to - 1, paid + tilt * (to - 1));
      double missed = value(to, paid + tilt * (to - 1)) - Math.min(high, low);
      return up * high + (1 - up) * low + late * Math.max(0, missed);
    }

    /** As the level is far from 0, nothing is killed. */
    double limited(double level) {
      double step = cell / COARSE;
      PlainLimits limits =
          known.computeIfAbsent(
              tilt + drift * 1e3, missing -> new PlainLimits(lattice, center - start * cell));
      double below = (level - start) * cell;
      double[] lowered = PlainLimits.lowered(step, LOWERED);
      double[][] rises = new double[lowered.length][];
      Arrays.setAll(rises, j -> limits.rise(below, lowered[j]));
      double sum = 0;
      for (int i = 0; i < 26 / step; i++) {
        // The grids of ends and of lowered amounts are half a step apart.
        double end = level * cell + 5 - i * step;
        double[] fall = limits.fall(level * cell - end);
        double free = limits.free(below, level * cell - end);
        for (int j = 0; j < lowered.length; j++) {
          double[] unlowered = limits.fall(level * cell - end + lowered[j]);
          free -= PlainLimits.product(rises[j], unlowered) * step;
          double mass = PlainLimits.product(rises[j], fall) * step * step;
          sum += mass < NEGLIGIBLE ? 0 : mass * ends(end / cell, lowered[j] / cell);
        }
        sum += Math.max(0, free) * step * ends(end / cell, 0);
      }
      return sum;
    }
  }

  /** The value at a place, by the chord in gamma; below loss 0 by exchange of the datasets. */
  private double value(int place, double loss) {
    if (loss < 0) {
      return 1 - Math.exp(loss * lattice.spacing()) * (1 - value(place, -loss));
    }
    int below = (int) Math.min(lattice.losses() - 1.0, Math.floor(loss));
    int above = Math.min(lattice.losses() - 1, below + 1);
    double part = Math.expm1((loss - below) * lattice.spacing()) / Math.expm1(lattice.spacing());
    double weight = above == below ? 0 : Math.min(1, part);
    return (1 - weight) * at(place, below) + weight * at(place, above);
  }

  private double at(int place, int loss) {
    return Math.max(values[Math.min(place, lattice.cells())][loss], met[loss]);
  }
}
