package org.assay.ledger.internal.range;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;

/**
 * The points with which a search begins.
 *
 * @param claim the claim
 */
public record Grid(RangeClaim claim) {
  /** Points of a grid, at most. */
  public static final long MOST_POINTS = 200_000;

  /**
   * The grid of a claim.
   *
   * @param claim the claim
   * @return its grid
   */
  public static Grid of(RangeClaim claim) {
    return new Grid(claim);
  }

  /**
   * The number of points before the claim's conditions exclude some.
   *
   * @return the product of the numbers of values, at most one above {@link #MOST_POINTS}
   */
  public long size() {
    long size = 1;
    for (Parameter parameter : claim.parameters()) {
      size = Math.min(MOST_POINTS + 1, size * parameter.grid().size());
    }
    return size;
  }

  /**
   * The points.
   *
   * @return the points that the claim is about
   */
  public List<Point> points() {
    List<Map<String, Double>> all = List.of(Map.of());
    for (Parameter parameter : claim.parameters()) {
      List<Map<String, Double>> longer = new ArrayList<>();
      for (Map<String, Double> values : all) {
        for (double value : parameter.grid()) {
          Map<String, Double> extended = new LinkedHashMap<>(values);
          extended.put(parameter.name(), value);
          longer.add(extended);
        }
      }
      all = longer;
    }
    return all.stream().map(Point::new).filter(claim.condition()).toList();
  }
}
