package org.assay.accountant.iteration.recoupling;

import java.util.Arrays;

/** What a line proves in one block by sums in plain doubles, given the values before the block. */
final class PlainBlock {
  static final int[] TILTS = {0, 1, 2, 3, 4, 5, 6, 8};
  private static final int PARTS = 60;

  private final TwoDataLattice lattice;
  private final double[][] values;

  /** What is to come for runs that meet. */
  private final double[] met;

  /** Before the next block of a recursion. */
  PlainBlock(TwoDataLattice lattice, TwoDataRecursion recursion, double[] met) {
    this.lattice = lattice;
    this.values = new double[lattice.cells() + 1][];
    Arrays.setAll(values, recursion::at);
    this.met = met;
  }

  /** A recursion after so many blocks. */
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

  /** From a start in cells, where the line has the loss. */
  double followed(double start, int loss, int tilt) {
    double cell = lattice.cell();
    double time = lattice.moving();
    double slope = lattice.slope(tilt);
    double center = start * cell - 2 * slope * time;
    // No end of a cell is reached in what is left of the block.
    double left = 2 * Math.PI * Math.PI * (1 - time) / (cell * cell);
    double late = 4 / Math.PI * Math.exp(slope * cell / 2 - left);
    double sum = 0;
    double alive = 0;
    int last = (int) Math.ceil((center + 20) / cell);
    for (int to = 1; to <= last; to++) {
      for (int part = 0; part < PARTS; part++) {
        double above = (part + 0.5) * cell / PARTS;
        double u = (to - 1) * cell + above;
        double mass =
            Math.exp(-(u - center) * (u - center) / (8 * time))
                * -Math.expm1(-u * start * cell / (2 * time))
                / Math.sqrt(8 * Math.PI * time)
                * cell
                / PARTS;
        double up =
            slope == 0 ? above / cell : Math.expm1(slope * above) / Math.expm1(slope * cell);
        double paid = loss - tilt * start;
        double high = value(to, paid + tilt * to);
        double low = value(to - 1, paid + tilt * (to - 1));
        double missed = value(to, paid + tilt * (to - 1)) - Math.min(high, low);
        double more = late * Math.max(0, missed);
        sum += mass * (up * high + (1 - up) * low + more);
        alive += mass;
      }
    }
    return sum + Math.max(0, 1 - alive) * value(0, loss - tilt * start);
  }

  /** What is to come at a place, by the chord in gamma; of 0 or less by the exchange. */
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
