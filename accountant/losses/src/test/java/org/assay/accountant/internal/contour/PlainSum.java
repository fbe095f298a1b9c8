package org.assay.accountant.internal.contour;

import java.util.List;
import java.util.function.DoubleBinaryOperator;

/** Sums over all outcomes of unlike binary answers, in ordinary arithmetic. */
final class PlainSum {
  private final double[] truths;

  PlainSum(double... truths) {
    this.truths = truths.clone();
  }

  PlainSum(List<Double> truths) {
    this(truths.stream().mapToDouble(Double::doubleValue).toArray());
  }

  double[] truths() {
    return truths.clone();
  }

  /** The loss of an outcome; each bit of its number is an untrue answer. */
  double loss(int outcome) {
    double sum = 0;
    for (int i = 0; i < truths.length; i++) {
      double loss = Math.log(truths[i] / (1 - truths[i]));
      sum += isHonest(outcome, i) ? loss : -loss;
    }
    return sum;
  }

  double delta(double epsilon) {
    return sum((mass, other) -> Math.max(0, mass - Math.exp(epsilon) * other));
  }

  /** Minus the derivative of delta, the smaller one where there are two. */
  double slope(double epsilon) {
    return sum((mass, other) -> mass > Math.exp(epsilon) * other ? Math.exp(epsilon) * other : 0);
  }

  private double sum(DoubleBinaryOperator term) {
    double sum = 0;
    for (int outcome = 0; outcome < 1 << truths.length; outcome++) {
      double mass = 1;
      double other = 1;
      for (int i = 0; i < truths.length; i++) {
        mass *= isHonest(outcome, i) ? truths[i] : 1 - truths[i];
        other *= isHonest(outcome, i) ? 1 - truths[i] : truths[i];
      }
      sum += term.applyAsDouble(mass, other);
    }
    return sum;
  }

  private static boolean isHonest(int outcome, int answer) {
    return (outcome >> answer & 1) == 0;
  }
}
