package org.assay.algorithms.optimize.onepass;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.optimize.NoiseTarget;

/** The parameter that [@FeldmanKorenTalwar2020] calls rho, for a target guarantee. */
final class PrivacyTargets {
  private PrivacyTargets() {}

  /**
   * The largest mu for which a Gaussian mechanism meets the target, rounded down. Everything here
   * is dominated by one Gaussian, so an algorithm with this mu meets the target too.
   */
  static double gaussianMu(Guarantee target) {
    Sensitivity unit = Sensitivity.unit(AdjacencyRelation.REPLACE_ONE);
    return Rounding.divideDown(
        1, NoiseTarget.smallestNoise(target, noise -> DpEvent.gaussian(noise, unit)));
  }

  /**
   * The paper's choice: rho²/2 for a zero-concentrated target, and for an approximate one Lemma
   * 2.6, {@code epsilon = rho²/2 + rho √(2 ln(1/delta))}. It leaves some of the target unspent.
   */
  static double paperRho(Guarantee target) {
    if (target.adjacency() != AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "target was " + target + ": it must hold when one record is replaced");
    }
    if (target instanceof Guarantee.Approximate approximate) {
      double logarithm = -2 * Math.log(approximate.delta());
      double epsilon = approximate.epsilon();
      return 2 * epsilon / (Math.sqrt(logarithm + 2 * epsilon) + Math.sqrt(logarithm));
    }
    return target instanceof Guarantee.ZeroConcentrated zeroConcentrated
        ? Rounding.sqrtDown(2 * zeroConcentrated.rho())
        : gaussianMu(target);
  }
}
