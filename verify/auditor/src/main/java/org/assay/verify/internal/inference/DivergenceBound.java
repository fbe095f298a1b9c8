package org.assay.verify.internal.inference;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * A bound r on one divergence of order a, {@code E_Y[(X/Y)^a] ≤ e^((a-1) r)} or, for order 1,
 * {@code E_X[log(X/Y)] ≤ r}. For every function l of the output it implies
 *
 * <pre>
 *   E_X[a e^((a-1)(l-r))] - E_Y[(a-1) e^(a l-(a-1) r)] ≤ 1    a &gt; 1
 *   E_X[1 + l] - E_Y[e^l] ≤ r                               a = 1
 * </pre>
 *
 * <p>with equality for {@code l = log(X/Y)} and a divergence of r. {@link DivergenceBet} bets
 * against this inequality. The proof is in {@code doc-files/divergence-bets.md}. For an event with
 * probabilities x and y, the bound implies {@code G(x, y) ≤ 0} with the jointly convex function
 *
 * <pre>
 *   G = e^(-(a-1) r) (x^a y^(1-a) + (1-x)^a (1-y)^(1-a)) - 1    a &gt; 1
 *   G = x log(x/y) + (1-x) log((1-x)/(1-y)) - r                 a = 1
 * </pre>
 *
 * <p>A forward bound is one of P from Q, {@code x = p, y = q}; a backward bound exchanges p and q.
 *
 * @param order a, at least 1
 * @param bound r, finite and at least 0
 * @param forward whether the divergence is that of P from Q
 */
