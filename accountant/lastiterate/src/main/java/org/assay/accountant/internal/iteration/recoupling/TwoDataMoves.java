package org.assay.accountant.internal.iteration.recoupling;

import org.assay.accountant.internal.calculus.GaussLegendre;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;

/**
 * Masses of the coupled distance of two runs on neighbouring data after the moving part of one
 * block, rounded up, for one slope and one shift. The distance is a Brownian motion of variance 4
 * with the drift −2λ, killed at 0. A position between two points of the lattice goes to either with
 * the probabilities of the scale function {@code e^(λu)}. Far from 0 the motion is not killed, and
 * the masses depend on the difference of the places only. Proof: {@code doc-files/two-data.md}.
 */
final class TwoDataMoves {
  /** Quadrature rule: twelve nodes on panels of at most 1/4 have an error below 1e-24. */
  private static final GaussLegendre RULE = GaussLegendre.withNodes(12);

  /** Largest width of a quadrature panel. Not tuned. */
  private static final double WIDEST = 0.25;

  private static final double[] POINTS = new double[RULE.nodes()];
  private static final double[] WEIGHTS = new double[RULE.nodes()];

  static {
    for (int i = 0; i < RULE.nodes(); i++) {
      POINTS[i] = RULE.point(i).midpoint();
      WEIGHTS[i] = RULE.weight(i).upper();
    }
  }

  /**
   * Truncation of the Gaussian density of variance 4: the exponent is −55 there, the density below
   * 1e-24.
   */
  private static final double REACH = Math.sqrt(55 * 8);

  /** Exponent above which killing is ignored, as its probability is below 1e-17. */
  private static final double FAR = 40;

  /** Factor above the relative rounding errors of the sums. */
  private static final double RAISED = 1 + 1e-11;

  /** Factor below the inverse of the factors by which masses are raised. */
  private static final double LOWERED = 1 - 1e-10;

  /**
   * Least mass that is lowered by its own number of half cells; smaller masses join the next
   * smaller number. Not tuned.
   */
  private static final double FEW = 1e-6;

  private final double cell;
  private final int cells;
  private final double moving;

  /**
   * Cells by which the distance starts above its place, for the move and, in {@link #killed}, for
   * killing.
   */
  private final double shift;

  private final double killed;

  /** Limit of the distance in cells; above it the distance is lowered within the block. */
  private final double level;

  /** Mean by which the distance moves, in noises of a block. */
  private final double mean;

  /** The least number of cells from the place to the upper end of a reachable cell. */
  private final int first;

  /** Distances from the lower end of a cell to the nodes. */
  private final double[] above;

  /**
   * Masses that go to the lower end, by cell and node; {@link #upper} has those to the upper end.
   */
  private final double[][] lower;

  private final double[][] upper;
  private final double[] lowerSum;
  private final double[] upperSum;

  /** Sums over the nodes of each half cell, unmoved and moved by half a cell. */
  private final double[][][] halves;

  /**
   * Masses for one slope and one shift.
   *
   * @param lattice the places of the masses
   * @param slope λ
   * @param shift of the data in cells
   * @param early whether the data are shifted at the start of the block, or during the block
   */
  TwoDataMoves(TwoDataLattice lattice, double slope, double shift, boolean early) {
    this.cell = lattice.cell();
    this.moving = lattice.moving();
    this.shift = shift;
    this.killed = early ? shift : 0;
    this.cells = lattice.cells();
    this.level = cells + (early ? lattice.shifts().mean() : 0);
    this.mean = shift * cell - 2 * slope * moving;
    this.first = (int) Math.floor((mean - REACH) / cell) + 1;
    int last = Math.max(first, (int) Math.ceil((mean + REACH) / cell));
    int panels = 2 * (int) Math.ceil(cell / (2 * WIDEST));
    this.above = new double[panels * POINTS.length];
    this.lower = new double[last - first + 1][above.length];
    this.upper = new double[lower.length][above.length];
    this.lowerSum = new double[lower.length];
    this.upperSum = new double[lower.length];
    this.halves = new double[2 * lower.length][2][2];
    double half = cell / (2 * panels);
    double all = scale(slope, cell);
    for (int node = 0; node < above.length; node++) {
      int panel = node / POINTS.length;
      double point = POINTS[node % POINTS.length];
      above[node] = half * (2 * panel + 1 + point);
      double below = half * (2 * (panels - panel) - 1 - point);
      double down = Math.exp(slope * above[node]) * scale(slope, below) / all * RAISED;
      double up = scale(slope, above[node]) / all * RAISED;
      int part = 2 * panel / panels;
      double moved = above[node] + (part == 0 ? 1 : -1) * cell / 2;
      double movedDown = Math.exp(slope * moved) * scale(slope, cell - moved) / all * RAISED;
      double movedUp = scale(slope, moved) / all * RAISED;
      double weight = WEIGHTS[node % POINTS.length] * half / Math.sqrt(8 * Math.PI * moving);
      for (int k = 0; k < lower.length; k++) {
        double gap = (first + k - 1) * cell + above[node] - mean;
        double mass = weight * Math.exp(-gap * gap / (8 * moving)) * RAISED;
        lower[k][node] = mass * down;
        upper[k][node] = mass * up;
        lowerSum[k] += lower[k][node];
        upperSum[k] += upper[k][node];
        double[][] sums = halves[2 * k + part];
        sums[0][0] += mass * down;
        sums[0][1] += mass * up;
        sums[1][0] += mass * movedDown;
        sums[1][1] += mass * movedUp;
      }
    }
  }

