package org.assay.verify.internal.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * Chooses the linear consequences of a claim that an audit bets against.
 *
 * <p>A pure or approximate claim has one line. The line for φ and the line for 1 - φ are together
 * equivalent to the claim. {@link Bet} places bets on both together, and every other bet is a
 * mixture of the two. A profile or trade-off curve given by points has one line for each point or
 * edge. Any other claim is an envelope of tangents. The chosen tangents are spread over the slopes
 * at which the implied delta is not negligible, and are denser near slope 1. For Rényi and
 * zero-concentrated claims the lines support the region of pairs whose divergences satisfy the
 * claim. The region is smaller than after a conversion to (epsilon, delta).
 */
public final class SupportingLines {
  /**
   * Implied delta below which slopes are left out, since their lines differ too little to matter.
   * Not tuned.
   */
  private static final double NEGLIGIBLE_DELTA = 1e-9;

  /** Largest logarithm of a slope; the odds of larger ones would come near overflow. Not tuned. */
  private static final double LARGEST_EPSILON = 300;

  /** Exponent of the spacing of epsilons: above 1, lines are denser near slope 1. Not tuned. */
  private static final double SPREAD = 1.5;

  /** Number of bisections for the largest useful epsilon. Not tuned. */
  private static final int BISECTIONS = 4;

  /** Smallest value of the largest useful epsilon, approximately. Not tuned. */
  private static final double SMALLEST_RANGE = 1e-6;

  private SupportingLines() {}

  /**
   * The lines of a claim.
   *
   * @param claim the claim
   * @param count number of tangents for a curved claim, at least 2
   * @return at least one line, smallest epsilon first
   * @throws IllegalArgumentException if the claim allows everything, so nothing can refute it
   */
  public static List<SupportingLine> of(Guarantee claim, int count) {
    List<SupportingLine> lines = ifAny(claim, count);
    if (lines.isEmpty()) {
      throw new IllegalArgumentException(
          "claim was " + claim.describe() + ": it allows every mechanism; claim something finite");
    }
    return lines;
  }

  /**
   * The lines of a claim that may allow everything, or so much that no line with finite odds is
   * left.
   *
   * @param claim the claim
   * @param count number of tangents for a curved claim, at least 2
   * @return lines, smallest epsilon first; empty if nothing can refute the claim
   */
  public static List<SupportingLine> ifAny(Guarantee claim, int count) {
    Parameters.requireAtLeastOne("count - 1", count - 1L);
    PrivacyProfile profile = PrivacyProfile.of(claim);
    DoubleUnaryOperator direct = claim.accept(new NativeDelta());
    List<SupportingLine> lines = new ArrayList<>();
    for (double epsilon : claim.accept(new Slopes(profile, count))) {
      double odds = Rounding.expUp(epsilon);
      double delta = Math.min(profile.delta(epsilon).upper(), direct.applyAsDouble(odds));
      if (delta < 1) {
        lines.add(new SupportingLine(epsilon, odds, delta));
      }
    }
    return List.copyOf(lines);
  }

  /** The delta that a claim's own divergences imply at a slope; 1 for other claims. */
  private static final class NativeDelta extends DefaultGuaranteeVisitor<DoubleUnaryOperator> {
    @Override
    public DoubleUnaryOperator visitRenyi(Guarantee.Renyi claim) {
      return RenyiRegion.of(claim)::delta;
    }

    @Override
    public DoubleUnaryOperator visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
      return RenyiRegion.of(claim)::delta;
    }