public record DivergenceBound(double order, double bound, boolean forward) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if the order is below 1 or not finite, or the bound negative
   */
  public DivergenceBound {
    if (!(order >= 1 && order < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("order was " + order + ": it must be finite, at least 1");
    }
    if (!(bound >= 0)) {
      throw new IllegalArgumentException("bound was " + bound + ": it must be at least 0");
    }
  }

  /**
   * The right side of the inequality.
   *
   * @return r for order 1, otherwise 1
   */
  public double allowance() {
    return order == 1 ? bound : 1;
  }

  /** A lower bound of the addend of a run on the first dataset to the left side. */
  double onFirst(double logRatio) {
    if (order == 1) {
      return Rounding.addDown(1, logRatio);
    }
    Enclosure rest = Enclosure.exact(order).minus(1);
    return rest.times(Enclosure.exact(logRatio).minus(bound)).exp().times(order).lower();
  }

  /** A lower bound, at most 0, of the addend of a run on the second dataset to the left side. */
  double onSecond(double logRatio) {
    Enclosure rest = Enclosure.exact(order).minus(1);
    Enclosure exponent = Enclosure.exact(order).times(logRatio).minus(rest.times(bound));
    return order == 1 ? -Rounding.expUp(logRatio) : exponent.exp().times(rest).negate().lower();
  }

  /**
   * The addend of a run on the first dataset to the left side, up to rounding errors.
   *
   * @param logRatio l
   * @return the addend, in double precision
   */
  public double roughlyOnFirst(double logRatio) {
    return order == 1 ? 1 + logRatio : order * Math.exp((order - 1) * (logRatio - bound));
  }

  /**
   * The subtrahend of a run on the second dataset from the left side, up to rounding errors.
   *
   * @param logRatio l
   * @return the subtrahend, in double precision
   */
  public double roughlyOnSecond(double logRatio) {
    double rest = order - 1;
    return order == 1 ? Math.exp(logRatio) : rest * Math.exp(order * logRatio - rest * bound);
  }

  /**
   * The derivative of {@link #roughlyOnSecond}, up to rounding errors. The derivative of {@link
   * #roughlyOnFirst} is {@code e^-l} times as large.
   *
   * @param logRatio l
   * @return the derivative, in double precision
   */
  public double curvature(double logRatio) {
    return order == 1 ? Math.exp(logRatio) : order * roughlyOnSecond(logRatio);
  }

  /**
   * G up to rounding errors, in double precision.
   *
   * @param p heads of the first coin, strictly between 0 and 1
   * @param q heads of the second coin, strictly between 0 and 1
   */
  double excess(double p, double q) {
    double x = forward ? p : q;
    double y = forward ? q : p;
    double heads = Math.log(x) - Math.log(y);
    double tails = Math.log1p(-x) - Math.log1p(-y);
    if (order == 1) {
      return x * heads + (1 - x) * tails - bound;
    }
    double rest = order - 1;
    return x * Math.expm1(rest * (heads - bound)) + (1 - x) * Math.expm1(rest * (tails - bound));
  }

  /**
   * The logarithm of a q at which the first summand of G alone is above 0, up to rounding errors.
   */
  double logBelowRoot(double p) {
    boolean known = forward && order > 1;
    return known ? Math.log(p) * order / (order - 1) - bound : Double.NEGATIVE_INFINITY;
  }

  /** The derivative of G in p, up to rounding errors. */
  double alongP(double p, double q) {
    return forward ? alongFirst(p, q) : alongSecond(q, p);
  }

  /** The derivative of G in q, up to rounding errors. */
  double alongQ(double p, double q) {
    return forward ? alongSecond(p, q) : alongFirst(q, p);
  }

  /** The tangent plane of G at a point, which lies below G everywhere. */
  Tangent tangent(double p, double q) {
    Enclosure x = Enclosure.exact(forward ? p : q);
    Enclosure y = Enclosure.exact(forward ? q : p);
    Enclosure otherX = Enclosure.ONE.minus(x);
    Enclosure otherY = Enclosure.ONE.minus(y);
    Enclosure heads = x.log().minus(y.log());
    Enclosure tails = otherX.log().minus(otherY.log());
    Enclosure first;
    Enclosure second;
    Enclosure value;
    if (order == 1) {
      first = heads.minus(tails);
      second = otherX.dividedBy(otherY).minus(x.dividedBy(y));
      value = x.times(heads).plus(otherX.times(tails)).minus(bound);
    } else {
      Enclosure rest = Enclosure.exact(order).minus(1);
      Enclosure onHeads = rest.times(heads.minus(bound)).exp();
      Enclosure onTails = rest.times(tails.minus(bound)).exp();
      first = onHeads.minus(onTails).times(order);
      Enclosure atHeads = onHeads.times(x).dividedBy(y);
      Enclosure atTails = onTails.times(otherX).dividedBy(otherY);
      second = atTails.minus(atHeads).times(rest);
      value = x.times(onHeads).plus(otherX.times(onTails)).minus(1);
    }
    Enclosure offset = first.times(x).plus(second.times(y)).minus(value);
    return forward ? new Tangent(first, second, offset) : new Tangent(second, first, offset);
  }

  /**
   * A linear consequence of {@code G ≤ 0}: {@code slopeP · p + slopeQ · q ≤ offset}.
   *
   * @param slopeP coefficient of p
   * @param slopeQ coefficient of q
   * @param offset the right side
   */
  record Tangent(Enclosure slopeP, Enclosure slopeQ, Enclosure offset) {
    /** The inequality {@code 0 ≤ 0}. */
    private static final Tangent NOTHING =
        new Tangent(Enclosure.ZERO, Enclosure.ZERO, Enclosure.ZERO);

    /**
     * The inequality times a multiplier of at least 0; for 0 it becomes {@code 0 ≤ 0}, even if a
     * coefficient is infinite.
     */
    Tangent times(double multiplier) {
      return multiplier == 0
          ? NOTHING
          : new Tangent(
              slopeP.times(multiplier), slopeQ.times(multiplier), offset.times(multiplier));
    }

    /** The sum of two inequalities. */
    Tangent plus(Tangent other) {
      return new Tangent(
          slopeP.plus(other.slopeP), slopeQ.plus(other.slopeQ), offset.plus(other.offset));
    }
  }

  private double alongFirst(double x, double y) {
    double heads = Math.log(x) - Math.log(y);
    double tails = Math.log1p(-x) - Math.log1p(-y);
    if (order == 1) {
      return heads - tails;
    }
    double rest = order - 1;
    return order * (Math.exp(rest * (heads - bound)) - Math.exp(rest * (tails - bound)));
  }

  private double alongSecond(double x, double y) {
    if (order == 1) {
      return (1 - x) / (1 - y) - x / y;
    }
    double rest = order - 1;
    double onHeads = Math.exp(rest * (Math.log(x) - Math.log(y) - bound));
    double onTails = Math.exp(rest * (Math.log1p(-x) - Math.log1p(-y) - bound));
    return rest * (onTails * (1 - x) / (1 - y) - onHeads * x / y);
  }
}
