package org.assay.ledger.internal.paperb;

import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.GaussianCost;

/** Upper bounds on the delta of objective perturbation, by {@code objective-perturbation.md}. */
final class PerturbationBound {
  /** Tails for replace-one: two signs of the noise along each of two gradients. */
  static final int REPLACED = 4;

  /** Tails for add-or-remove: two signs along one gradient. */
  static final int REMOVED = 2;

  private PerturbationBound() {}

  /**
   * {@code min(1, tails · δ(mu, ε - log(1 + β/Λ)))}, with δ that of the Gaussian mechanism.
   *
   * @param tails {@link #REPLACED} or {@link #REMOVED}
   * @param mu of the Gaussian mechanism
   * @param curvature β/Λ
   * @param epsilon at least log(1 + β/Λ)
   */
  static Enclosure delta(int tails, Enclosure mu, double curvature, double epsilon) {
    Enclosure left = Enclosure.exact(epsilon).minus(Enclosure.exact(curvature).log1p());
    double rest = Math.max(0, left.lower());
    double bound = GaussianCost.delta(mu, rest).times(tails).upper();
    return Enclosure.of(0, Math.min(1, bound));
  }
}
