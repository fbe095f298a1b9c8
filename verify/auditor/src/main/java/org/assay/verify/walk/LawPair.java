package org.assay.verify.walk;

import java.util.function.ToDoubleFunction;
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
          "bins were "
              + left.bins()
              + " and "
              + right.bins()
              + " on widths "
              + left.width()
              + " and "
              + right.width()
              + ", parts beyond them "
              + left.partsBeyond()
              + " and "
              + right.partsBeyond()
              + ": laws can be compared only on the same bins of the same domain");
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
   * The larger bound of two partitions. Sets outside the walls show more, but every set has an
   * error of its own.
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
}
