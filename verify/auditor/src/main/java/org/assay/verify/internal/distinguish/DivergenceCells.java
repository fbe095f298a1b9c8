package org.assay.verify.internal.distinguish;

import java.util.Arrays;
import org.assay.verify.internal.inference.DivergenceBound;

/**
 * Estimates of both output distributions from past counts, in cells of neighbouring bins. A bet is
 * planned by them; no proof uses them.
 */
final class DivergenceCells {
  /**
   * Pseudo-count added to each dataset in each cell (Krichevsky and Trofimov's), so that no
   * estimated probability is 0.
   */
  private static final double ADDED = 0.5;

  /**
   * A bet is not considered if one run could lose more than this factor. Not tuned: far beyond what
   * counts can estimate.
   */
  private static final double LARGEST_PAYOFF = 1e12;

  private final double[] left;
  private final double[] right;
  private final double[] leftToRight;
  private final double[] rightToLeft;
  private final double leftRuns;
  private final double rightRuns;

  private DivergenceCells(double[] left, double[] right, double leftRuns, double rightRuns) {
    this.left = left;
    this.right = right;
    this.leftToRight = logRatios(left, right);
    this.rightToLeft = logRatios(right, left);
    this.leftRuns = leftRuns;
    this.rightRuns = rightRuns;
  }

  static DivergenceCells of(BinCounts past, int merged) {
    int cells = (past.bins() + merged - 1) / merged;
    double leftRuns = past.left(0, past.bins()) + ADDED * cells;
    double rightRuns = past.right(0, past.bins()) + ADDED * cells;
    double[] left = new double[cells];
    double[] right = new double[cells];
    for (int i = 0; i < cells; i++) {
      int to = Math.min(past.bins(), (i + 1) * merged);
      left[i] = (past.left(i * merged, to) + ADDED) / leftRuns;
      right[i] = (past.right(i * merged, to) + ADDED) / rightRuns;
    }
    return new DivergenceCells(left, right, leftRuns, rightRuns);
  }

  double[] first(DivergenceBound bound) {
    return bound.forward() ? left : right;
  }

  double[] second(DivergenceBound bound) {
    return bound.forward() ? right : left;
  }

  /**
   * Logarithms of the estimated likelihood ratios, first distribution of a bound over its second.
   */
  double[] logRatios(DivergenceBound bound) {
    return bound.forward() ? leftToRight : rightToLeft;
  }

  private static double[] logRatios(double[] first, double[] second) {
    double[] ratios = new double[first.length];
    Arrays.setAll(ratios, i -> Math.log(first[i] / second[i]));
    return ratios;
  }

  /**
   * By how much the inequality of a bound is estimated to be violated.
   *
   * @param excess estimate on the counts that the likelihood ratios were fitted to
   * @param optimism by how much fitting raises the expected excess
   * @param error standard error of the excess
   * @param variance variance of what one run contributes on the first side, plus that on the second
   * @param worst the most that one run subtracts
   */
  record Estimate(double excess, double optimism, double error, double variance, double worst) {
    double margin(double caution) {
      return optimism + caution * error;
    }
  }

  Estimate estimate(DivergenceBound bound, double[] ratios) {
    double[] x = first(bound);
    double[] y = second(bound);
    double firstRuns = bound.forward() ? leftRuns : rightRuns;
    double secondRuns = bound.forward() ? rightRuns : leftRuns;
    double gained = 0;
    double gainedSquares = 0;
    double lost = 0;
    double lostSquares = 0;
    double optimism = 0;
    double worst = 0;
    for (int i = 0; i < x.length; i++) {
      double gain = bound.roughlyOnFirst(ratios[i]);
      double loss = bound.roughlyOnSecond(ratios[i]);
      gained += x[i] * gain;
      gainedSquares += x[i] * gain * gain;
      lost += y[i] * loss;
      lostSquares += y[i] * loss * loss;
      double noise = 1 / (x[i] * firstRuns) + 1 / (y[i] * secondRuns);
      optimism += y[i] * (bound.order() == 1 ? loss : bound.order() * loss) * noise;
      worst = Math.max(worst, Math.max(loss, -gain));
    }
    double variance = gainedSquares - gained * gained;
    double secondVariance = lostSquares - lost * lost;
    double error = Math.sqrt(variance / firstRuns + secondVariance / secondRuns);
    double excess = gained - lost - bound.allowance();
    return new Estimate(excess, optimism, error, variance + secondVariance, worst);
  }

  /** The growth rate to second order at the cautious excess, in nats per run. */
  double rate(DivergenceBound bound, double caution) {
    Estimate estimate = estimate(bound, logRatios(bound));
    double excess = estimate.excess - estimate.margin(caution);
    if (!(excess > 0 && estimate.worst < LARGEST_PAYOFF)) {
      return 0;
    }
    double stake = Math.min(excess / estimate.variance, 0.5 / (1 + estimate.worst));
    return stake * (excess - stake * estimate.variance / 2) / 2;
  }

  /** By which factor a run multiplies the wealth, minus 1. */
  interface Gain {
    double of(int cell, boolean left);
  }

  double growth(Gain gain) {
    double growth = 0;
    for (int i = 0; i < left.length; i++) {
      double onLeft = gain.of(i, true);
      double onRight = gain.of(i, false);
      if (!(onLeft > -1 && onRight > -1)) {
        return Double.NEGATIVE_INFINITY;
      }
      growth += left[i] * Math.log1p(onLeft) + right[i] * Math.log1p(onRight);
    }
    return growth / 2;
  }
}
