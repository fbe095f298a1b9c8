package org.assay.accountant.privacy;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Points of a curve, by their first coordinate. */
final class Points {
  private static final int MOST_DESCRIBED = 4;

  private Points() {}

  static void requireSome(String name, Map<Double, Double> points) {
    if (points.isEmpty()) {
      throw new IllegalArgumentException(name + " was empty: it needs at least one point");
    }
  }

  /** An unmodifiable copy in which 0 and -0 are one number. */
  static NavigableMap<Double, Double> copy(Map<Double, Double> points) {
    NavigableMap<Double, Double> copy = new TreeMap<>();
    points.forEach((x, y) -> copy.put(x + 0.0, y + 0.0));
    return Collections.unmodifiableNavigableMap(copy);
  }

  /** All of a few points; the ends of many. */
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
    return "(" + point.getKey() + ", " + point.getValue() + ")";
  }
}
