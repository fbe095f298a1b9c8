package org.assay.algorithms.internal.optimize.onepass;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.PaperBudget;

/** The parameter that [@FeldmanKorenTalwar2020] calls rho, for a target guarantee. */
final class PrivacyTargets {
  private PrivacyTargets() {}

  /**
   * The largest mu for which a Gaussian mechanism meets the target, rounded down. Everything here
   * is dominated by one Gaussian, so an algorithm with this mu meets the target too.
   */
  static double gaussianMu(Guarantee target) {
    return NoiseTarget.gaussianMu(target);
  }

  /**
   * The paper's choice: rho of {@code rho²/2}-zCDP, which for an approximate target its Lemma 2.6
   * makes of {@code epsilon = rho²/2 + rho √(2 ln(1/delta))}. It leaves some of the target unspent.
   */
  static double paperRho(Guarantee target) {
    return Rounding.sqrtDown(2 * PaperBudget.rho(target));
  }
}
