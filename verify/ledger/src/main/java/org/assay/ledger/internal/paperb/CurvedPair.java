package org.assay.ledger.internal.paperb;

import java.math.BigDecimal;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Precise;

/**
 * A lower bound on the delta of objective perturbation in one dimension, with L = 1 and Λ = 1. On
 * one dataset the record has slope -1 everywhere. On the other dataset its slope is 1 - 2u left of
 * an interval and 1 right of it. Inside the interval the slope rises nearly as fast as β allows; a
 * hundredth is kept for a continuous second derivative. All other losses are 0.
 *
 * <p>The minimizer w solves {@code g(w) + b = 0}, with g the slope plus w, and b normal. Since g
 * rises, w lies in an interval exactly if -b lies in its image, on either dataset. The probability
 * of the interval is therefore that of an interval under a normal distribution, whose right end is
 * {@code -z sigma}.
 *
 * @param noise sigma
 * @param curvature β/Λ
 * @param rise u, the part of the slope's range that the interval spans, in (0, 1]
 * @param place z
 * @param epsilon the epsilon at which delta is bounded
 */
record CurvedPair(Enclosure noise, double curvature, double rise, double place, double epsilon) {
  /** Part of β that the slope's rise uses. */
  private static final double SMOOTH = 0.99;

  /** A lower bound of delta. */
  Enclosure delta() {
    Enclosure bound = curved().minus(Enclosure.exact(epsilon).exp().times(straight()));
    return bound.max(Enclosure.ZERO);
  }

  /** The interval's probability on the dataset with the curved loss. */
  Enclosure curved() {
    Enclosure drop = Enclosure.exact(rise).times(2).dividedBy(noise);
    return tail(Enclosure.exact(place).minus(slope()))
        .minus(tail(left().minus(slope()).plus(drop)));
  }

  /** The interval's probability on the dataset with slope -1. */
  Enclosure straight() {
    return tail(Enclosure.exact(place).plus(slope())).minus(tail(left().plus(slope())));
  }

  private Enclosure slope() {
    return Enclosure.ONE.dividedBy(noise);
  }

  private Enclosure left() {
    Enclosure width =
        Enclosure.exact(rise).times(2).dividedBy(Enclosure.exact(curvature).times(SMOOTH));
    return width.dividedBy(noise).plus(place);
  }

  private static Enclosure tail(Enclosure x) {
    return NormalTail.upperTail(x);
  }

  /** The bound {@link #delta} by arbitrary precision, for a given sigma. */
  BigDecimal preciseDelta(BigDecimal sigma) {
    BigDecimal slope = Precise.divide(BigDecimal.ONE, sigma);
    BigDecimal span = Precise.exactly(rise).multiply(BigDecimal.valueOf(2));
    BigDecimal steepest = Precise.exactly(curvature).multiply(Precise.exactly(SMOOTH));
    BigDecimal right = Precise.exactly(place);
    BigDecimal left = right.add(Precise.divide(Precise.divide(span, steepest), sigma));
    BigDecimal drop = Precise.divide(span, sigma);
    BigDecimal curved =
        Precise.upperTail(right.subtract(slope))
            .subtract(Precise.upperTail(left.subtract(slope).add(drop)));
    BigDecimal straight =
        Precise.upperTail(right.add(slope)).subtract(Precise.upperTail(left.add(slope)));
    BigDecimal growth = Precise.exp(Precise.exactly(epsilon));
    return curved.subtract(Precise.multiply(growth, straight));
  }
}
