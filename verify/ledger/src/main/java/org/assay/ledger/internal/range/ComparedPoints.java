package org.assay.ledger.internal.range;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.Point;

/** Cost and claim at the points of a range; each point is computed once. */
final class ComparedPoints {
  private final RangeClaim claim;
  private final int threads;
  private final Map<Point, Comparison> known = new ConcurrentHashMap<>();

  ComparedPoints(RangeClaim claim, int threads) {
    this.claim = claim;
    this.threads = threads;
  }

  /** Computes in parallel the points that will be asked for one after the other. */
  void prepare(List<Point> points) {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      pool.submit(() -> points.parallelStream().forEach(this::attempt)).join();
    } finally {
      pool.shutdown();
    }
  }

  /**
   * Computes a point. A refusal is forgotten here and repeated when the point is asked for, in the
   * order of the search.
   */
  private void attempt(Point point) {
    try {
      known.putIfAbsent(point, compare(point));
    } catch (PointException refused) {
      known.remove(point);
    }
  }

  Comparison at(Point point) {
    Comparison found = known.get(point);
    return found == null ? keep(point) : found;
  }

  private Comparison keep(Point point) {
    Comparison computed = compare(point);
    known.put(point, computed);
    return computed;
  }

  private Comparison compare(Point point) {
    try {
      return TrueCost.of(claim.instances().apply(point));
    } catch (UnsupportedEventException | PointException e) {
      String where = point.values().isEmpty() ? "" : ", at " + point;
      throw new PointException(claim.name() + where + ": " + e.getMessage(), e);
    }
  }
}
