package org.assay.verify.catalogue;

import java.util.List;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/** The laws of selecting one of several candidates by their scores. */
final class SelectionLaw {
  private static final double REACH = 45;
  private static final int PANELS = 1000;

  private SelectionLaw() {}

  @FunctionalInterface
  interface Probabilities {
    double[] of(double[] scores);
  }

  static ExactLaw of(AdjacentPair<List<Row>> pair, int candidates, Probabilities rule) {
    return new ExactLaw(
        rule.of(Row.counts(pair.left(), candidates)),
        rule.of(Row.counts(pair.right(), candidates)),
        outcome -> Selection.candidate((Outcome.Category) outcome));
  }

  /** Largest of scores with Laplace noise, by integrating over the winner's noisy score. */
  static double[] noisyMax(double[] scores, double scale) {
    double[] masses = new double[scores.length];
    // The kinks, at whole numbers, fall on nodes of even number.
    double step = Math.min(0x1p-4, Math.scalb(1.0, Math.getExponent(scale) - 7));
    int half = (int) Math.ceil((REACH * scale + 3) / step / 32) * 32;
    for (int node = -half; node <= half; node++) {
      double at = node * step;
      double simpson = Math.abs(node) == half ? 1 : node % 2 == 0 ? 2 : 4;
      for (int i = 0; i < scores.length; i++) {
        double product = simpson * step / 3 * Noise.laplaceDensity(at - scores[i], scale);
        for (int j = 0; j < scores.length; j++) {
          product *= j == i ? 1 : Noise.laplaceCdf(at - scores[j], scale);
        }
        masses[i] += product;
      }
    }
    return masses;
  }

  /** Probabilities proportional to {@code e^(factor score)}. */
  static double[] exponential(double[] scores, double factor) {
    double sum = 0;
    for (double score : scores) {
      sum += Math.exp(factor * score);
    }
    double[] masses = new double[scores.length];
    for (int i = 0; i < masses.length; i++) {
      masses[i] = Math.exp(factor * scores[i]) / sum;
    }
    return masses;
  }

  /** A random order is the order of uniform times, so integrate over the time of the winner. */
  static double[] permuteAndFlip(double[] scores, double factor) {
    double best = Double.NEGATIVE_INFINITY;
    for (double score : scores) {
      best = Math.max(best, score);
    }
    double[] masses = new double[scores.length];
    for (int node = 0; node <= 2 * PANELS; node++) {
      double time = node / (2.0 * PANELS);
      double simpson = node == 0 || node == 2 * PANELS ? 1 : node % 2 == 0 ? 2 : 4;
      for (int i = 0; i < scores.length; i++) {
        double product = simpson / (6.0 * PANELS) * Math.exp(factor * (scores[i] - best));
        for (int j = 0; j < scores.length; j++) {
          product *= j == i ? 1 : 1 - time * Math.exp(factor * (scores[j] - best));
        }
        masses[i] += product;
      }
    }
    return masses;
  }
}
