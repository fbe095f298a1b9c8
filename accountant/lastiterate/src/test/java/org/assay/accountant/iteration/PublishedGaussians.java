package org.assay.accountant.iteration;

import org.apache.commons.math3.special.Erf;
import org.assay.accountant.internal.divergence.GaussianMechanism;

/**
 * The bounds of [@BokSuAltschuler2024] as their authors' published code evaluates them: the mu of a
 * Gaussian that dominates the last iterates of neighbours. The diameter is 1 if it is finite;
 * {@code slope} is the distance by which a record may move the mean gradient.
 */
final class PublishedGaussians {
  private PublishedGaussians() {}

  /** Full batches, every step a contraction by c. */
  static double contracting(double stepMu, double contraction, long steps) {
    double left = Math.pow(contraction, (double) steps);
    return stepMu * Math.sqrt((1 - left) / (1 + left) * (1 + contraction) / (1 - contraction));
  }

  /** Full batches of convex losses, for any number of steps. */
  static double constrained(double slope, double stepSize, double noise) {
    double rest = slope * slope * Math.ceil(1 / (slope * stepSize));
    return Math.sqrt(3 * slope / stepSize + rest) / noise;
  }

  /** Cyclic batches, every step a contraction by c. */
  static double cyclicContracting(double stepMu, double contraction, int batches, long passes) {
    double pass = Math.pow(contraction, batches);
    double earlier = Math.pow(contraction, batches * (passes - 1.0));
    double first = Math.pow(contraction, 2 * batches - 2) * (1 - contraction * contraction);
    double share = first / ((1 - pass) * (1 - pass)) * (1 - earlier) / (1 + earlier);
    return stepMu * Math.sqrt(1 + share);
  }

  /** Cyclic batches of convex losses, for any number of passes. */
  static double cyclicConstrained(double slope, double stepSize, double noise, int batches) {
    double rest = slope * slope / batches * Math.ceil(1 / (slope * stepSize));
    double whole = 3 * slope / (stepSize * batches) + slope * slope + rest;
    return Math.sqrt(whole) / noise;
  }

  /** Random batches of convex losses, with the mu of the central limit theorem. */
  static double randomConstrained(double share, double slope, double stepSize, double noise) {
    double stepMu = 2 * Math.sqrt(10.0 / 9) * slope / noise;
    double width = 1 / (stepSize * noise);
    double least = Double.POSITIVE_INFINITY;
    for (int last = 100; last < 5000; last += 100) {
      double sampled = limit(stepMu, share, last);
      least = Math.min(least, 10 * width * width / last + sampled * sampled);
    }
    return Math.sqrt(least);
  }

  /** Random batches, every step a contraction by c, with the mu of the central limit theorem. */
  static double randomContracting(double share, double halfMu, double contraction) {
    double stepMu = 2 * halfMu;
    double least = Double.POSITIVE_INFINITY;
    for (int last = 100; last < 5000; last += 100) {
      double sampled = limit(stepMu, share, last + 1);
      double distance = stepMu * Math.pow(contraction, last + 1) / (1 - contraction);
      least = Math.min(least, sampled * sampled + 2 * distance * distance);
    }
    return Math.sqrt(least);
  }

  /** The limit of the composition of sampled Gaussians ([@DongRothSu2022]). */
  static double limit(double stepMu, double share, long steps) {
    double term = Math.exp(stepMu * stepMu) * normal(1.5 * stepMu) + 3 * normal(-0.5 * stepMu) - 2;
    return share * Math.sqrt(2 * steps * term);
  }

  /** Epsilon of a Gaussian, rounded in favour of the published bound. */
  static double epsilon(double mu, double delta) {
    return GaussianMechanism.epsilon(mu, delta).lower();
  }

  private static double normal(double x) {
    return 0.5 * Erf.erfc(-x / Math.sqrt(2));
  }
}
