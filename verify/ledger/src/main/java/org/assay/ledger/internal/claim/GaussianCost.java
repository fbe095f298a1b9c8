package org.assay.ledger.internal.claim;

import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;

/** The cost of a Gaussian release whose mu is known as an enclosure. */
public final class GaussianCost {
  private GaussianCost() {}

  /**
   * Exact delta.
   *
   * @param mu sensitivity over standard deviation, at least 0 and finite
   * @param epsilon finite and at least 0
   * @return an enclosure of delta at every mu of the enclosure
   */
  public static Enclosure delta(Enclosure mu, double epsilon) {
    return Enclosure.of(
        GaussianMechanism.delta(mu.lower(), epsilon).lower(),
        GaussianMechanism.delta(mu.upper(), epsilon).upper());
  }

  /**
   * Exact epsilon.
   *
   * @param mu sensitivity over standard deviation, above 0 and finite
   * @param delta strictly between 0 and 1
   * @return an enclosure of epsilon at every mu of the enclosure
   */
  public static Enclosure epsilon(Enclosure mu, double delta) {
    return Enclosure.of(
        GaussianMechanism.epsilon(mu.lower(), delta).lower(),
        GaussianMechanism.epsilon(mu.upper(), delta).upper());
  }
}
