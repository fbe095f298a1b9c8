package org.assay.algorithms.optimize;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/** The parameter that papers about zero-concentrated or Rényi privacy would use for a target. */
public final class PaperBudget {
  private PaperBudget() {}

  /**
   * The rho for which rho-zCDP is, or implies by the textbook's conversion {@code epsilon = rho + 2
   * √(rho ln(1/delta))} ([@BunSteinke2016], Proposition 1.3), the target; for Gaussian targets half
   * of mu², which does not imply them.
   *
   * @param target approximate with delta above 0, zero-concentrated or Gaussian, when one record is
   *     replaced
   * @return rho, above 0
   * @throws IllegalArgumentException if the target is of another kind or adjacency, or its
   *     parameter is 0
   */
  public static double rho(Guarantee target) {
    if (target.adjacency() != AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "target was " + target + ": it must hold when one record is replaced");
    }
    return Parameters.requirePositive("rho of the target", value(target));
  }

  private static double value(Guarantee target) {
    if (target instanceof Guarantee.Approximate approximate) {
      double log = -Math.log(Parameters.requireOpenProbability("delta", approximate.delta()));
      // (√(log + ε) − √log)², without cancellation.
      double root =
          approximate.epsilon() / (Math.sqrt(log + approximate.epsilon()) + Math.sqrt(log));
      return root * root;
    }
    if (target instanceof Guarantee.ZeroConcentrated concentrated) {
      return concentrated.rho();
    }
    if (target instanceof Guarantee.Gaussian gaussian) {
      return gaussian.mu() * gaussian.mu() / 2;
    }
    throw new IllegalArgumentException(
        "target was " + target + ": it must be approximate, zero-concentrated or Gaussian");
  }
}
