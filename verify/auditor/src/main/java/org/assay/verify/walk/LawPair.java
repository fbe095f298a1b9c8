package org.assay.verify.walk;

import java.util.function.ToDoubleFunction;
import org.assay.accountant.privacy.Parameters;

/**
 * Lower bounds on divergences between two enclosed laws on the same bins, in the stronger order.
 */
record LawPair(WalkDistribution left, WalkDistribution right) {
  /** A value and whether the left law is the first argument of the divergence. */
  record Directed(double value, boolean leftAgainstRight) {}

  LawPair {
    if (!(left.bins() == right.bins() && left.width() == right.width())) {
      throw new IllegalStateException(
          "bins were "
              + left.bins()
              + " and "
              + right.bins()
              + " on widths "
              + left.width()
              + " and "
              + right.width()
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
    double forward = bound.applyAsDouble(DirectedPair.of(left, right));
    double backward = bound.applyAsDouble(DirectedPair.of(right, left));
    return new Directed(Math.max(forward, backward), forward >= backward);
  }
}
