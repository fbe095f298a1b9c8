package org.assay.algorithms.internal.optimize.noneuclidean;

import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergences of a zero-concentrated mechanism on records drawn with replacement, by {@code
 * doc-files/drawn-with-replacement.md}.
 */
final class DrawnNoiseCurve {
  private static final int LARGEST_ORDER = 64;

  /** Far above the rounding errors of a sum of logarithms. */
  private static final double SLACK = 1e-9;

  private final double rho;
  private final int draws;

  /** Bounds of {@code (a - 1) D_a} at whole orders. */
  private final double[] exponents = new double[LARGEST_ORDER + 1];

  private DrawnNoiseCurve(double rho, int draws) {
    this.rho = rho;
    this.draws = draws;
  }

  /**
   * The curve.
   *
   * @param rho what one entry of the list of draws costs, above 0
   * @param draws number of draws, at least 1
   * @param population number of records, at least 2
   */
  static RdpCurve of(double rho, int draws, int population) {
    Parameters.requirePositive("rho", rho);
    Parameters.requireAtLeastOne("population - 1", population - 1L);
    DrawnNoiseCurve curve = new DrawnNoiseCurve(rho, draws);
    double[] logWeights = logWeights(draws, population);
    double logShare = Math.log(-Math.expm1(draws * Math.log1p(-1.0 / population)));
    for (int order = 2; order <= LARGEST_ORDER; order++) {
      curve.exponents[order] =
          Math.min(curve.logMoment(order, logWeights, logShare), curve.whole(order) * (order - 1));
    }
    return RdpCurve.of(AdjacencyRelation.REPLACE_ONE, curve::divergence)
        .withZeroConcentration(curve.whole(1));
  }

  /** {@code log w_k} at index k - 1. */
  private static double[] logWeights(int draws, int population) {
    double logMiss = Math.log1p(-1.0 / population);
    double log = draws * logMiss - Math.log(-Math.expm1(draws * logMiss));
    double[] result = new double[draws];
    for (int k = 1; k <= draws; k++) {
      log += Math.log((draws - k + 1.0) / k / (population - 1.0));
      result[k - 1] = log;
    }
    return result;
  }

  /** The bound for all draws together. */
  private double whole(double order) {
    return order * draws * (double) draws * rho * (1 + SLACK);
  }

  private double logMoment(int order, double[] logWeights, double logShare) {
    double log = Double.NEGATIVE_INFINITY;
    for (int k = 1; k <= logWeights.length; k++) {
      double shift = k * (double) k * rho;
      double logChoices = Math.log(order) + Math.log((order - 1) / 2.0);
      double second = Math.log(Math.min(4 * Math.expm1(Math.min(2 * shift, 100)), 1e300));
      double term = Math.min(second, Math.log(2) + 2 * shift);
      double sum = logChoices + 2 * logShare + term;
      for (int j = 3; j <= order; j++) {
        logChoices += Math.log((order - j + 1.0) / j);
        double next = logChoices + j * logShare + Math.log(2) + (j - 1.0) * j * shift;
        sum = logSum(sum, next);
      }
      log = logSum(log, logWeights[k - 1] + sum);
    }
    double slackened = log + SLACK * (1 + Math.abs(log));
    return (slackened > 40 ? slackened : Math.log1p(Math.exp(slackened))) * (1 + SLACK);
  }

  private static double logSum(double a, double b) {
    double most = Math.max(a, b);
    return most == Double.NEGATIVE_INFINITY
        ? most
        : most + Math.log1p(Math.exp(Math.min(a, b) - most));
  }

  private Enclosure divergence(double order) {
    double all = whole(order);
    if (order > LARGEST_ORDER) {
      return Enclosure.of(0, all);
    }
    int below = Math.min((int) order, LARGEST_ORDER - 1);
    double share = order - below;
    double exponent = (1 - share) * exponents[below] + share * exponents[below + 1];
    double upper = exponent / (order - 1) * (1 + SLACK);
    return Enclosure.of(0, Math.min(upper, all));
  }
}
