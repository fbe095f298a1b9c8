package org.assay.verify.internal.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.assay.accountant.privacy.Guarantee;

/** The edges of a trade-off curve given by points, as slopes of lines. */
public final class TradeoffEdges {
  private TradeoffEdges() {}

  /**
   * Absolute logarithms of the slopes: an edge flatter than 1 has the inverse slope for the other
   * order of the neighbours. Soundness does not depend on their accuracy, since the profile gives a
   * valid delta for a line of any slope.
   *
   * @param claim the curve
   * @return ascending epsilons of at least 0, at least one
   */
  public static NavigableSet<Double> slopes(Guarantee.Tradeoff claim) {
    NavigableSet<Double> slopes = new TreeSet<>();
    List<double[]> corners = corners(claim);
    for (int i = 0; i + 1 < corners.size(); i++) {
      double slope = -rise(corners.get(i), corners.get(i + 1));
      if (slope > 0 && slope < Double.POSITIVE_INFINITY) {
        slopes.add(Math.abs(Math.log(slope)));
      }
    }
    if (slopes.isEmpty()) {
      slopes.add(0.0);
    }
    return slopes;
  }

  /** The corners of the lower convex hull of the points and (1, 0), from the left. */
  private static List<double[]> corners(Guarantee.Tradeoff claim) {
    List<double[]> hull = new ArrayList<>();
    for (Map.Entry<Double, Double> point : claim.typeTwoByTypeOne().entrySet()) {
      if (point.getKey() < 1) {
        add(hull, new double[] {point.getKey(), point.getValue()});
      }
    }
    add(hull, new double[] {1, 0});
    return hull;
  }

  private static void add(List<double[]> hull, double[] point) {
    int size = hull.size();
    while (size >= 2
        && rise(hull.get(size - 2), hull.get(size - 1)) >= rise(hull.get(size - 1), point)) {
      hull.remove(--size);
    }
    hull.add(point);
  }

  private static double rise(double[] from, double[] to) {
    return (to[1] - from[1]) / (to[0] - from[0]);
  }
}
