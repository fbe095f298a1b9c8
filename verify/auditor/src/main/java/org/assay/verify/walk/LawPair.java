package org.assay.verify.walk;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * Lower bounds on divergences between two enclosed laws on the same bins. A bound is the larger one
 * of both orders of the laws.
 */
record LawPair(WalkDistribution left, WalkDistribution right) {
  /** A value and whether the left law is the first argument of the divergence. */
  record Directed(double value, boolean leftAgainstRight) {}

  LawPair {
    boolean alike = left.bins() == right.bins() && left.partsBeyond() == right.partsBeyond();
    if (!(alike && left.width() == right.width())) {
      throw new IllegalStateException(
          String.format(
              "bins were %s and %s on widths %s and %s, parts beyond them %s and %s: laws can be"
                  + " compared only on the same bins of the same domain",
              left.bins(),
              right.bins(),
              left.width(),
              right.width(),
              left.partsBeyond(),
              right.partsBeyond()));
    }
  }

  Directed renyi(double order) {
    Parameters.requireOrder(order);
    return larger(pair -> pair.renyi(order));
  }

  Directed delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    return larger(pair -> pair.delta(epsilon));
  }

  Directed epsilon(double delta) {
    Parameters.requireProbability("delta", delta);
    return larger(pair -> pair.epsilon(delta));
  }

  private Directed larger(ToDoubleFunction<DirectedPair> bound) {
    double forward = larger(left, right, bound);
    double backward = larger(right, left, bound);
    return new Directed(Math.max(forward, backward), forward >= backward);
  }

  /**
   * The larger bound of two partitions. Sets outside the walls raise the divergence, but every set
   * has an error of its own.
   */
  private static double larger(
      WalkDistribution first, WalkDistribution second, ToDoubleFunction<DirectedPair> bound) {
    double projected = bound.applyAsDouble(DirectedPair.of(first.projected(), second.projected()));
    if (first.partsBeyond() == 0) {
      return projected;
    }
    DirectedPair released = DirectedPair.of(first.released(), second.released());
    return Math.max(projected, bound.applyAsDouble(released));
  }

  /** Lower bounds on divergences of an ordered pair of laws on the same sets. */
  static final class DirectedPair {
    private final double[] lowerOfFirst;
    private final double[] upperOfSecond;

    private DirectedPair(double[] lowerOfFirst, double[] upperOfSecond) {
      this.lowerOfFirst = lowerOfFirst;
      this.upperOfSecond = upperOfSecond;
    }

    /**
     * Two laws by the probabilities of the same disjoint sets. Mass outside all sets is not
     * counted, which lowers divergences.
     */
    static DirectedPair of(List<Enclosure> first, List<Enclosure> second) {
      return new DirectedPair(
          first.stream().mapToDouble(Enclosure::lower).toArray(),
          second.stream().mapToDouble(Enclosure::upper).toArray());
    }

    /** A lower bound of the Rényi divergence of the laws. */
    double renyi(double order) {
      double[] logTerms = new double[lowerOfFirst.length];
      double largest = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < logTerms.length; i++) {
        logTerms[i] = logTerm(i, order);
        largest = Math.max(largest, logTerms[i]);
      }
      if (largest == Double.NEGATIVE_INFINITY) {
        return 0;
      }
      double sum = 0;
      for (double logTerm : logTerms) {
        double scaled = Rounding.expDown(Rounding.subtractDown(logTerm, largest));
        sum = Rounding.addDown(sum, scaled);
      }
      double logSum = Rounding.addDown(largest, Rounding.logDown(sum));
      return logSum > 0 ? Rounding.divideDown(logSum, Rounding.subtractUp(order, 1)) : 0;
    }

    /** {@code order · log p − (order − 1) · log q}, rounded down. */
    private double logTerm(int bin, double order) {
      if (!(lowerOfFirst[bin] > 0)) {
        return Double.NEGATIVE_INFINITY;
      }
      double gain = Rounding.multiplyDown(order, Rounding.logDown(lowerOfFirst[bin]));
      // The product is rounded up. If the logarithm is negative, a smaller factor makes a larger
      // product. Upper ends of probabilities may exceed 1; the logarithm is then positive, and so a
      // larger factor is needed.
      double cost = Rounding.logUp(upperOfSecond[bin]);
      double factor = cost <= 0 ? Rounding.subtractDown(order, 1) : Rounding.subtractUp(order, 1);
      return Rounding.subtractDown(gain, Rounding.multiplyUp(factor, cost));
    }

    /** A lower bound of the hockey-stick divergence of the laws. */
    double delta(double epsilon) {
      double factor = Rounding.expUp(epsilon);
      double sum = 0;
      for (int i = 0; i < lowerOfFirst.length; i++) {
        double product = Rounding.multiplyUp(factor, upperOfSecond[i]);
        double excess = Rounding.subtractDown(lowerOfFirst[i], product);
        sum = excess > 0 ? Rounding.addDown(sum, excess) : sum;
      }
      return Math.min(1, sum);
    }

    /** A number below every epsilon at which the hockey-stick divergence is at most delta. */
    double epsilon(double delta) {
      if (!(delta(0) > delta)) {
        return 0;
      }
      double low = 0;
      double high = 1;
      while (high < 1e6 && delta(high) > delta) {
        low = high;
        high *= 2;
      }
      for (double middle = low + (high - low) / 2;
          middle > low && middle < high && high - low > 1e-13 * high;
          middle = low + (high - low) / 2) {
        if (delta(middle) > delta) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }
}
