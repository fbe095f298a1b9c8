package org.assay.verify.internal.inference;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;

/**
 * The pairs {@code (p, q) = (P φ, Q φ)} that bounds on divergences of P from Q and of Q from P
 * allow. By data processing, two coins with these heads satisfy every bound, so the pairs form a
 * convex region. The supporting line of slope E gives the smallest delta that the bounds imply. It
 * is at most that of any conversion to (epsilon, delta) ([@AsoodehEtAl2021] for one order and
 * direction).
 *
 * <p>A search in double precision finds the point of support. Tangents at the point, evaluated in
 * enclosures, prove the line, whatever the search found: {@code doc-files/renyi-region.md}.
 */
final class RenyiRegion {
  /**
   * The search for p begins with {@code log(p/(1-p))} between this number and {@link
   * #HIGHEST_LOGIT}.
   */
  private static final double LOWEST_LOGIT = -40;

  /** The upper end: 1 - p is then about the spacing of doubles below 1. */
  private static final double HIGHEST_LOGIT = 36;

  /** Bisections for p. More make a tighter delta. */
  private static final int BISECTIONS = 28;

  /** Newton steps for q, at most. */
  private static final int ROOT_STEPS = 50;

  /** Precision of log q at which the search stops. */
  private static final double ROOT_WIDTH = 1e-13;

  /** Orders that are added for one line of a zero-concentrated claim, at most. */
  private static final int REFINEMENTS = 6;

  /**
   * By how much the mixed slope in p aims above 1, more than the width of its enclosure. A slope
   * above 1 costs the line p times the difference, a slope below 1 costs the whole difference.
   */
  private static final double MARGIN = 1e-12;

  /** Lower end of log(order - 1) in the search for the order that excludes most. */
  private static final double LOWEST_LOG_EXCESS = -4;

  /** Upper end of log(order - 1) in this search. */
  private static final double HIGHEST_LOG_EXCESS = 25;

  private final List<DivergenceBound> bounds;
  private final double concentration;

  private RenyiRegion(Guarantee claim, double concentration) {
    this.bounds = new ArrayList<>(DivergenceBounds.of(claim));
    this.concentration = concentration;
  }

  /**
   * The region of a Rényi claim.
   *
   * @param claim the claim
   * @return its region
   */
  static RenyiRegion of(Guarantee.Renyi claim) {
    return new RenyiRegion(claim, Double.NaN);
  }

  /**
   * The region of a zero-concentrated claim. Every choice of orders gives a region that contains
   * the exact one. The orders that exclude most are added line by line.
   *
   * @param claim the claim
   * @return its region
   */
  static RenyiRegion of(Guarantee.ZeroConcentrated claim) {
    return new RenyiRegion(claim, claim.rho());
  }

  /**
   * The supporting line of a slope.
   *
   * @param odds E, at least 1 and finite
   * @return an upper bound of {@code p - E q} over the region, in [0, 1]
   */
  double delta(double odds) {
    if (bounds.stream().anyMatch(bound -> bound.bound() == 0)) {
      return 0;
    }
    double smallest = 1;
    for (int round = 0; round <= REFINEMENTS; round++) {
      Support support = search(odds);
      double found = support.delta(odds);
      boolean improved = found < smallest * (1 - 1e-9);
      smallest = Math.min(smallest, found);
      if (Double.isNaN(concentration) || !improved) {
        break;
      }
      bounds.addAll(DivergenceBounds.concentrated(concentration, worstOrder(support.left)));
    }
    return smallest;
  }

  /** A point of the boundary and the bound that puts it there. */
  private record Edge(double p, double q, DivergenceBound bound) {
    double rise(double odds) {
      return 1 + odds * bound.alongP(p, q) / bound.alongQ(p, q);
    }

    DivergenceBound.Tangent tangent() {
      return bound.tangent(p, q);
    }
  }

  /** Neighbouring points of the boundary between which {@code p - E q} is largest. */
  private record Support(Edge left, Edge right) {
    double delta(double odds) {
      DivergenceBound.Tangent first = left.tangent();
      DivergenceBound.Tangent second = right.tangent();
      double a = first.slopeP().midpoint();
      double b = first.slopeQ().midpoint();
      double c = second.slopeP().midpoint();
      double d = second.slopeQ().midpoint();
      // Either tangent alone, scaled to slope -E in q, has a slope near 1 in p. Mixing the two
      // scaled tangents is well-conditioned even if the points are close; solving for both slopes
      // is not.
      double alone = -odds / b;
      double otherAlone = -odds / d;
      double share = (1 + MARGIN - c * otherAlone) / (a * alone - c * otherAlone);
      double smallest = Math.min(proved(first, alone, second, 0, odds), 1);
      smallest = Math.min(smallest, proved(first, 0, second, otherAlone, odds));
      double rest = (1 - share) * otherAlone;
      return Math.min(smallest, proved(first, share * alone, second, rest, odds));
    }

