package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;

/** The moment of a sampled discrete Gaussian, term by term. */
final class LatticeSum {
  private final double q;
  private final double sigma;
  private final long shift;
  private final double order;
  private final boolean forward;
  private final Enclosure logNormalizer;

  LatticeSum(double q, double sigma, long shift, double order, boolean forward) {
    this.q = q;
    this.sigma = sigma;
    this.shift = shift;
    this.order = order;
    this.forward = forward;
    this.logNormalizer = DiscreteGaussian.logNormalizer(sigma);
  }

  /**
   * The divergence, or {@code [0, infinity]} if it needs more terms than allowed.
   *
   * <p>The kernel of the moment is at most {@code (2 + 2a) r^a} where r ≥ 1 and at most {@code a}
   * below (forward), at most {@code (2 + b) max(r, (1-q)^-b)} (reverse), r the mixture's ratio.
   * Beyond a point the bound's logarithm falls at the computed rate, so a geometric series bounds
   * the rest.
   */
  Enclosure renyi(long largestSum) {
    double a = order;
    double b = a - 1;
    double reach =
        Math.ceil(
                sigma
                    * Math.sqrt(
                        2
                            * (80
                                + Math.abs(Math.log(q)) * 2
                                + Math.abs(Math.log(b))
                                + (forward ? 0 : -b * Math.log1p(-q)))))
            + 3;
    double right = (forward ? a : 1) * shift + reach;
    double terms = right + reach;
    if (!(terms <= largestSum)) {
      return Enclosure.of(0, Double.POSITIVE_INFINITY);
    }
    long last = (long) right;
    long first = -(long) reach;
    double peak = Double.NEGATIVE_INFINITY;
    for (long x = first; x <= last; x++) {
      double mixture = PairIntegrand.logMixture(q, logRatio(x).midpoint());
      peak = Math.max(peak, logMass(x).midpoint() + (forward ? a : -b) * mixture);
    }
    MomentSum sum = new MomentSum(order, peak);
    for (long x = first; x <= last; x++) {
      Enclosure mixture = PairIntegrand.logMixture(q, logRatio(x));
      sum.add(
          forward ? logMass(x).plus(mixture) : logMass(x), forward ? mixture : mixture.negate());
    }
    double beyond = tail(first - 1, -1, sum.logScale()) + tail(last + 1, 1, sum.logScale());
    sum.addScaled(Enclosure.of(0, beyond * (1 + 1e-9)));
    return sum.renyi();
  }

  private Enclosure logMass(long x) {
    return Enclosure.exact((double) x).dividedBy(sigma).square().times(-0.5).minus(logNormalizer);
  }

  /** {@code (2 x shift - shift²)/2σ²}. */
  private Enclosure logRatio(long x) {
    return Enclosure.ofCount(2 * x)
        .minus((double) shift)
        .times((double) shift)
        .times(0.5)
        .dividedBy(sigma)
        .dividedBy(sigma);
  }

  /** An upper bound of the terms from x on, in the given direction, over {@code e^logScale}. */
  double tail(long x, int direction, double logScale) {
    double b = order - 1;
    double exponent = forward && direction > 0 ? order : 1;
    // A bound of the logarithm of the kernel that grows at most by exponent · shift/σ² each step.
    double mixture = Math.max(0, PairIntegrand.logMixture(q, logRatio(x).upper()));
    double kernel = exponent * (direction > 0 ? mixture : 0) + Math.log(2 + 2 * order);
    if (!forward) {
      kernel -= b * Math.log1p(-q);
    }
    double log = logMass(x).upper() + kernel + 1e-6 * (1 + Math.abs(kernel)) + 1e-12 * order;
    double growth = direction > 0 ? exponent * shift / (sigma * sigma) : 0;
    double fall = (Math.abs((double) x) / (sigma * sigma) - growth) * (1 - 1e-9);
    return fall > 0 ? Math.exp(log - logScale) / -Math.expm1(-fall) : Double.POSITIVE_INFINITY;
  }
}
