package org.assay.accountant.privacy;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.assay.accountant.numeric.Decimals;

/** Points of a curve, by their first coordinate. */
final class Points {
  /** Largest number of points that are all described. */
  private static final int MOST_DESCRIBED = 4;

  private Points() {}

  /**
   * An unmodifiable copy in rising order, whatever the map's own order. 0 and -0 are one number.
   */
  static NavigableMap<Double, Double> copy(String name, Map<Double, Double> points) {
    NavigableMap<Double, Double> copy = new TreeMap<>();
    Parameters.requireGiven(name, points).forEach((x, y) -> put(name, copy, one(x), one(y)));
    if (copy.isEmpty()) {
      throw new IllegalArgumentException(name + " was empty: it needs at least one point");
    }
    return Collections.unmodifiableNavigableMap(copy);
  }

  private static void put(String name, Map<Double, Double> copy, double x, double y) {
    Double other = copy.put(x, y);
    if (other != null && other != y) {
      throw new IllegalArgumentException(
          name + " had both " + other + " and " + y + " at " + x + ": give one of them");
    }
  }

  /** The number with one zero for 0 and -0, so that equal numbers make equal records. */
  static double one(double number) {
    return number + 0.0;
  }

  /** A description of all points if they are few, else of the first and last point. */
  static String describe(String coordinates, NavigableMap<Double, Double> points) {
    if (points.size() > MOST_DESCRIBED) {
      return points.size()
          + " points "
          + coordinates
          + " from "
          + describe(points.firstEntry())
          + " to "
          + describe(points.lastEntry());
    }
    return String.join(", ", points.entrySet().stream().map(Points::describe).toList());
  }

  private static String describe(Map.Entry<Double, Double> point) {
    return "(" + Decimals.number(point.getKey()) + ", " + Decimals.number(point.getValue()) + ")";
  }
}