    @Override
    protected DoubleUnaryOperator visitOther(Guarantee claim) {
      return odds -> 1;
    }
  }

  /** The logarithms of the slopes of the lines, for each kind of claim. */
  private static final class Slopes extends DefaultGuaranteeVisitor<double[]> {
    private final PrivacyProfile profile;
    private final int count;

    Slopes(PrivacyProfile profile, int count) {
      this.profile = profile;
      this.count = count;
    }

    @Override
    public double[] visitPure(Guarantee.Pure claim) {
      return single(claim.epsilon());
    }

    @Override
    public double[] visitApproximate(Guarantee.Approximate claim) {
      return single(claim.epsilon());
    }

    @Override
    public double[] visitProfile(Guarantee.Profile claim) {
      return thinned(claim.deltaByEpsilon().keySet().stream(), count);
    }

    @Override
    public double[] visitTradeoff(Guarantee.Tradeoff claim) {
      return thinned(TradeoffEdges.slopes(claim).stream(), count);
    }

    @Override
    protected double[] visitOther(Guarantee claim) {
      double largest = largestUseful(profile);
      double[] slopes = new double[count];
      for (int i = 0; i < count; i++) {
        slopes[i] = largest * Math.pow(i / (count - 1.0), SPREAD);
      }
      return slopes;
    }
  }

  /** At most {@code count} of some ascending epsilons, including the first and the last. */
  private static double[] thinned(Stream<Double> epsilons, int count) {
    double[] all =
        epsilons.mapToDouble(epsilon -> epsilon).filter(e -> e <= LARGEST_EPSILON).toArray();
    if (all.length <= count) {
      return all;
    }
    double[] some = new double[count];
    for (int i = 0; i < count; i++) {
      some[i] = all[(int) Math.round(i * (all.length - 1.0) / (count - 1))];
    }
    return some;
  }

  private static double[] single(double epsilon) {
    return epsilon <= LARGEST_EPSILON ? new double[] {epsilon} : new double[0];
  }

  /** An epsilon above which the delta of a profile is negligible. */
  static double largestUseful(PrivacyProfile profile) {
    double high = 1;
    while (high < LARGEST_EPSILON && !isNegligible(profile, high)) {
      high *= 2;
    }
    while (high > SMALLEST_RANGE && isNegligible(profile, high / 2)) {
      high /= 2;
    }
    double low = high / 2;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      boolean negligible = isNegligible(profile, middle);
      high = negligible ? middle : high;
      low = negligible ? low : middle;
    }
    return Math.min(high, LARGEST_EPSILON);
  }

  private static boolean isNegligible(PrivacyProfile profile, double epsilon) {
    return profile.delta(epsilon).upper() <= NEGLIGIBLE_DELTA;
  }

  /**
   * The pairs {@code (p, q) = (P φ, Q φ)} that bounds on divergences of P from Q and of Q from P
   * allow. By data processing, Bernoulli laws with means p and q satisfy every bound, so the pairs
   * form a convex region. The supporting line of slope E gives the smallest delta that the bounds
   * imply. This delta is at most that of any conversion to (epsilon, delta) ([@AsoodehEtAl2021] for
   * one order and direction).
   *
   * <p>A search in double precision finds the point of support. Tangents at the point, evaluated in
   * enclosures, prove the line for any result of the search: {@code doc-files/renyi-region.md}.
   */
  static final class RenyiRegion {
    /**
     * The search for p begins with {@code log(p/(1-p))} between this number and {@link
     * #HIGHEST_LOGIT}.
     */
    private static final double LOWEST_LOGIT = -40;

    /** The upper end: 1 - p is then about the spacing of doubles below 1. */
    private static final double HIGHEST_LOGIT = 36;

    /** Number of bisections for p; more bisections give a smaller delta. Not tuned. */
    private static final int BISECTIONS = 28;

    /** Largest number of Newton steps for q. Not tuned. */
    private static final int ROOT_STEPS = 50;

    /** Precision of log q at which the search stops. Not tuned. */
    private static final double ROOT_WIDTH = 1e-13;

    /**
     * Largest number of orders that are added for one line of a zero-concentrated claim. Not tuned.
     */
    private static final int REFINEMENTS = 6;

    /**
     * Amount by which the mixed slope in p is aimed above 1, more than the width of its enclosure.
     * Not tuned. A slope above 1 costs the line p times the difference, a slope below 1 costs the
     * whole difference.
     */
    private static final double MARGIN = 1e-12;

    /**
     * Lower end of log(order - 1) in the search for the order with the strongest bound. Not tuned.
     */
    private static final double LOWEST_LOG_EXCESS = -4;

    /** Upper end of log(order - 1) in the same search. Not tuned. */
    private static final double HIGHEST_LOG_EXCESS = 25;

    private final List<DivergenceBound> bounds;
    private final double concentration;

    private RenyiRegion(Guarantee claim, double concentration) {
      this.bounds = new ArrayList<>(DivergenceBounds.of(claim));
      this.concentration = concentration;
    }

    /** The region of a Rényi claim. */
    static RenyiRegion of(Guarantee.Renyi claim) {
      return new RenyiRegion(claim, Double.NaN);
    }

    /**
     * The region of a zero-concentrated claim. Every choice of orders gives a region that contains
     * the exact one. The orders with the strongest bounds are added line by line.
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
        // With slightly smaller multipliers the remaining coefficient of q is not positive.
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
     * The boundary point at a p. The guessed bound is tried first: if this bound determines the
     * point, the others cost one evaluation each.
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
     * Approximately the smallest q in [low, p] that a bound allows, by Newton steps in log q with
     * bisection as a safeguard.
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

    /** Approximately the order whose bound a boundary point violates most. */
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
}
