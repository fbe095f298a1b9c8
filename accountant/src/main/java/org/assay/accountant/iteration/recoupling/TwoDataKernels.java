package org.assay.accountant.iteration.recoupling;

import java.util.Arrays;
import org.assay.accountant.numeric.GaussLegendre;

/**
 * Transitions of the coupled distance of two runs on neighbouring data in one block, rounded up. On
 * the line of slope λ the distance is a Brownian motion of variance 4 with the shift of the data
 * and the drift −2λ, killed at 0; a place between two points of the lattice goes to either with the
 * probabilities of the scale function {@code e^(λu)}. Proof: {@code doc-files/two-data.md}.
 */
final class TwoDataKernels {
  /** Twelve nodes on panels of at most 1/4 have an error below 1e-24. */
  private static final GaussLegendre RULE = GaussLegendre.withNodes(12);

  private static final double WIDEST = 0.25;
  private static final double[] POINTS = new double[RULE.nodes()];
  private static final double[] WEIGHTS = new double[RULE.nodes()];

  static {
    for (int i = 0; i < RULE.nodes(); i++) {
      POINTS[i] = RULE.point(i).midpoint();
      WEIGHTS[i] = RULE.weight(i).upper();
    }
  }

  /** The density is below 1e-24 where its exponent is below −55. */
  private static final double REACH = Math.sqrt(55 * 8);

  /** Bounds the mass that is out of reach of a place, and the errors of all its panels. */
  static final double LEFT_OUT = 1e-21;

  private static final double RAISED = 1 + 1e-11;

  /** Part of the mass beyond the limit of the distance that may count at a smaller loss. */
  private static final double NEGLIGIBLE = 1e-8;

  private final TwoDataLattice lattice;
  private final double moving;
  private final double slope;

  /** From a place to a place, the latter counted from {@link #first}. */
  private final double[][] moves;

  private final int[] first;

  /** From a place to 0 before the block reaches for the lattice. */
  private final double[] met;

  TwoDataKernels(TwoDataLattice lattice, int tilt) {
    this.lattice = lattice;
    this.moving = lattice.moving();
    this.slope = lattice.slope(tilt);
    this.moves = new double[lattice.cells() + 1][];
    this.first = new int[lattice.cells() + 1];
    this.met = new double[lattice.cells() + 1];
    for (int from = 1; from <= lattice.cells(); from++) {
      fill(from);
    }
  }

  private void fill(int from) {
    double h = lattice.cell();
    double mean = (from + lattice.shift()) * h - 2 * slope * moving;
    int low = (int) Math.max(0, Math.floor((mean - REACH) / h));
    int high = (int) Math.max(low + 1, Math.ceil((mean + REACH) / h));
    double[] row = new double[high - low + 1];
    double alive = 0;
    for (int to = low + 1; to <= high; to++) {
      alive += split(from * h, mean, to, row, to - low);
    }
    met[from] = Math.max(0, 1 - alive / RAISED / RAISED);
    first[from] = low;
    moves[from] = withinLimit(row, low);
  }

  /**
   * As values fall with the loss, and no place beyond the limit has one of its own, mass may count
   * at the limit or a smaller place beyond it: all mass if the loss stays as it is, else a
   * negligible part.
   */
  private double[] withinLimit(double[] row, int low) {
    int limit = lattice.cells() - low;
    if (limit < 0 || row.length <= limit + 1) {
      return row;
    }
    double all = 0;
    for (int k = limit; k < row.length; k++) {
      all += row[k];
    }
    double most = slope == 0 ? all : NEGLIGIBLE * all;
    int last = row.length - 1;
    double beyond = 0;
    while (last > limit && beyond + row[last] <= most) {
      beyond += row[last];
      last--;
    }
    double[] result = Arrays.copyOf(row, last + 1);
    result[last] += beyond;
    return result;
  }

  /** Divides the mass between two neighbouring places among them; returns it. */
  private double split(double start, double mean, int to, double[] row, int index) {
    double h = lattice.cell();
    int panels = (int) Math.ceil(h / WIDEST);
    double half = h / (2 * panels);
    double all = scale(h);
    double sum = 0;
    for (int panel = 0; panel < panels; panel++) {
      for (int i = 0; i < POINTS.length; i++) {
        double above = half * (2 * panel + 1 + POINTS[i]);
        double below = half * (2 * (panels - panel) - 1 - POINTS[i]);
        double place = (to - 1) * h + above;
        double mass = WEIGHTS[i] * half * density(start, mean, place) * RAISED;
        row[index - 1] += mass * Math.exp(slope * above) * scale(below) / all * RAISED;
        row[index] += mass * scale(above) / all * RAISED;
        sum += mass;
      }
    }
    return sum;
  }

  /** {@code (e^(λu) − 1)/λ}, continued to λ = 0. */
  private double scale(double length) {
    return slope == 0 ? length : Math.expm1(slope * length);
  }

  private double density(double start, double mean, double place) {
    double gap = place - mean;
    return Math.exp(-gap * gap / (8 * moving))
        * -Math.expm1(-place * start / (2 * moving))
        / Math.sqrt(8 * Math.PI * moving);
  }

  /** The first place that is reached from a place. */
  int first(int from) {
    return first[from];
  }

  /** The last place that is reached from any, at least the limit. */
  int last() {
    int last = lattice.cells();
    for (int from = 1; from <= lattice.cells(); from++) {
      last = Math.max(last, first[from] + moves[from].length - 1);
    }
    return last;
  }

  /** Masses at the places from the first one on; 0 is among them as the end of a cell. */
  double[] moves(int from) {
    return moves[from];
  }

  /** Mass that reaches 0 while the distance moves. */
  double met(int from) {
    return met[from];
  }
}
