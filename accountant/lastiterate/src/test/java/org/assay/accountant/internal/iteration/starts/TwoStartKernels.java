package org.assay.accountant.internal.iteration.starts;

import org.assay.accountant.internal.calculus.GaussLegendre;

/**
 * Transitions of the coupled distance in one step of {@link TwoStartRecursion}, rounded up. On a
 * line of slope λ the distance is a Brownian motion of variance 4 with drift −2λ, killed at 0; a
 * place between two points of the lattice goes to either with the probabilities of the scale
 * function {@code e^(λu)}. Proof: {@code doc-files/two-starts.md}.
 */
final class TwoStartKernels {
  static final double LIMIT = 25;
  static final int CELLS = 125;

  /** The part of the unit step in which the distance moves; in the rest it reaches the lattice. */
  static final double MOVING = 0.9729;

  /** Twelve nodes on panels of at most 1/4 have an error below 1e-22. */
  private static final GaussLegendre RULE = GaussLegendre.withNodes(12);

  private static final double WIDEST = 0.25;

  /** The density is below 1e-19 where its exponent is below −45. */
  private static final double REACH = Math.sqrt(45 * 8 * MOVING);

  private static final double ADDED = 1e-18;

  /**
   * Factor above rounding errors, and above the effect of a diameter that is larger by a relative
   * 2^-40.
   */
  private static final double RAISED = 1 + 1e-9;

  private final double slope;

  /** Masses from a place, 1 to CELLS, to a place, 0 to CELLS. */
  final float[][] moves = new float[CELLS + 1][CELLS + 1];

  /** Masses from a place to the limit with the loss of a later line, counted from this one. */
  final float[][] beyond = new float[CELLS + 1][];

  /**
   * The kernels of a line.
   *
   * @param losses of all lines at the limit
   * @param line index of the line
   * @param reach distance from the point where the line's loss is 0 to the limit, infinite on a
   *     level
   */
  TwoStartKernels(double[] losses, int line, double reach) {
    this.slope = losses[line] / reach;
    int lines = losses.length - line;
    int reached = 1;
    while (slope > 0 && reached < lines && losses[line + reached - 1] < 2 * losses[line]) {
      reached++;
    }
    for (int from = 1; from <= CELLS; from++) {
      double[] masses = new double[CELLS + 1];
      for (int to = 1; to <= CELLS; to++) {
        double[] parts = split(place(from), place(to - 1), place(to));
        masses[to - 1] += parts[0];
        masses[to] += parts[1];
      }
      moves[from] = up(masses);
      double[] growth = new double[reached];
      for (int k = 0; k < reached; k++) {
        growth[k] = losses[line + k] / losses[line];
      }
      beyond[from] = up(beyond(from, growth, reach));
    }
  }

  double slope() {
    return slope;
  }

  static double place(int index) {
    return index * 0.2;
  }

  private static float[] up(double[] values) {
    float[] rounded = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      rounded[i] = values[i] == 0 ? 0 : Math.nextUp((float) values[i]);
    }
    return rounded;
  }

  private double[] beyond(int from, double[] growth, double reach) {
    double x = place(from);
    int last = growth.length - 1;
    double[] row = new double[growth.length];
    double start = LIMIT;
    for (int k = 0; k < last; k++) {
      double end = LIMIT + reach * (growth[k + 1] - 1);
      double[] parts = split(x, start, end);
      row[k] += parts[0];
      row[k + 1] += parts[1];
      start = end;
    }
    // All farther mass has at least the last loss.
    double[] rest = split(x, start, start + 2 * LIMIT);
    row[last] += rest[0] + rest[1];
    return row;
  }

  /** Masses that go to the lower and to the upper end from between them. */
  private double[] split(double from, double low, double high) {
    double[] parts = {ADDED, ADDED};
    double mean = from - 2 * slope * MOVING;
    double first = Math.max(low, mean - REACH);
    double last = Math.min(high, mean + REACH);
    if (!(first < last)) {
      return parts;
    }
    int panels = (int) Math.ceil((last - first) / WIDEST);
    double half = (last - first) / (2 * panels);
    double all = scale(high - low);
    for (int panel = 0; panel < panels; panel++) {
      for (int i = 0; i < RULE.nodes(); i++) {
        double offset = half * (2 * panel + 1 - RULE.point(i).midpoint());
        double above = first - low + offset;
        double below = high - last + (last - first - offset);
        double mass = RULE.weight(i).upper() * half * density(from, low + above);
        parts[0] += mass * Math.exp(slope * above) * scale(below) / all * RAISED;
        parts[1] += mass * scale(above) / all * RAISED;
      }
    }
    return parts;
  }

  /** {@code (e^(λu) − 1)/λ}, continued to λ = 0. */
  private double scale(double length) {
    return slope == 0 ? length : Math.expm1(slope * length);
  }

  private double density(double from, double to) {
    double gap = to - from + 2 * slope * MOVING;
    return Math.exp(-gap * gap / (8 * MOVING))
        * -Math.expm1(-to * from / (2 * MOVING))
        / Math.sqrt(8 * Math.PI * MOVING);
  }
}
