package org.assay.ledger.internal.paperd;

import java.math.BigDecimal;
import java.util.function.DoubleFunction;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Precise;

/**
 * A lower bound on a Rényi divergence of order 2 by data processing: a number is replaced by the
 * interval it lies in, {@code D_2 ≥ ln Σ_i p_i²/q_i}.
 *
 * @param from where the first interval begins
 * @param to where the last one ends
 */
record BinnedDivergence(double from, double to) {
  /** Number of intervals: more make a sharper bound. */
  static final int INTERVALS = 64;

  private double edge(int i) {
    return from + i * (to - from) / INTERVALS;
  }

  /**
   * The sum of p²/q over the intervals.
   *
   * @param left probability of more than x under one distribution, as an enclosure
   * @param right probability of more than x under the other distribution
   * @param less by how much p may be smaller in every interval
   * @param more by how much q may be larger in every interval
   */
  Enclosure moment(
      DoubleFunction<Enclosure> left, DoubleFunction<Enclosure> right, double less, double more) {
    Enclosure sum = Enclosure.ZERO;
    Enclosure beforeP = left.apply(from);
    Enclosure beforeQ = right.apply(from);
    for (int i = 1; i <= INTERVALS; i++) {
      Enclosure nextP = left.apply(edge(i));
      Enclosure nextQ = right.apply(edge(i));
      double p = beforeP.minus(nextP).minus(less).lower();
      double q = beforeQ.minus(nextQ).plus(more).upper();
      if (p > 0 && q > 0) {
        sum = sum.plus(Enclosure.exact(p).square().dividedBy(q));
      }
      beforeP = nextP;
      beforeQ = nextQ;
    }
    return sum;
  }

  /**
   * A lower bound of the divergence (the lower end), if both probabilities may differ by {@code
   * escape}.
   */
  Enclosure order2(DoubleFunction<Enclosure> left, DoubleFunction<Enclosure> right, double escape) {
    return moment(left, right, escape, escape).max(Enclosure.ONE).log();
  }

  /** Bounds of a probability by arbitrary precision. */
  record Bounds(BigDecimal lower, BigDecimal upper) {
    static Bounds at(BigDecimal value) {
      return new Bounds(value, value);
    }
  }

  /** {@link #moment} by arbitrary precision. */
  BigDecimal preciseMoment(
      DoubleFunction<Bounds> left, DoubleFunction<Bounds> right, BigDecimal less, BigDecimal more) {
    BigDecimal sum = BigDecimal.ZERO;
    Bounds beforeP = left.apply(from);
    Bounds beforeQ = right.apply(from);
    for (int i = 1; i <= INTERVALS; i++) {
      Bounds nextP = left.apply(edge(i));
      Bounds nextQ = right.apply(edge(i));
      BigDecimal p = beforeP.lower().subtract(nextP.upper()).subtract(less);
      BigDecimal q = beforeQ.upper().subtract(nextQ.lower()).add(more);
      if (p.signum() > 0 && q.signum() > 0) {
        sum = sum.add(Precise.divide(p.pow(2), q));
      }
      beforeP = nextP;
      beforeQ = nextQ;
    }
    return sum;
  }

  /** {@link #order2} by arbitrary precision. */
  BigDecimal preciseOrder2(
      DoubleFunction<Bounds> left, DoubleFunction<Bounds> right, BigDecimal escape) {
    return Precise.log(preciseMoment(left, right, escape, escape));
  }
}
