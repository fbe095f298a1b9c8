package org.assay.algorithms.internal.optimize;

import org.assay.accountant.accounting.TargetVisitor;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * The privacy parameter of a target in the convention of papers about zero-concentrated or Rényi
 * privacy.
 */
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
    return Parameters.requirePositive("rho of the target", target.accept(new Rho()));
  }

  /**
   * The epsilon and the delta that a paper's schedule needs.
   *
   * @param target approximate
   * @return the target
   * @throws IllegalArgumentException if the target is of another kind
   */
  public static Guarantee.Approximate approximate(Guarantee target) {
    return target
        .asApproximate()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "target was "
                        + target
                        + ": the paper's schedule needs an epsilon and a delta; use the calibrated"
                        + " set-up for others"));
  }

  private static final class Rho extends TargetVisitor<Double> {
    @Override
    public Double visitApproximate(Guarantee.Approximate target) {
      double log = -Math.log(Parameters.requireOpenProbability("delta", target.delta()));
      // (√(log + ε) − √log)², without cancellation.
      double root = target.epsilon() / (Math.sqrt(log + target.epsilon()) + Math.sqrt(log));
      return root * root;
    }

    @Override
    public Double visitZeroConcentrated(Guarantee.ZeroConcentrated target) {
      return target.rho();
    }

    @Override
    public Double visitGaussian(Guarantee.Gaussian target) {
      return target.mu() * target.mu() / 2;
    }
  }
}
