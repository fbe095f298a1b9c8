package org.assay.algorithms.objective;

/**
 * A loss whose mean F over any dataset satisfies the (gamma, kappa)-KL condition {@code F(w) - min
 * F ≤ gamma^kappa |∇F(w)|^kappa} for every parameter w ([@MenartEtAl2023], Definition 1).
 */
public interface KurdykaLojasiewiczLoss extends Loss {
  /**
   * The constant of the condition.
   *
   * @return gamma, finite and above 0, rounded up
   */
  double klConstant();

  /**
   * The exponent of the condition.
   *
   * @return kappa, at least 1
   */
  double klExponent();
}
