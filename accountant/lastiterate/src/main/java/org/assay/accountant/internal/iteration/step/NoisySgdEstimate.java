package org.assay.accountant.internal.iteration.step;

import org.assay.accountant.internal.calculus.GaussLegendre;

/**
 * Divergences of the one-step pairs in a few microseconds each, for searches only: the integrals
 * that {@code divergence} encloses, in plain doubles. They have about six digits for mu up to 3.
 * For larger mu, where one step has hardly any privacy, the mixtures bend too sharply for the
 * panels, and two or more digits remain.
 */
final class NoisySgdEstimate {
  /** Largest product of order and mu; a larger one would need many panels. Not tuned. */
  private static final double LARGEST_PRODUCT = 400;

  /**
   * Logarithm of the mixture's ratio above which the mixture equals its shifted component. Not
   * tuned.
   */
  private static final double DOMINATED = 20;

  /** Exponent above which exponentials could overflow. */
  private static final double LARGEST_EXPONENT = 600;

  /** Truncation of the integrals, in standard deviations beyond the peaks. Not tuned. */
  private static final double TAIL = 10;

  /** Largest width of a quadrature panel. Not tuned. */
  private static final double PANEL = 2.5;

  private static final GaussLegendre RULE = GaussLegendre.withNodes(20);
  private static final double[] POINTS = new double[RULE.nodes()];
  private static final double[] WEIGHTS = new double[RULE.nodes()];

  static {
    for (int i = 0; i < RULE.nodes(); i++) {
      POINTS[i] = RULE.point(i).midpoint();
      WEIGHTS[i] = RULE.weight(i).midpoint() / Math.sqrt(2 * Math.PI);
    }
  }

  private NoisySgdEstimate() {}

  static boolean covers(double q, double mu, double order) {
    return mu * order <= LARGEST_PRODUCT || isOnePeak(q, mu, order);
  }

  /** Whether the moment is that of the shifted component alone, whose peak is at {@code a mu}. */
  private static boolean isOnePeak(double q, double mu, double order) {
    return mu * order > LARGEST_PRODUCT && Math.log(q) + (order - 0.5) * mu * mu > DOMINATED;
  }

  /** {@code log(1 + w e^(a(a-1)mu²/2))/(a - 1)}. */
  private static double onePeak(double logWeight, double mu, double order) {
    double log = logWeight + order * (order - 1) * mu * mu / 2;
    return (log > DOMINATED ? log : Math.log1p(Math.exp(log))) / (order - 1);
  }

  /** The logarithm of a non-negative integrand. */
  private interface LogMoment {
    double at(double x);
  }

  /** Divergence of the mixture from the base distribution. */
  static double presence(double q, double mu, double order) {
    if (isOnePeak(q, mu, order)) {
      return onePeak(order * Math.log(q), mu, order);
    }
    return renyi(-TAIL, order, mu, x -> logConvex(logRatio(q, mu, x), order));
  }

  /** Divergence of the pair of samples of fixed size. */
  static double fixedSize(double q, double mu, double order) {
    if (isOnePeak(q, mu, order)) {
      return onePeak(order * Math.log(q), mu, order);
    }
    return renyi(mu / 2, order, mu, x -> logProduct(logRatio(q, mu, x), order));
  }

  /** Divergence of the antipodal pair, as an integral over one half line. */
  static double antipodal(double q, double mu, double order) {
    if (isOnePeak(q, mu, order)) {
      return onePeak(order * Math.log(q) - (order - 1) * Math.log1p(-q), mu, order);
    }
    return renyi(
        0,
        order,
        mu,
        x -> {
          double minus = logRatio(q, mu, -x);
          return minus + logProduct(logRatio(q, mu, x) - minus, order);
        });
  }

  private static double logRatio(double q, double mu, double x) {
    double u = mu * x - mu * mu / 2;
    return u > LARGEST_EXPONENT ? u + Math.log(q) : Math.log1p(q * Math.expm1(u));
  }

  /** Logarithm of {@code (e^(au) − 1)(1 − e^(−(a−1)u))} for u ≥ 0. */
  private static double logProduct(double u, double a) {
    return a * u + Math.log(Math.expm1(-a * u) * Math.expm1(-(a - 1) * u));
  }

  /** Logarithm of {@code e^(au) − 1 − a(e^u − 1)}. */
  private static double logConvex(double u, double a) {
    if (Math.abs(u) * Math.max(1, a) < 0.02) {
      double series = 1 + u * ((a + 1) / 3 + u * (a * a + a + 1) / 12);
      return Math.log(a * (a - 1) / 2 * u * u * series);
    }
    if (u > LARGEST_EXPONENT) {
      return a * u;
    }
    return u > 0
        ? a * u + Math.log1p(-(1 + a * Math.expm1(u)) * Math.exp(-a * u))
        : Math.log(Math.expm1(a * u) - a * Math.expm1(u));
  }

  private static double renyi(double from, double order, double mu, LogMoment moment) {
    double to = TAIL + order * mu;
    int panels = (int) Math.ceil((to - from) / PANEL);
    double half = (to - from) / (2 * panels);
    double[] logs = new double[panels * POINTS.length];
    double largest = 0;
    for (int i = 0; i < logs.length; i++) {
      int panel = i / POINTS.length;
      double x = from + (2 * panel + 1) * half + half * POINTS[i % POINTS.length];
      logs[i] = moment.at(x) - x * x / 2;
      largest = Math.max(largest, logs[i]);
    }
    double sum = 0;
    for (int i = 0; i < logs.length; i++) {
      sum += WEIGHTS[i % POINTS.length] * Math.exp(logs[i] - largest);
    }
    double logMoment =
        largest == 0 ? Math.log1p(sum * half) : largest + Math.log(sum * half + Math.exp(-largest));
    return logMoment / (order - 1);
  }
}
