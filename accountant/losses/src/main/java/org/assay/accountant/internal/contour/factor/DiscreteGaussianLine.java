package org.assay.accountant.internal.contour.factor;

import java.util.Optional;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.numeric.Enclosure;

/**
 * Equal discrete Gaussian steps of much noise along a vertical contour, in closed form. By Poisson
 * summation the transform is a Gaussian step's, repeated with the period of the losses' lattice.
 * Near the k-th repetition its modulus is {@code e^(c(1+c)mu²/2 - r²/2)}, with {@code mu = m/σ} and
 * {@code r = t mu - 2πσk}. Other repetitions are negligible except halfway between two. Proof:
 * {@code divergence/doc-files/discrete-gaussian.md}.
 */
final class DiscreteGaussianLine implements LossTransform {
  /** Smallest σ for which other repetitions are negligible. */
  static final double LEAST_SIGMA = 4;

  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  private static final double LOG_THREE = Math.log(3);

  /** Cost of one value, in evaluations of an integrand. Not tuned. */
  private static final double COST = 4;

  private final double c;
  private final double count;
  private final double mu;
  private final double period;
  private final Enclosure logMoment;

  /** The logarithm of the modulus on the real axis, and each repetition's phase lag, in turns. */
  private final double peak;

  private final double turns;

  /**
   * A line.
   *
   * @param c the crossing of the real axis, such that {@code 1 + c} is exact
   * @param logMoment {@code log M(c)} of one step
   */
  DiscreteGaussianLine(DiscreteGaussianFactor factor, double c, Enclosure logMoment) {
    this.c = c;
    this.count = factor.count();
    this.mu = factor.shift() / factor.sigma();
    this.period = 2 * Math.PI * factor.sigma();
    this.logMoment = logMoment;
    this.peak = 0.5 * c * (1 + c) * (mu * mu);
    double whole = (1 + c) * factor.shift();
    double rest = Math.fma(1 + c, (double) factor.shift(), -whole);
    this.turns = (whole - Math.rint(whole)) + rest;
  }

  @Override
  public double cost() {
    return logMoment.upper() < Double.POSITIVE_INFINITY ? COST : Double.POSITIVE_INFINITY;
  }

  @Override
  public Optional<LossTransform> reaching(double reach) {
    return Optional.of(this);
  }

  @Override
  public double logDecayBound(double t) {
    return logMoment.times(count).upper();
  }

  @Override
  public void addTo(ContourNodes nodes) {
    for (int k = 0; k < nodes.wanted(); k++) {
      addTo(nodes, k);
    }
  }

  private void addTo(ContourNodes nodes, int node) {
    double t = node * nodes.step;
    double u = t * mu;
    double k = Math.rint(u / period);
    double r = u - period * k;
    double log = peak - 0.5 * r * r;
    double first = 0.5 * t * (1 + 2 * c) * (mu * mu);
    double second = 2 * Math.PI * (k * turns - Math.rint(k * turns));
    // r errs by a few roundoffs of the two numbers whose difference r is, and enters squared.
    double farthest = Math.abs(r) + 8 * U * (u + period);
    double sizes = peak + r * r + farthest * (u + period) + first + Math.abs(second) + k;
    double rounding = 16 * U * sizes;
    // Bound of the other repetitions over the nearest one, including the rounding of r.
    double exponent = -period * (0.5 * period - Math.abs(r));
    double others = 2.02 * Math.exp(exponent + 16 * U * period * (u + period));
    if (others < 0.5) {
      double error = rounding - Math.log1p(-others);
      nodes.add(node, count * log, count * (first - second), count * error);
    } else {
      double bound = log + rounding + Math.log1p(others) * (1 + 0x1p-40);
      nodes.add(node, count * bound, 0, LOG_THREE + 4 * U * count);
    }
  }
}
