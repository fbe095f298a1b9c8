package org.assay.accountant.internal.analysis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.event.RenyiEvent;
import org.assay.accountant.internal.loss.ProfileGrid;
import org.assay.accountant.internal.loss.pair.PairGuards;
import org.assay.accountant.internal.loss.pair.ProfilePair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * A mechanism known through bounds of its Rényi divergences of some orders.
 *
 * <p>For neighbours' distributions P and Q let {@code K(b) = b D_(1+b)(P, Q) = log E_P[(P/Q)^b]}. K
 * is convex by Hölder's inequality ([@VanErvenHarremoes2014], Corollary 2), and {@code K(0) = 0}
 * wherever some K(b) with b above 0 is finite. So K lies below every chord between (0, 0) and the
 * points {@code (b_i, b_i ε_i)}, and the largest convex function through or below these points
 * bounds K. No smaller bound follows from the chords. By the first chord divergences rise with the
 * order. Divergences of orders above the largest have no bound, and count as infinite.
 *
 * <p>A bound for some neighbours' K is convex, and so is the bound of all neighbours.
 */
final class RenyiStep extends Step {

  /** Number of points of the profile that the orders imply. Not tuned. */
  private static final int POINTS = 200;

  private final RenyiEvent mechanism;

  RenyiStep(RenyiEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.mechanism = event;
  }

  @Override
  public RdpCurve renyi() {
    OrderHull hull = OrderHull.of(mechanism.statement().epsilonByOrder());
    return RdpCurve.of(neighbours().adjacency(), hull::at)
        .forGroupsOf(neighbours().stepCount(mechanism));
  }

  /** The orders whose points are corners of the largest convex function. */
  static final class OrderHull {
    private final NavigableMap<Double, Double> corners;

    private OrderHull(NavigableMap<Double, Double> corners) {
      this.corners = corners;
    }

    /** A point (b, b ε) without rounding. */
    private record Point(double order, double epsilon, Rational x, Rational y) {
      static Point of(double order, double epsilon) {
        Rational x = Rational.of(order).minus(Rational.ONE);
        return new Point(order, epsilon, x, x.times(epsilon));
      }

      /** Whether this point is below the line between two others. */
      boolean isBelow(Point left, Point right) {
        Rational rise = y.minus(left.y).times(right.x.minus(left.x));
        return rise.compareTo(right.y.minus(left.y).times(x.minus(left.x))) < 0;
      }
    }

    static OrderHull of(NavigableMap<Double, Double> epsilonByOrder) {
      Deque<Point> hull = new ArrayDeque<>();
      Point origin = new Point(1, 0, Rational.ZERO, Rational.ZERO);
      hull.push(origin);
      epsilonByOrder.forEach(
          (order, epsilon) -> {
            Point next = Point.of(order, epsilon);
            while (hull.size() > 1) {
              Point last = hull.pop();
              if (last.isBelow(hull.element(), next)) {
                hull.push(last);
                break;
              }
            }
            hull.push(next);
          });
      NavigableMap<Double, Double> corners = new TreeMap<>();
      hull.forEach(point -> corners.put(point.order, point.epsilon));
      corners.remove(origin.order);
      return new OrderHull(corners);
    }

    /** Whether some divergence is 0: then the distributions of neighbours are equal. */
    boolean isZero() {
      return corners.firstEntry().getValue() == 0;
    }

    /** The bound at an order. All terms are at least 0, so nothing cancels. */
    Enclosure at(double order) {
      if (isZero()) {
        return Enclosure.ZERO;
      }
      Map.Entry<Double, Double> right = corners.ceilingEntry(order);
      if (right == null) {
        return Enclosure.exact(Double.POSITIVE_INFINITY);
      }
      Map.Entry<Double, Double> left = corners.lowerEntry(order);
      if (left == null || right.getKey() == order) {
        return Enclosure.exact(right.getValue());
      }
      Enclosure here = Enclosure.exact(order);
      Enclosure fromLeft = here.minus(left.getKey());
      Enclosure toRight = Enclosure.exact(right.getKey()).minus(order);
      return moment(left)
          .times(toRight)
          .plus(moment(right).times(fromLeft))
          .dividedBy(Enclosure.exact(right.getKey()).minus(left.getKey()))
          .dividedBy(here.minus(1));
    }

    private static Enclosure moment(Map.Entry<Double, Double> corner) {
      return Enclosure.exact(corner.getKey()).minus(1).times(corner.getValue());
    }
  }

  /**
   * The pair of the profile that the orders imply ([@CanonneKamathSteinke2020], Proposition 12):
   * upper bounds of a profile at some epsilons, in both orders of neighbours, define a pair that
   * dominates ({@code curve/doc-files/worst-pair.md}).
   */
  @Override
  public PrivacyLossDistribution losses() {
    if (OrderHull.of(mechanism.statement().epsilonByOrder()).isZero()) {
      return PrivacyLossDistribution.zero(neighbours().adjacency());
    }
    RdpCurve curve = renyi();
    double largest = RenyiConversion.bestEpsilon(curve, ProfileGrid.NEGLIGIBLE).upper();
    double reach = Math.min(largest, PairGuards.LARGEST_LOSS);
    double[] factors = new double[POINTS + 1];
    double[] bounds = new double[POINTS + 1];
    factors[0] = 1;
    bounds[0] = bound(curve, 0);
    for (int i = 1; i <= POINTS; i++) {
      double epsilon = reach * i / POINTS;
      factors[i] = Math.max(Math.nextUp(factors[i - 1]), Math.exp(epsilon));
      // The factor is rounded first, so the epsilon is at most the factor's logarithm.
      bounds[i] = bound(curve, Math.max(0, Rounding.logDown(factors[i])));
    }
    return DominatingPairs.of(
        ProfilePair.of("Rényi divergences of listed orders", factors, bounds, bounds),
        neighbours().adjacency());
  }

  private static double bound(RdpCurve curve, double epsilon) {
    return Math.min(1, RenyiConversion.bestLogDelta(curve, epsilon).exp().upper());
  }

  @Override
  public Enclosure squaredMu() {
    throw new UnsupportedEventException(
        mechanism.describe(),
        "Rényi divergences of some orders do not imply Gaussian differential privacy; use the Rényi"
            + " accountant");
  }
}
