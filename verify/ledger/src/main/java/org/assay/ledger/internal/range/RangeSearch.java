package org.assay.ledger.internal.range;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.Family;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.WorstCase;
import org.assay.verify.audit.Verdict;
import org.assay.verify.report.AuditedClaim;

/**
 * Searches the range of a claim for the worst point and the smallest violation, and computes a
 * curve.
 */
public final class RangeSearch {
  /** Points of the curve. */
  private static final int CURVE_POINTS = 49;

  private final RangeClaim claim;
  private final ComparedPoints compared;

  private RangeSearch(RangeClaim claim, ComparedPoints compared) {
    this.claim = claim;
    this.compared = compared;
  }

  /**
   * Searches a range.
   *
   * @param claim the claim
   * @param threads how many points may be computed at once; the result does not depend on it
   * @param reproduce a command line that repeats the search
   * @return the finding
   * @throws PointException if a point makes no sense or no theorem bounds its event
   */
  public static RangeFinding of(RangeClaim claim, int threads, String reproduce) {
    return new RangeSearch(claim, new ComparedPoints(claim, threads)).finding(reproduce);
  }

  private RangeFinding finding(String reproduce) {
    compared.prepare(Grid.of(claim).points());
    // Points are visited in the order of a search with one thread.
    Map<Point, Comparison> visited = new LinkedHashMap<>();
    Family family =
        Family.of(
                claim.name(),
                point -> visited.computeIfAbsent(point, compared::at),
                claim.parameters().toArray(Parameter[]::new))
            .where(claim.condition());
    WorstCase found = WorstCase.of(family);
    Verdict verdict = verdict(found);
    Point worst = verdict == Verdict.REFUTED ? found.point() : largest(visited);
    long tried = visited.size();
    Optional<Point> smallest =
        verdict == Verdict.REFUTED ? Optional.of(found.smallest()) : Optional.empty();
    Guarantee claimed = claim.instances().apply(worst).claim();
    return new RangeFinding(
        claim.name(),
        claim.statement(),
        verdict,
        TrueCost.quantity(claimed),
        compared.at(worst).ratio(),
        worst.values(),
        (worst.values().isEmpty() ? "" : "at the worst point, ") + AuditedClaim.risk(claimed),
        tried,
        smallest.map(this::witness),
        claim.parameters().stream().map(Parameter::name).findFirst().orElse(""),
        curve(smallest.orElse(worst)),
        reproduce);
  }

  private static Verdict verdict(WorstCase found) {
    if (found.comparison().violates()) {
      return Verdict.REFUTED;
    }
    return found.obeyed() ? Verdict.NOT_REFUTED : Verdict.INCONCLUSIVE;
  }

  /** The first point with the largest upper bound of cost over claim. */
  private static Point largest(Map<Point, Comparison> visited) {
    return visited.entrySet().stream()
        .reduce((a, b) -> upper(b) > upper(a) ? b : a)
        .orElseThrow()
        .getKey();
  }

  private static double upper(Map.Entry<Point, Comparison> entry) {
    return entry.getValue().ratio().upper();
  }

  private RangeWitness witness(Point point) {
    Instance instance = claim.instances().apply(point);
    Comparison comparison = compared.at(point);
    return new RangeWitness(
        point.values(),
        instance.describe(),
        comparison.exact(),
        comparison.claimed().lower(),
        SecondComputation.of(instance));
  }

  /** Cost over claim along the first parameter. */
  private List<RatioPoint> curve(Point at) {
    if (claim.parameters().isEmpty()) {
      return List.of();
    }
    Parameter across = claim.parameters().get(0);
    List<Point> points =
        fine(across).stream()
            .filter(value -> value > 0)
            .map(value -> at.with(across.name(), value))
            .filter(claim.condition())
            .sorted(Comparator.comparingDouble(point -> point.get(across.name())))
            .toList();
    compared.prepare(points);
    List<RatioPoint> curve = new ArrayList<>();
    for (Point point : points) {
      Enclosure ratio = compared.at(point).ratio();
      curve.add(new RatioPoint(point.get(across.name()), ratio));
    }
    return curve;
  }

  private static List<Double> fine(Parameter across) {
    return switch (across.kind()) {
      case POSITIVE ->
          Parameter.positive(across.name(), across.from(), across.to(), CURVE_POINTS).grid();
      case COUNT ->
          Parameter.count(across.name(), (int) across.from(), (int) across.to(), CURVE_POINTS)
              .grid();
      case CHOICE -> across.grid();
    };
  }

  /** Cost and claim at the points of a range; each point is computed once. */
  static final class ComparedPoints {
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
     * Computes a point. A refusal is forgotten here and repeated when the point is asked for, in
     * the order of the search.
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
}