  /** {@code (e^(λu) − 1)/λ}, continued to λ = 0. */
  private static double scale(double slope, double length) {
    return slope == 0 ? length : Math.expm1(slope * length);
  }

  /** The shift in cells. */
  double shift() {
    return shift;
  }

  /** The last place that is reached from a place. */
  int last(int place) {
    return Math.max(1, place + first + lower.length - 1);
  }

  /**
   * Adds the masses from a place to all places.
   *
   * @param limits of the distance within the block
   * @param rows one row of masses for each number of half cells of {@link
   *     LimitedDistances#LOWERED}, with an entry for each place from 0 to the last
   * @return upper bound of the mass that is killed
   */
  double addFrom(int place, LimitedDistances limits, double[][] rows) {
    double start = (place + killed) * cell;
    int below = limits.start(level - place - killed);
    double alive = 0;
    for (int k = Math.max(0, 1 - place - first); k < lower.length; k++) {
      int to = place + first + k;
      boolean far = (to - 1) * cell * start / (2 * moving) >= FAR;
      double down = far ? lowerSum[k] : kept(lower[k], to, start);
      double up = far ? upperSum[k] : kept(upper[k], to, start);
      if (far && limits.reaches(below) && 2 * (to - 1) >= LimitedDistances.MOST_LOWERED) {
        addLimited(below, to, 2 * k, limits, rows);
        addLimited(below, to, 2 * k + 1, limits, rows);
      } else {
        rows[0][to - 1] += down;
        rows[0][to] += up;
      }
      alive += down + up;
    }
    return Math.max(0, Math.min(1 - alive * LOWERED, killed(start)));
  }

  /** The masses of a cell that are not killed, summed. */
  private double kept(double[] masses, int to, double start) {
    double sum = 0;
    for (int node = 0; node < above.length; node++) {
      double end = (to - 1) * cell + above[node];
      sum += masses[node] * -Math.expm1(-end * start / (2 * moving)) * RAISED;
    }
    return sum;
  }

  /** Adds the mass of half a cell, lowered where limits are likely to have lowered it. */
  private void addLimited(int below, int to, int half, LimitedDistances limits, double[][] rows) {
    int end = 2 * (to - 1) + (half & 1);
    double[][] masses = halves[half];
    double mass = masses[0][0] + masses[0][1];
    double above = 1;
    double part = 0;
    for (int index = LimitedDistances.LOWERED.length - 1; index >= 0; index--) {
      int lowered = LimitedDistances.LOWERED[index];
      double less = index == 0 ? 0 : limits.below(below + lowered, 2 * cells - end + lowered);
      part += Math.max(0, above - less);
      above = Math.min(above, less);
      if (index == 0 || part * mass >= FEW) {
        int place = (end - lowered) / 2;
        rows[index][place] += part * masses[lowered & 1][0];
        rows[index][place + 1] += part * masses[lowered & 1][1];
        part = 0;
      }
    }
  }

  /** The probability that a Brownian motion of variance 4 with a drift reaches 0, rounded up. */
  private double killed(double start) {
    double drift = mean - killed * cell;
    double deviation = 2 * Math.sqrt(moving);
    double tail = tail((start + drift) / deviation);
    double reflected = tail((start - drift) / deviation);
    return (tail + Math.exp(-drift * start / (2 * moving)) * reflected) * (1 + 1e-9);
  }

  private static double tail(double deviations) {
    return NormalTail.upperTail(Enclosure.exact(deviations)).upper();
  }
}
