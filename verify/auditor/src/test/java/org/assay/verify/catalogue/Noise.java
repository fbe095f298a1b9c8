package org.assay.verify.catalogue;

import java.util.random.RandomGenerator;

/**
 * Noise, and the laws it has. Numbers that are released are multiples of 2<sup>-20</sup>: noise is
 * rounded to that grid, and all queries lie on it, so that low-order bits betray nothing and every
 * entry is broken in one way only.
 */
final class Noise {
  private static final double GRID = 0x1p20;

  private Noise() {}

  static double laplace(RandomGenerator random, double scale) {
    double size = scale * random.nextExponential();
    return onGrid(random.nextBoolean() ? size : -size);
  }

  static double exponential(RandomGenerator random, double scale) {
    return onGrid(scale * random.nextExponential());
  }

  static double gaussian(RandomGenerator random, double sigma) {
    return onGrid(sigma * random.nextGaussian());
  }

  /** P(k) proportional to e<sup>-|k| epsilon</sup>. */
  static double geometric(RandomGenerator random, double epsilon) {
    double first = Math.floor(random.nextExponential() / epsilon);
    return first - Math.floor(random.nextExponential() / epsilon);
  }

  static double onGrid(double value) {
    return Math.rint(value * GRID) / GRID;
  }

  static double laplaceCdf(double x, double scale) {
    return x < 0 ? Math.exp(x / scale) / 2 : 1 - Math.exp(-x / scale) / 2;
  }

  static double laplaceDensity(double x, double scale) {
    return Math.exp(-Math.abs(x) / scale) / (2 * scale);
  }

  static double exponentialCdf(double x, double scale) {
    return x < 0 ? 0 : -Math.expm1(-x / scale);
  }
}
