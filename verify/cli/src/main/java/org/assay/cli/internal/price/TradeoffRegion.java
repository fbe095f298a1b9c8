package org.assay.cli.internal.price;

import java.util.ArrayList;
import java.util.List;
import org.assay.verify.internal.report.plot.Point;

/**
 * The errors that guarantees leave to tests: (epsilon, delta)-privacy keeps the false negative rate
 * at or above {@code 1 - delta - e^epsilon a} and {@code e^-epsilon (1 - delta - a)} at the false
 * positive rate a. For drawing; numbers are rounded to nearest.
 *
 * @param border the smallest false negative rates, false positive rates rising from 0
 */
record TradeoffRegion(List<Point> border) {
  private static final int STEPS = 240;

  static TradeoffRegion of(List<CurveStatement.Point> profile) {
    List<Point> border = new ArrayList<>();
    for (int i = 0; i <= STEPS; i++) {
      // Denser near 0, where the curve is steep.
      double share = (double) i / STEPS;
      double falsePositive = share * share;
      border.add(new Point(falsePositive, falseNegative(profile, falsePositive)));
    }
    return new TradeoffRegion(List.copyOf(border));
  }

  private static double falseNegative(List<CurveStatement.Point> profile, double falsePositive) {
    double best = 0;
    for (CurveStatement.Point point : profile) {
      double odds = Math.exp(point.epsilon());
      double power = 1 - point.delta().value().upper();
      best = Math.max(best, Math.max(power - odds * falsePositive, (power - falsePositive) / odds));
    }
    return best;
  }
}
