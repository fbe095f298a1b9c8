package org.assay.verify.replay;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.ReportNoisyMaxEvent;

/**
 * Draws for audits. Released numbers are multiples of a power of two g, at most 2<sup>-20</sup> of
 * the scale and of the sensitivity. The query is rounded to this grid and rounded noise is added.
 * The release is post-processing of exact noise on a rounded query, whose sensitivity is larger by
 * at most g for each coordinate. The noise is enlarged by that much.
 */
final class Samplers {
  /** The grid is at least this many powers of two below scale and sensitivity. */
  private static final int GRID_BITS = 20;

  private Samplers() {}

  static double[] laplace(
      RandomGenerator random, double[] query, double scale, double sensitivity) {
    double grid = grid(scale, sensitivity);
    double safe = enlarged(scale, sensitivity, query.length * grid);
    double[] noisy = new double[query.length];
    for (int i = 0; i < noisy.length; i++) {
      noisy[i] = onGrid(query[i], grid) + onGrid(laplace(random, safe), grid);
    }
    return noisy;
  }

  static double[] gaussian(
      RandomGenerator random, double[] query, double deviation, double sensitivity) {
    double grid = grid(deviation, sensitivity);
    double safe = enlarged(deviation, sensitivity, Math.sqrt(query.length) * grid);
    double[] noisy = new double[query.length];
    for (int i = 0; i < noisy.length; i++) {
      noisy[i] = onGrid(query[i], grid) + onGrid(safe * random.nextGaussian(), grid);
    }
    return noisy;
  }

  static double laplace(RandomGenerator random, double scale) {
    double size = scale * random.nextExponential();
    return random.nextBoolean() ? size : -size;
  }

  static long[] discreteLaplace(RandomGenerator random, long[] query, double scale) {
    long[] noisy = query.clone();
    for (int i = 0; i < noisy.length; i++) {
      noisy[i] += twoSided(random, scale);
    }
    return noisy;
  }

  /**
   * Discrete Gaussian noise, by rejection from discrete Laplace noise ([@CanonneKamathSteinke2020],
   * Algorithm 3).
   */
  static long[] discreteGaussian(RandomGenerator random, long[] query, double sigma) {
    double scale = Math.floor(sigma) + 1;
    long[] noisy = query.clone();
    for (int i = 0; i < noisy.length; i++) {
      long proposal;
      double excess;
      do {
        proposal = twoSided(random, scale);
        excess = (Math.abs(proposal) - sigma * sigma / scale) / sigma;
      } while (!(random.nextDouble() < Math.exp(-excess * excess / 2)));
      noisy[i] += proposal;
    }
    return noisy;
  }

  static int maximum(
      RandomGenerator random, ReportNoisyMaxEvent.Noise noise, double[] utilities, double scale) {
    int best = 0;
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < utilities.length; i++) {
      double noisy =
          utilities[i]
              + switch (noise) {
                case LAPLACE -> laplace(random, scale);
                case EXPONENTIAL -> scale * random.nextExponential();
                case GUMBEL -> -scale * Math.log(random.nextExponential());
              };
      best = noisy > largest ? i : best;
      largest = Math.max(noisy, largest);
    }
    return best;
  }

  static int response(RandomGenerator random, int answer, int answers, double truthProbability) {
    if (random.nextDouble() < truthProbability) {
      return answer;
    }
    int other = random.nextInt(answers - 1);
    return other < answer ? other : other + 1;
  }

  private static long twoSided(RandomGenerator random, double scale) {
    long up = geometric(random, scale);
    return up - geometric(random, scale);
  }

  private static long geometric(RandomGenerator random, double scale) {
    return (long) Math.floor(scale * random.nextExponential());
  }

  private static double grid(double scale, double sensitivity) {
    double unit = sensitivity > 0 ? Math.min(scale, sensitivity) : scale;
    return Math.scalb(1.0, Math.max(Math.getExponent(unit), -900) - GRID_BITS);
  }

  private static double enlarged(double scale, double sensitivity, double added) {
    return sensitivity > 0 ? scale * (1 + added / sensitivity) : scale;
  }

  private static double onGrid(double value, double grid) {
    return Math.rint(value / grid) * grid;
  }
}
