package org.assay.ledger.internal.paperb;

import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.GaussianCost;

/** Upper bounds on the delta of objective perturbation, by {@code objective-perturbation.md}. */
final class PerturbationBound {
  /** Two signs of the noise along each of the gradients that are exchanged. */
  static final int REPLACED = 4;

  /** Two signs along the one gradient that comes or goes. */
  static final int REMOVED = 2;

  private PerturbationBound() {}

  /**
   * {@code min(1, tails · δ(mu, ε - log(1 + β/Λ)))}, δ that of the Gaussian mechanism.
   *
   * @param tails {@link #REPLACED} or {@link #REMOVED}
   * @param mu of the Gaussian mechanism
   * @param curvature β/Λ
   * @param epsilon at least the curvature's share
   */
  static Enclosure delta(int tails, Enclosure mu, double curvature, double epsilon) {
    Enclosure left = Enclosure.exact(epsilon).minus(Enclosure.exact(curvature).log1p());
    double rest = Math.max(0, left.lower());
    double bound = GaussianCost.delta(mu, rest).times(tails).upper();
    return Enclosure.of(0, Math.min(1, bound));
  }
}
