package org.assay.ledger.internal.claim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;

/**
 * The instance of a family that violates a claim most, or comes closest, as far as a search found.
 * The search begins on a grid, and then changes one parameter after the other in smaller and
 * smaller steps. Points are compared by the lower end of their ratio, and among equal ones by the
 * upper end.
 *
 * @param family the family
 * @param point the instance
 * @param comparison cost against claim there
 * @param ratio the largest ratio of all tried points
 * @param obeyed whether all tried points satisfy the claim
 * @param tried the number of tried points
 */
public record WorstCase(
    Family family,
    Point point,
    Comparison comparison,
    Enclosure ratio,
    boolean obeyed,
    long tried) {
  /** Rounds of the search after the grid; each makes smaller steps. Not tuned. */
  private static final int ROUNDS = 8;

  /** Points of a grid, at most. */
  private static final long MOST_POINTS = 200_000;

  /** A shown witness violates the claim by at least this factor, if any point does. */
  private static final double TELLING = 2;

  /**
   * Searches a family.
   *
   * @param family the instances
   * @return the worst one
   * @throws IllegalArgumentException if its grid is too large or has no admissible point
   */
  public static WorstCase of(Family family) {
    Search search = new Search(family);
    search.grid();
    search.refine();
    return search.result();
  }

  /**
   * The simplest instance that still shows the violation. Parameter by parameter, in the order of
   * the family, the simplest value is taken that keeps a ratio of 2. If the worst ratio is smaller,
   * nine tenths of it must be kept.
   *
   * @return the point
   * @throws IllegalStateException if the worst instance does not violate the claim
   */
  public Point smallest() {
    if (!comparison.violates()) {
      throw new IllegalStateException("nothing is violated at " + point);
    }
    double worst = ratio.lower();
    double wanted = worst >= TELLING ? TELLING : 1 + 0.9 * (worst - 1);
    Point small = point;
    for (Parameter parameter : family.parameters()) {
      small = simplified(small, parameter, wanted);
    }
    return small;
  }

  private Point simplified(Point from, Parameter parameter, double wanted) {
    for (double value : parameter.simplest()) {
      Point candidate = from.with(parameter.name(), value);
      if (family.admissible().test(candidate)) {
        Comparison found = family.at(candidate);
        if (found.violates() && found.ratio().lower() >= wanted) {
          return candidate;
        }
      }
    }
    return from;
  }

  /** A search in progress. */
  private static final class Search {
    private final Family family;
    private final List<Point> best = new ArrayList<>();
    private Comparison found = new Comparison(Enclosure.ZERO, Enclosure.ONE);
    private Enclosure ratio = Enclosure.ZERO;
    private boolean obeyed = true;
    private long tried;

    Search(Family family) {
      this.family = family;
    }

    void grid() {
      long size = 1;
      for (Parameter parameter : family.parameters()) {
        size = Math.multiplyExact(size, parameter.grid().size());
      }
      if (size > MOST_POINTS) {
        throw new IllegalArgumentException("grid had " + size + " points: at most " + MOST_POINTS);
      }
      visit(0, new LinkedHashMap<>());
      if (best.isEmpty()) {
        throw new IllegalArgumentException("no point of the grid of " + family + " is admissible");
      }
    }

    private void visit(int depth, Map<String, Double> values) {
      if (depth == family.parameters().size()) {
        consider(new Point(values));
        return;
      }
      Parameter parameter = family.parameters().get(depth);
      for (double value : parameter.grid()) {
        values.put(parameter.name(), value);
        visit(depth + 1, values);
      }
    }

    void refine() {
      for (int round = 1; round <= ROUNDS; round++) {
        for (Parameter parameter : family.parameters()) {
          Point center = best.get(0);
          double factor = Math.pow(parameter.spacing(), Math.pow(2, -round));
          for (double value : parameter.around(center.get(parameter.name()), factor)) {
            consider(center.with(parameter.name(), value));
          }
        }
      }
    }

    private void consider(Point point) {
      if (!family.admissible().test(point)) {
        return;
      }
      Comparison here = family.at(point);
      tried++;
      ratio = ratio.max(here.ratio());
      obeyed &= here.obeys();
      if (best.isEmpty() || isWorse(here.ratio(), found.ratio())) {
        best.clear();
        best.add(point);
        found = here;
      }
    }

    /**
     * Whether one ratio is worse. If only upper bounds are known, all lower ends are 0 and the
     * upper ends decide.
     */
    private static boolean isWorse(Enclosure here, Enclosure there) {
      return here.lower() > there.lower()
          || (here.lower() == there.lower() && here.upper() > there.upper());
    }

    WorstCase result() {
      return new WorstCase(family, best.get(0), found, ratio, obeyed, tried);
    }
  }
}
