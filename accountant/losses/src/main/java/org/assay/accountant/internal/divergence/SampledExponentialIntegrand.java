package org.assay.accountant.internal.divergence;

import org.assay.accountant.internal.calculus.AnalyticIntegral;
import org.assay.accountant.numeric.Enclosure;

/**
 * The density's part of the moment of sampled {@link ExponentialLosses}, in the loss u of the
 * unsampled step: mixture ratio {@code r = 1 - q + q e^u}.
 */
final class SampledExponentialIntegrand extends PairIntegrand {
  private final double q;
  private final ExponentialLosses losses;
  private final boolean forward;

  SampledExponentialIntegrand(double q, ExponentialLosses losses, double order, boolean forward) {
    super(order);
    this.q = q;
    this.losses = losses;
    this.forward = forward;
  }

  @Override
  public Enclosure at(Enclosure u) {
    return term(losses.logDensity(u), u);
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
    return Math.min(square, plain)
        - (from + losses.range().lower()) / 2
        + losses.logScale().upper();
  }

  /** Adds the integral between the ends of the range, which are enclosures. */
  void addStretch(MomentSum sum) {
    double end = losses.range().lower();
    sum.addScaled(AnalyticIntegral.of(this, -end, end));
    sum.addScaled(Enclosure.of(0, losses.edges(this)));
  }
}
