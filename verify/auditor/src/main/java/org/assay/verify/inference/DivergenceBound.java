package org.assay.verify.inference;

import org.assay.accountant.numeric.Enclosure;

/**
 * What a bound r on one divergence of order a says about two coins with heads x and y: {@code G(x,
 * y) ≤ 0} for the jointly convex
 *
 * <pre>
 *   G = e^(-(a-1) r) (x^a y^(1-a) + (1-x)^a (1-y)^(1-a)) - 1    a &gt; 1
 *   G = x log(x/y) + (1-x) log((1-x)/(1-y)) - r                 a = 1
 * </pre>
 *
 * <p>A forward bound is one of P from Q, {@code x = p, y = q}; a backward one exchanges them.
 *
 * @param order a, at least 1
 * @param bound r, finite and at least 0
 * @param forward whether the divergence is that of P from Q
 */
record DivergenceBound(double order, double bound, boolean forward) {
  /**
   * Roughly G, in binary64.
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

  /** Roughly a logarithm of a q at which the first summand of G alone exceeds 0, if forward. */
  double logBelowRoot(double p) {
    boolean known = forward && order > 1;
    return known ? Math.log(p) * order / (order - 1) - bound : Double.NEGATIVE_INFINITY;
  }

  /** Roughly the derivative of G in p. */
  double alongP(double p, double q) {
    return forward ? alongFirst(p, q) : alongSecond(q, p);
  }

  /** Roughly the derivative of G in q. */
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
    private static final Tangent NOTHING =
        new Tangent(Enclosure.ZERO, Enclosure.ZERO, Enclosure.ZERO);

    /**
     * The inequality times a multiplier of at least 0; none is left of it for 0, infinite or not.
     */
    Tangent times(double multiplier) {
      return multiplier == 0
          ? NOTHING
          : new Tangent(
              slopeP.times(multiplier), slopeQ.times(multiplier), offset.times(multiplier));
    }

    /** What two inequalities imply together. */
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
