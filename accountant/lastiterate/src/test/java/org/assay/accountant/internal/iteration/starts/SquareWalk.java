package org.assay.accountant.internal.iteration.starts;

import org.assay.accountant.internal.calculus.GaussLegendre;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;

/**
 * The distribution of a walk in a square that turns about its center, with unit noise and
 * projection.
 */
public final class SquareWalk {
  private static final GaussLegendre RULE = GaussLegendre.withNodes(8);
  private static final int PANELS = 4;

  private final double side;
  private final double[] ticks;
  private final double[][] masses;

  private SquareWalk(double side, double[] ticks, double[][] masses) {
    this.side = side;
    this.ticks = ticks;
    this.masses = masses;
  }

  public static SquareWalk from(double x, double y, double side) {
    return new SquareWalk(side, new double[] {x, y}, new double[][] {{0, 1}, {0, 0}});
  }

  /** One step; a turn is an isometry and may lead out of the square. */
  public SquareWalk after(double angle) {
    return after(angle, 0, 0);
  }

  /** One step of a turn and a slide. */
  public SquareWalk after(double angle, double right, double up) {
    double[] next = ticks(side);
    double[][] result = new double[next.length][next.length];
    for (int i = 0; i < ticks.length; i++) {
      for (int j = 0; j < ticks.length; j++) {
        if (masses[i][j] > 1e-16) {
          double[][] slid = {row(i, j, angle, right), row(i, j, angle - Math.PI / 2, up)};
          spread(slid, masses[i][j], result);
        }
      }
    }
    return new SquareWalk(side, next, result);
  }

  /** The distribution of a coordinate of a place after the turn, with its noise. */
  private double[] row(int i, int j, double angle, double slide) {
    double x = ticks[i] - side / 2;
    double y = ticks[j] - side / 2;
    return row(side / 2 + Math.cos(angle) * x - Math.sin(angle) * y + slide);
  }

  private static void spread(double[][] slid, double mass, double[][] result) {
    for (int i = 0; i < slid[0].length; i++) {
      for (int j = 0; j < slid[1].length; j++) {
        result[i][j] += mass * slid[0][i] * slid[1][j];
      }
    }
  }

  private static double[] ticks(double side) {
    double half = side / (2 * PANELS);
    double[] ticks = new double[PANELS * RULE.nodes() + 2];
    for (int i = 0; i < ticks.length - 2; i++) {
      int panel = i / RULE.nodes();
      ticks[i] = half * (2 * panel + 1 + RULE.point(i % RULE.nodes()).midpoint());
    }
    ticks[ticks.length - 1] = side;
    return ticks;
  }

  /** Masses of one coordinate at the ticks, the clamped ones last. */
  private double[] row(double center) {
    double[] next = ticks(side);
    double[] row = new double[next.length];
    double half = side / (2 * PANELS);
    for (int i = 0; i < row.length - 2; i++) {
      double gap = next[i] - center;
      double weight = RULE.weight(i % RULE.nodes()).midpoint() * half / Math.sqrt(2 * Math.PI);
      row[i] = weight * Math.exp(-gap * gap / 2);
    }
    row[row.length - 2] = NormalTail.upperTail(Enclosure.exact(center)).midpoint();
    row[row.length - 1] = NormalTail.upperTail(Enclosure.exact(side - center)).midpoint();
    return row;
  }

  public double profile(SquareWalk other, double loss) {
    double sum = 0;
    for (int i = 0; i < ticks.length; i++) {
      for (int j = 0; j < ticks.length; j++) {
        sum += Math.max(0, masses[i][j] - Math.exp(loss) * other.masses[i][j]);
      }
    }
    return sum;
  }
}
