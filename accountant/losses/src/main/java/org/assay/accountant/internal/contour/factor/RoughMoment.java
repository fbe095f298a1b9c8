package org.assay.accountant.internal.contour.factor;

import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.internal.divergence.PairIntegrand;

/**
 * Plain midpoint sums of {@code log(1 + ∫ w (e^((1+c)L) - 1)(1 - e^(-cL)))}, the moments of the
 * pairs of replaced records. They have no error bounds, and no bound depends on them.
 */
final class RoughMoment {
  private static final double LOG_SQRT_TWO_PI = 0.9189385332046727;

  /** Mesh width of the midpoint rule, in standard deviations. Not tuned. */
  private static final double STEP = 0.1;

  /** Largest number of points of a rough sum. Not tuned: bounds the time. */
  private static final int MAXIMUM_POINTS = 4000;

  private RoughMoment() {}

  static double antipodal(double q, double mu, double c) {
    double half = mu * mu / 2;
    return sum(
        c,
        (1 + 2 * c) * mu,
        x -> -x * x / 2 + PairIntegrand.logMixture(q, -mu * x - half),
        x -> {
          double lower = PairIntegrand.logMixture(q, -mu * x - half);
          double gap = 2 * q * Math.exp(-half) * Math.sinh(Math.min(mu * x, 700));
          double difference = PairIntegrand.logMixture(q, mu * x - half) - lower;
          return difference > 1 ? difference : Math.log1p(gap * Math.exp(-lower));
        });
  }

  static double fixedSize(double q, double mu, double c) {
    return sum(
        c,
        (1 + c) * mu,
        s -> -(s + mu / 2) * (s + mu / 2) / 2,
        s -> mu * s > 600 ? mu * s + Math.log(q) : Math.log1p(q * Math.expm1(mu * s)));
  }

  private static double sum(
      double c, double farthestPeak, DoubleUnaryOperator logWeight, DoubleUnaryOperator logRatio) {
    double end = farthestPeak + 9;
    int points = (int) Math.min(MAXIMUM_POINTS, Math.ceil(end / STEP));
    double step = end / points;
    double[] logs = new double[points];
    double largest = 0;
    for (int i = 0; i < points; i++) {
      double x = (i + 0.5) * step;
      double ratio = logRatio.applyAsDouble(x);
      double rising = (1 + c) * ratio;
      double rise = rising > 30 ? rising : Math.log(Math.expm1(rising));
      double log = logWeight.applyAsDouble(x) + rise + Math.log(-Math.expm1(-c * ratio));
      logs[i] = Double.isNaN(log) ? Double.NEGATIVE_INFINITY : log;
      largest = Math.max(largest, logs[i]);
    }
    double sum = 0;
    for (double log : logs) {
      sum += Math.exp(log - largest);
    }
    double scaled = sum * step * Math.exp(-LOG_SQRT_TWO_PI);
    return largest == 0 ? Math.log1p(scaled) : largest + Math.log(Math.exp(-largest) + scaled);
  }
}
