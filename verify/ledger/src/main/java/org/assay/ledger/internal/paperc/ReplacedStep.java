package org.assay.ledger.internal.paperc;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.Precise;

/**
 * A lower bound on the Rényi divergence of one step of noisy SGD on a segment, from its middle, in
 * units of the step's noise. The differing record is drawn with probability q. It moves the iterate
 * by J to the right on one dataset, and to the left on the other; the other records do not move it.
 * The end point is clamped to the segment. By data processing, the probabilities of both ends and
 * of equal intervals between them give the bound.
 *
 * @param share q
 * @param shift J
 * @param halfWidth half the segment's length
 * @param intervals the number of intervals between the ends
 */
record ReplacedStep(double share, double shift, double halfWidth, int intervals) {
  /** A lower bound of the divergence of an order. */
  Enclosure renyi(double order) {
    Enclosure excess = Enclosure.ZERO;
    for (int i = -1; i <= intervals; i++) {
      Enclosure p = cell(i, shift);
      Enclosure q = cell(i, -shift);
      if (p.lower() > 0 && q.lower() > 0) {
        // The sum of r^a - 1 - a(r - 1) is the moment minus 1, without cancellation of terms of
        // size 1.
        excess = excess.plus(q.times(convex(p.minus(q).dividedBy(q), order)));
      }
    }
    return excess.max(Enclosure.ZERO).log1p().dividedBy(Enclosure.exact(order).minus(1));
  }

  /** {@code (1+x)^a - 1 - a x}, at least 0. */
  private static Enclosure convex(Enclosure x, double order) {
    Enclosure power = x.log1p().times(order).expm1();
    return power.minus(x.times(order)).max(Enclosure.ZERO);
  }

  /**
   * How many runs a bet on {@code α g(X)^(α-1) - (α-1) g(Y)^α} needs, with g the true ratio of the
   * densities. X comes from one side and Y from the other. For every g the claim bounds the mean by
   * {@code e^((α-1)D)}.
   */
  double runs(double order, double claimed) {
    double moment = 0;
    double squareThere = 0;
    double squareHere = 0;
    for (int i = -1; i <= intervals; i++) {
      double p = cell(i, shift).midpoint();
      double q = cell(i, -shift).midpoint();
      double power = Math.pow(p / q, order - 1);
      moment += p * power;
      squareHere += p * power * power;
      squareThere += p * power * power * p / q;
    }
    double variance =
        order * order * (squareHere - moment * moment)
            + (order - 1) * (order - 1) * (squareThere - moment * moment);
    double gap = moment - Math.exp((order - 1) * claimed);
    return 4 * -Math.log(EmpiricalCheck.ERROR_PROBABILITY) * variance / (gap * gap);
  }

  /** The bound {@link #renyi} by arbitrary precision. */
  BigDecimal preciseRenyi(double order) {
    Map<BigDecimal, BigDecimal> tails = new HashMap<>();
    BigDecimal excess = BigDecimal.ZERO;
    BigDecimal a = Precise.exactly(order);
    for (int i = -1; i <= intervals; i++) {
      BigDecimal p = preciseCell(i, shift, tails);
      BigDecimal q = preciseCell(i, -shift, tails);
      if (p.signum() > 0 && q.signum() > 0) {
        BigDecimal ratio = Precise.divide(p, q);
        BigDecimal power = Precise.exp(Precise.multiply(a, Precise.log(ratio)));
        BigDecimal line = BigDecimal.ONE.add(a.multiply(ratio.subtract(BigDecimal.ONE)));
        excess = excess.add(Precise.multiply(q, power.subtract(line)));
      }
    }
    return Precise.divide(Precise.log(BigDecimal.ONE.add(excess)), a.subtract(BigDecimal.ONE));
  }

  /** The probability of a cell: -1 is the left end, {@code intervals} the right end. */
  private Enclosure cell(int index, double moved) {
    Enclosure still = Enclosure.ONE.minus(share).times(mass(index, 0));
    return still.plus(mass(index, moved).times(share));
  }

  private Enclosure mass(int index, double moved) {
    Enclosure from = Enclosure.exact(edge(index)).minus(moved);
    Enclosure to = Enclosure.exact(edge(index + 1)).minus(moved);
    if (index < 0) {
      return NormalTail.upperTail(to.negate());
    }
    if (index == intervals) {
      return NormalTail.upperTail(from);
    }
    return to.upper() < 0
        ? NormalTail.upperTail(to.negate()).minus(NormalTail.upperTail(from.negate()))
        : NormalTail.upperTail(from).minus(NormalTail.upperTail(to));
  }

  private BigDecimal preciseCell(int index, double moved, Map<BigDecimal, BigDecimal> tails) {
    BigDecimal q = Precise.exactly(share);
    BigDecimal still = BigDecimal.ONE.subtract(q).multiply(preciseMass(index, 0, tails));
    return still.add(q.multiply(preciseMass(index, moved, tails)));
  }

  private BigDecimal preciseMass(int index, double moved, Map<BigDecimal, BigDecimal> tails) {
    BigDecimal from = Precise.exactly(edge(index)).subtract(Precise.exactly(moved));
    BigDecimal to = Precise.exactly(edge(index + 1)).subtract(Precise.exactly(moved));
    if (index < 0) {
      return tail(to.negate(), tails);
    }
    if (index == intervals) {
      return tail(from, tails);
    }
    return to.signum() < 0
        ? tail(to.negate(), tails).subtract(tail(from.negate(), tails))
        : tail(from, tails).subtract(tail(to, tails));
  }

  /** A tail, computed once: cells share their edges, and the datasets mirror each other. */
  private static BigDecimal tail(BigDecimal x, Map<BigDecimal, BigDecimal> tails) {
    BigDecimal beyond = tails.computeIfAbsent(x.abs(), Precise::upperTail);
    return x.signum() < 0 ? BigDecimal.ONE.subtract(beyond) : beyond;
  }

  /** An edge, as a double that counts as exact; edges beyond the ends are not used. */
  private double edge(int index) {
    return -halfWidth + index * (2 * halfWidth / intervals);
  }
}
