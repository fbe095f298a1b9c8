package org.assay.accountant.divergence;

import org.assay.accountant.numeric.Enclosure;

/**
 * The stretch between the centres of the sampled Laplace pair, in the log ratio u of the unsampled
 * one: base density {@code e^(-(u+t)/2)/4}, mixture ratio {@code r = 1 - q + q e^u}.
 */
final class SampledLaplaceIntegrand extends PairIntegrand {
  private static final Enclosure LOG_FOUR = Enclosure.exact(4).log();

  private final double q;
  private final Enclosure t;
  private final boolean forward;

  SampledLaplaceIntegrand(double q, Enclosure t, double order, boolean forward) {
    super(order);
    this.q = q;
    this.t = t;
    this.forward = forward;
  }

  @Override
  public Enclosure at(Enclosure u) {
    Enclosure logMass = u.plus(t).times(-0.5).minus(LOG_FOUR);
    return term(logMass, u);
  }

  /** The moment's term at log ratio u for a mass of the base. */
  Enclosure term(Enclosure logMass, Enclosure u) {
    Enclosure ratio = logMixture(q, u);
    Enclosure scaled = logMass.minus(logScale);
    return forward
        ? MomentSum.term(b, scaled.plus(ratio), ratio)
        : MomentSum.term(b, scaled, ratio.negate());
  }

  @Override
  double logSupremum(double from, double to, double height) {
    if (!(height < 3.1)) {
      return Double.POSITIVE_INFINITY;
    }
    double largest = Math.max(0, logMixture(q, to));
    double smallest = Math.min(0, logMixture(q, from)) + Math.log(Math.cos(height / 2));
    double square = 2 * (Math.log(q) + logExpm1(from, to, height)) + Math.log((1 + b) * b / 2);
    double plain;
    if (forward) {
      square += (b - 1) * (b >= 1 ? largest : smallest);
      plain = Math.log(4 + 2 * b) + (1 + b) * largest;
    } else {
      square -= (2 + b) * smallest;
      plain = Math.log(2 + 2 * b) + largest - b * smallest;
    }
    return Math.min(square, plain) - (from + t.lower()) / 2 - Math.log(4);
  }
}
