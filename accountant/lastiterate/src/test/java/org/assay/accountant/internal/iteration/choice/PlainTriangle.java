package org.assay.accountant.internal.iteration.choice;

import java.util.function.DoubleUnaryOperator;

/**
 * A step's pair {@code P = (1−q)N(0) + qN(m)}, {@code P′ = (1−q)N(0) + qN(m′)} in the plane, by
 * sums over a grid in plain doubles.
 *
 * @param share q
 * @param first length of m, which lies on the first axis
 * @param along m′ on this axis
 * @param across m′ on the other one
 */
record PlainTriangle(double share, double first, double along, double across) {
  /**
   * Length of a cell. In the plane kinks of functions are averaged over; on a line they are not.
   */
  private static final double CELL = 0.06;

  private static final double CELL_ON_A_LINE = 0.002;

  private static final double FARTHEST = 9;

  /** The triangle where only P has the record. */
  static PlainTriangle oneSided(double share, double mu) {
    return new PlainTriangle(share, mu, 0, 0);
  }

  /** The triangle where only P′ has the record. */
  static PlainTriangle otherSided(double share, double mu) {
    return new PlainTriangle(share, 0, mu, 0);
  }

  /** All corners on a circle of diameter mu. */
  static PlainTriangle inscribed(double share, double mu) {
    double side = mu * Math.sqrt(3) / 2;
    return equilateral(share, side);
  }

  static PlainTriangle equilateral(double share, double side) {
    return new PlainTriangle(share, side, side / 2, side * Math.sqrt(3) / 2);
  }

  /** The triangle of three points of the plane, the first of which is 0. */
  static PlainTriangle of(double share, double[] none, double[] first, double[] second) {
    double x = first[0] - none[0];
    double y = first[1] - none[1];
    double length = Math.hypot(x, y);
    double u = second[0] - none[0];
    double v = second[1] - none[1];
    return new PlainTriangle(share, length, (x * u + y * v) / length, (x * v - y * u) / length);
  }

  /** A visitor of the cells of the plane. */
  @FunctionalInterface
  interface Visitor {
    /**
     * A cell.
     *
     * @param mass under P
     * @param ratio dP′/dP
     */
    void visit(double mass, double ratio);
  }

  void visit(Visitor visitor) {
    double span = first + Math.hypot(along, across) + FARTHEST;
    boolean flat = across == 0;
    double cell = flat ? CELL_ON_A_LINE : CELL;
    double line = cell / Math.sqrt(2 * Math.PI);
    double area = flat ? line : line * line;
    double square = along * along + across * across;
    for (double x = -span; x <= span; x += cell) {
      for (double y = flat ? 0 : -span; y <= (flat ? 0 : span); y += cell) {
        double normal = Math.exp(-(x * x + y * y) / 2) * area;
        double one = 1 - share + share * Math.exp(first * x - first * first / 2);
        double other = 1 - share + share * Math.exp(along * x + across * y - square / 2);
        visitor.visit(normal * one, other / one);
      }
    }
  }

  /** The mean under P of a function of dP′/dP. */
  double mean(DoubleUnaryOperator function) {
    double[] sum = new double[1];
    visit((mass, ratio) -> sum[0] += mass * function.applyAsDouble(ratio));
    return sum[0];
  }
}
