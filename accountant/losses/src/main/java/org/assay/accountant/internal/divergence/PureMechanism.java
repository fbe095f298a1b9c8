package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * The largest Rényi divergence that pure differential privacy allows, which binary randomized
 * response attains.
 *
 * <p>Among density ratios in {@code [e^-ε, e^ε]} with mean 1, a ratio that takes only the two ends
 * has the largest expectation of every convex function. Then {@code P} has mass {@code 1/(1 +
 * e^-ε)} at log ratio ε and the rest at -ε ([@BunSteinke2016], proof of Proposition 3.3).
 */
public final class PureMechanism {
  private PureMechanism() {}

  /**
   * Divergence of an order.
   *
   * @param epsilon an enclosure of the privacy parameter, at least 0
   * @param order Rényi order, at least 1 (1 is Kullback-Leibler)
   * @return an enclosure, in nats, of relative width below 1e-12 for exact epsilon
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyi(Enclosure epsilon, double order) {
    Orders.require(epsilon, order);
    Enclosure rest = epsilon.negate().exp().log1p().negate();
    double b = order - 1;
    MomentSum sum = new MomentSum(order, rest.plus(epsilon.times(b)).upper());
    sum.add(rest, epsilon);
    sum.add(rest.minus(epsilon), epsilon.negate());
    return sum.renyi().min(epsilon);
  }

  /**
   * The largest divergence over its order, {@code ε tanh(ε/2)}, which is the Kullback-Leibler
   * divergence: {@code doc-files/zero-concentration.md}.
   *
   * @param epsilon an enclosure of the privacy parameter, at least 0
   * @return an enclosure of the smallest rho such that every such mechanism is rho-zCDP
   * @throws IllegalArgumentException if epsilon is negative
   */
  public static Enclosure zeroConcentration(Enclosure epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon.lower());
    Enclosure small = epsilon.negate();
    Enclosure tangent = small.expm1().negate().dividedBy(small.exp().plus(1));
    return epsilon.times(tangent).min(epsilon);
  }
}
