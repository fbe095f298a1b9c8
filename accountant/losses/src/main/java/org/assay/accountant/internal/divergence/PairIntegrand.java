package org.assay.accountant.internal.divergence;

import org.assay.accountant.internal.calculus.AnalyticIntegral;
import org.assay.accountant.numeric.Enclosure;

/**
 * The integrand of a Rényi moment minus one on an interval where base density and log ratio are
 * analytic, divided by {@code e^logScale}. Suprema are computed as logarithms in plain binary64;
 * {@link #slack} covers their rounding. Formulas and proofs: {@code
 * doc-files/analytic-integrands.md}.
 */
public abstract class PairIntegrand implements AnalyticIntegral.Integrand {

  final double b;

  /**
   * Covers rounding: logarithms of magnitude below 2^38 err by less than 1e-4. The order multiplies
   * logarithms of mixtures, which err by less than 1e-13.
   */
  public final double slack;

  double logScale;

  PairIntegrand(double order) {
    this.b = order - 1;
    this.slack = 1e-3 + 1e-12 * order;
  }

  /** Logarithm of an upper bound of the modulus on a rectangle, before scaling. */
  abstract double logSupremum(double from, double to, double height);

  @Override
  public final double supremum(double from, double to, double height) {
    double log = logSupremum(from, to, height);
    if (Double.isNaN(log) || log > 0x1p30) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.exp(log - logScale + slack);
  }

  /** {@code log(1 - q + q e^u)}, relative to its own size: nothing cancels. */
  public static Enclosure logMixture(double q, Enclosure u) {
    return logMixture(Enclosure.exact(q), u);
  }

  /** {@code log(1 - q + q e^u)}, relative to its own size: nothing cancels. */
  public static Enclosure logMixture(Enclosure q, Enclosure u) {
    if (u.lower() > 600) {
      Enclosure rest = Enclosure.ONE.minus(q).dividedBy(q).times(u.negate().exp());
      return u.plus(q.log()).plus(rest.log1p());
    }
    Enclosure x = u.expm1().times(q);
    if (x.lower() >= -0.5) {
      return x.log1p();
    }
    return u.exp().times(q).plus(Enclosure.ONE.minus(q)).log();
  }

  /** {@code log(1 - q + q e^u)} in plain binary64, for suprema. */
  public static double logMixture(double q, double u) {
    return u > 600 ? u + Math.log(q) + Math.exp(-600) / q : Math.log((1 - q) + q * Math.exp(u));
  }

  /** {@code log(1 - q + q e^u)} with small values to their own accuracy; no bound depends on it. */
  static double preciseLogMixture(double q, double u) {
    return Math.abs(u) < 1 ? Math.log1p(q * Math.expm1(u)) : logMixture(q, u);
  }

  /** Logarithm of an upper bound of {@code |e^v - 1|} for real part in [from, to], |Im v| ≤ tau. */
  public static double logExpm1(double from, double to, double tau) {
    double far = Math.max(Math.abs(from), Math.abs(to));
    if (far > 300) {
      return Math.max(0, to) + Math.log(2);
    }
    double radial = Math.max(Math.abs(Math.expm1(from)), Math.abs(Math.expm1(to)));
    double turn = 2 * Math.exp(to / 2) * Math.sin(Math.min(tau, Math.PI) / 2);
    return Math.log(Math.hypot(radial, turn));
  }

  /** {@code log(e^x + e^y)}. */
  public static double logSum(double x, double y) {
    double high = Math.max(x, y);
    return high == Double.NEGATIVE_INFINITY
        ? high
        : high + Math.log1p(Math.exp(Math.min(x, y) - high));
  }
}
