package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.calculus.AnalyticIntegral;
import org.assay.accountant.internal.divergence.FixedSizeGaussianIntegrand;
import org.assay.accountant.numeric.Enclosure;

/**
 * The fixed-size integrand at {@code s = c}, with suprema that hold at {@code s = c + it} for every
 * t up to the reach: {@code |s(1+s)|/(c(1+c))} and {@code e^(t|arg r|)} times those at c.
 */
final class FixedSizeLineIntegrand implements AnalyticIntegral.Integrand {
  private final FixedSizeGaussianIntegrand base;
  private final double q;
  private final double mu;
  private final double reach;
  private final double factor;

  FixedSizeLineIntegrand(
      FixedSizeGaussianIntegrand base, FixedSizeFactor steps, double c, double reach) {
    this.base = base;
    this.q = steps.share().upper();
    this.mu = steps.mu().upper();
    this.reach = reach;
    double modulus = Math.hypot(c, reach) * Math.hypot(1 + c, reach);
    this.factor = modulus / (c * (1 + c)) * (1 + 0x1p-40);
  }

  @Override
  public Enclosure at(Enclosure x) {
    return base.at(x);
  }

  @Override
  public double supremum(double from, double to, double height) {
    double tau = mu * height;
    double argument = tau;
    if (tau <= 1.5) {
      // The shifted component's share, and with it the argument, is largest at the right end.
      double weight = q * Math.exp(Math.min(700, mu * to));
      argument = Math.atan2(weight * Math.sin(tau), (1 - q) + weight * Math.cos(tau));
    }
    double growth = Math.exp(reach * argument * (1 + 0x1p-40));
    double bound = base.supremum(from, to, height) * factor * growth;
    return Double.isNaN(bound) ? Double.POSITIVE_INFINITY : bound;
  }
}
