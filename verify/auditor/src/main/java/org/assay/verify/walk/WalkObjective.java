package org.assay.verify.walk;

import java.util.function.ToDoubleFunction;
import org.assay.accountant.privacy.Parameters;

/** The privacy parameter that a search wants to bound from below. */
public final class WalkObjective {
  private final String description;
  private final double order;
  private final ToDoubleFunction<LawPair> value;

  private WalkObjective(String description, double order, ToDoubleFunction<LawPair> value) {
    this.description = description;
    this.order = order;
    this.value = value;
  }

  /**
   * Rényi divergence.
   *
   * @param order the order, finite and above 1
   * @return the objective
   */
  public static WalkObjective renyi(double order) {
    Parameters.requireOrder(order);
    return new WalkObjective(
        "Rényi divergence of order " + order, order, laws -> laws.renyi(order).value());
  }

  /**
   * Epsilon at a delta.
   *
   * @param delta strictly between 0 and 1
   * @return the objective
   */
  public static WalkObjective epsilon(double delta) {
    Parameters.requireOpenProbability("delta", delta);
    return new WalkObjective("epsilon at delta " + delta, 1, laws -> laws.epsilon(delta).value());
  }

  /**
   * Delta at an epsilon.
   *
   * @param epsilon finite and at least 0
   * @return the objective
   */
  public static WalkObjective delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    return new WalkObjective("delta at epsilon " + epsilon, 1, laws -> laws.delta(epsilon).value());
  }

  /** The order of a divergence, and 1 for epsilon and delta. */
  double order() {
    return order;
  }

  double of(WalkLowerBound bound) {
    return of(bound.laws());
  }

  double of(LawPair laws) {
    return value.applyAsDouble(laws);
  }

  @Override
  public String toString() {
    return description;
  }
}