    /** A bound of {@code p - E q} from any two multipliers of at least 0. */
    private static double proved(
        DivergenceBound.Tangent first,
        double onFirst,
        DivergenceBound.Tangent second,
        double onSecond,
        double odds) {
      if (!(onFirst >= 0 && onSecond >= 0 && onFirst + onSecond < Double.POSITIVE_INFINITY)) {
        return 1;
      }
      DivergenceBound.Tangent both = first.times(onFirst).plus(second.times(onSecond));
      // With slightly smaller multipliers the rest in q is not positive.
      double shrink = Math.min(1, odds / -both.slopeQ().lower()) * (1 - 1e-15);
      if (!(shrink > 0)) {
        return 1;
      }
      Enclosure restP = Enclosure.ONE.minus(both.slopeP().times(shrink)).max(Enclosure.ZERO);
      Enclosure restQ = both.slopeQ().times(shrink).plus(odds).negate().max(Enclosure.ZERO);
      return Math.max(0, both.offset().times(shrink).plus(restP).plus(restQ).upper());
    }
  }

  /** Bisects for the maximum of the concave function {@code p - E q(p)} along the boundary. */
  private Support search(double odds) {
    double low = LOWEST_LOGIT;
    double high = HIGHEST_LOGIT;
    Edge left = edge(low, bounds.get(0));
    Edge right = edge(high, left.bound);
    Edge edge = right;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      edge = edge(middle, edge.bound);
      if (edge.rise(odds) > 0) {
        low = middle;
        left = edge;
      } else {
        high = middle;
        right = edge;
      }
    }
    return new Support(left, right);
  }

  /**
   * The boundary point at a p. The guessed bound is tried first: if it decides, the others cost one
   * evaluation each.
   */
  private Edge edge(double logit, DivergenceBound guess) {
    double p = Math.min(1 / (1 + Math.exp(-logit)), 1 - 0x1p-53);
    double q = root(guess, p, Double.MIN_NORMAL);
    DivergenceBound active = guess;
    for (DivergenceBound bound : bounds) {
      if (!(bound.excess(p, q) <= ROOT_WIDTH)) {
        q = root(bound, p, q);
        active = bound;
      }
    }
    return new Edge(p, q, active);
  }

  /**
   * About the smallest q in [low, p] that a bound allows, by Newton steps in log q with bisection
   * as a safeguard.
   */
  private static double root(DivergenceBound bound, double p, double low) {
    double outside = Math.max(Math.log(low), bound.logBelowRoot(p));
    double inside = Math.log(p);
    double at = outside;
    for (int i = 0; i < ROOT_STEPS && inside - outside > ROOT_WIDTH; i++) {
      double q = Math.exp(at);
      double excess = bound.excess(p, q);
      if (excess <= 0) {
        inside = at;
      } else {
        outside = at;
      }
      double step = -excess / (q * bound.alongQ(p, q));
      at += step;
      if (Math.abs(step) <= ROOT_WIDTH) {
        break;
      }
      at = at > outside && at < inside ? at : outside + (inside - outside) / 2;
    }
    return Math.min(p, Math.exp(at));
  }

  /** About the order whose bound the coins of a boundary point violate most. */
  private double worstOrder(Edge edge) {
    double best = 2;
    double most = Double.NEGATIVE_INFINITY;
    double center = (LOWEST_LOG_EXCESS + HIGHEST_LOG_EXCESS) / 2;
    double width = HIGHEST_LOG_EXCESS - center;
    for (int round = 0; round < 4; round++, width /= 12) {
      double from = center;
      for (int i = -12; i <= 12; i++) {
        double logarithm = from + i * width / 12;
        double order = 1 + Math.exp(logarithm);
        double ratio = Math.max(ratio(order, edge.p, edge.q), ratio(order, edge.q, edge.p));
        if (ratio > most) {
          most = ratio;
          best = order;
          center = logarithm;
        }
      }
    }
    return best;
  }

  private static double ratio(double order, double x, double y) {
    double rest = order - 1;
    double heads = Math.log(x) - Math.log(y);
    double tails = Math.log1p(-x) - Math.log1p(-y);
    double largest = Math.max(heads, tails);
    double sum =
        x * Math.exp(rest * (heads - largest)) + (1 - x) * Math.exp(rest * (tails - largest));
    return (largest + Math.log(sum) / rest) / order;
  }
}
