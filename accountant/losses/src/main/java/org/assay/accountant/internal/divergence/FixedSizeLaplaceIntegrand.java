package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;

/** Laplace noise on a sample of fixed size, between midpoint and centre, in the log ratio u. */
final class FixedSizeLaplaceIntegrand extends SymmetricIntegrand {
  private static final Enclosure LOG_FOUR = Enclosure.exact(4).log();

  private final double q;
  private final Enclosure t;

  FixedSizeLaplaceIntegrand(double q, Enclosure t, double order) {
    super(order);
    this.q = q;
    this.t = t;
  }

  @Override
  Enclosure logWeight(Enclosure u) {
    return u.plus(t).times(-0.5).minus(LOG_FOUR);
  }

  @Override
  Enclosure logRatio(Enclosure u) {
    return logMixture(q, u);
  }

  @Override
  double logSupremum(double from, double to, double height) {
    if (!(height < 3.1)) {
      return Double.POSITIVE_INFINITY;
    }
    double largest = Math.max(0, logMixture(q, to));
    double smallest = Math.min(0, logMixture(q, from)) + Math.log(Math.cos(height / 2));
    double distance = Math.log(q) + logExpm1(from, to, height);
    double a = 1 + b;
    double rise = Math.min(Math.log(a) + distance + b * largest, logSum(a * largest, 0));
    double fall = Math.min(Math.log(b) + distance - a * smallest, logSum(-b * smallest, 0));
    return rise + fall - (from + t.lower()) / 2 - Math.log(4);
  }
}
