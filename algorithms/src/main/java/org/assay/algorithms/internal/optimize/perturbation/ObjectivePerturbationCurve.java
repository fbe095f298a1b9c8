package org.assay.algorithms.internal.optimize.perturbation;

import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Rényi divergences of the exact minimizer of a perturbed objective, one record replaced, by {@code
 * doc-files/objective-perturbation.md}.
 *
 * @param mu twice the Lipschitz constant over the standard deviation of the perturbation, above 0
 * @param curvature {@code log(1 + β/Λ)}, at least 0
 * @param fixedSign whether a record alone decides the sign of its slope
 */
record ObjectivePerturbationCurve(Enclosure mu, Enclosure curvature, boolean fixedSign) {
  /** {@code 1/√(2π)}, enclosed. */
  private static final Enclosure DENSITY_AT_ZERO =
      Enclosure.ONE.dividedBy(Enclosure.PI.times(2).sqrt());

  RdpCurve curve() {
    return RdpCurve.of(AdjacencyRelation.REPLACE_ONE, this::divergence)
        .withZeroConcentration(curvature.plus(meanOfMaximum()).upper());
  }

  private Enclosure divergence(double order) {
    Enclosure above = Enclosure.exact(order).minus(1);
    Enclosure exponent = mu.square().times(order).times(0.5).times(above);
    Enclosure mass =
        fixedSign
            ? below(mu.times(Enclosure.exact(order).minus(0.5)))
                .plus(below(mu.times(-0.5)).times(exponent.negate().exp()))
            : below(mu.times(above)).times(2);
    Enclosure growth = mass.log().dividedBy(above).plus(mu.square().times(order).times(0.5));
    // Roundings near order 1 may reach below 0, where the truth does not.
    return curvature.plus(growth.max(Enclosure.ZERO));
  }

  /** E M of the proof. */
  private Enclosure meanOfMaximum() {
    Enclosure halfSquare = mu.square().times(0.5);
    if (!fixedSign) {
      return mu.times(DENSITY_AT_ZERO).times(2).plus(halfSquare);
    }
    Enclosure density = mu.square().times(-0.125).exp().times(DENSITY_AT_ZERO);
    return mu.times(density).plus(halfSquare.times(below(mu.times(0.5))));
  }

  private static Enclosure below(Enclosure x) {
    return NormalTail.upperTail(x.negate());
  }
}
