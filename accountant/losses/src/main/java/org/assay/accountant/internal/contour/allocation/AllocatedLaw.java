package org.assay.accountant.internal.contour.allocation;

import org.apache.commons.math3.special.Erf;
import org.assay.accountant.numeric.Enclosure;

/**
 * The mean W of t independent likelihood ratios {@code X = e^(z/σ - 1/(2σ²))}, z standard normal,
 * so that {@code E W = 1}: closed bounds of its moments. Proofs: {@code
 * doc-files/random-allocation.md}.
 *
 * @param steps t, from 2 to 2^40
 * @param sigma σ
 */
public record AllocatedLaw(long steps, double sigma) {
  /**
   * Cells of the standard normal quantity z in {@link #logLaplaceBound}: 840 cells of width 0.05
   * from -30 to 12.
   */
  private static final int CELLS = 840;

  private static final double FIRST = -30;
  private static final double WIDTH = 0.05;

  /** Upper bound of the probability that z lies left of the first cell. */
  private static final double LEFT_OF_ALL = 1e-190;

  /** Probabilities of the cells. */
  private static final double[] MASSES = masses();

  private static double[] masses() {
    double[] masses = new double[CELLS];
    for (int i = 0; i < CELLS; i++) {
      double low = (FIRST + i * WIDTH) / Math.sqrt(2);
      double high = (FIRST + (i + 1) * WIDTH) / Math.sqrt(2);
      double tails = low >= 0 ? Erf.erfc(low) - Erf.erfc(high) : Erf.erfc(-high) - Erf.erfc(-low);
      masses[i] = 0.5 * tails;
    }
    return masses;
  }

  /** {@code 1/(tσ²)}, the variance of the normal part that is common to all terms of W. */
  double sharedVariance() {
    return 1 / (steps * sigma * sigma);
  }

  /**
   * Upper bound of {@code log E W^p} for p up to 0 or from 1. For negative p the geometric mean of
   * the ratios replaces W, for positive p a single ratio.
   */
  double logMomentBound(double p) {
    double square = 2 * sigma * sigma;
    return (p < 0 ? -p * (1 - p / steps) / square : p * (p - 1) / square) * (1 + 1e-12);
  }

  /** Upper bound of {@code log E e^(-yW)}, by step functions above and below the integrand. */
  double logLaplaceBound(double y) {
    double sum = 0;
    double rest = LEFT_OF_ALL;
    double shift = -0.5 / (sigma * sigma);
    for (int i = 0; i < CELLS; i++) {
      double exponent = (FIRST + i * WIDTH) / sigma + shift;
      double x = y / steps * Math.exp(exponent);
      sum -= MASSES[i] * Math.expm1(-x);
      rest += MASSES[i] * Math.exp(-x);
    }
    double log = Math.min(Math.log1p(-sum * (1 - 1e-9)), Math.log(rest) + 1e-9);
    return steps * log * (1 - 1e-9);
  }

  /**
   * {@code log E W^m} for m from 0 to the largest one: the t-th power of one ratio's exponential
   * series, with coefficients kept as logarithms.
   */
  Enclosure[] logIntegerMoments(int largest) {
    double[] series = new double[largest + 1];
    double[] factorials = new double[largest + 1];
    double sizes = 8;
    for (int j = 0; j <= largest; j++) {
      factorials[j] = j > 0 ? factorials[j - 1] + Math.log(j) : 0;
      double exponent = j * (j - 1.0) / (2 * sigma * sigma);
      double divisor = j * Math.log((double) steps);
      series[j] = exponent - factorials[j] - divisor;
      sizes = Math.max(sizes, exponent + factorials[j] + divisor);
    }
    double[] power = SeriesPower.logarithms(series, steps);
    Enclosure[] moments = new Enclosure[largest + 1];
    for (int m = 0; m <= largest; m++) {
      double log = power[m] + factorials[m];
      // Roundings of at most m coefficients, of the logarithms in the products, and of the last
      // sum.
      double roundings = 2 * m * (largest + 8.0) + (2 * products() + 4.0) * (m + 1) * (sizes + 8);
      double error = 0x1p-50 * roundings + powerError(m);
      Enclosure rounded = Enclosure.exact(log).plus(Enclosure.of(-error, error));
      moments[m] = m < 2 ? Enclosure.ZERO : rounded.max(Enclosure.ZERO);
    }
    return moments;
  }

  private int products() {
    return 64 - Long.numberOfLeadingZeros(steps) + Long.bitCount(steps);
  }

  static double logFactorial(int n) {
    double log = 0;
    for (int k = 2; k <= n; k++) {
      log += Math.log(k);
    }
    return log;
  }

  /** Relative error of a coefficient of order n that {@link SeriesPower} adds by rounding. */
  double powerError(int n) {
    return n * products() * (n + 4.0) * 0x1p-52;
  }

  /**
   * Logarithm of an upper bound of the quotient of an integral along a ray at angle ψ and the
   * integral along the real axis. The bound is the smallest {@code e^(a²/(2w)) cos(ψ - a)^-power}
   * over a, with w the shared variance.
   */
  double logTurn(double angle, double power) {
    double psi = Math.abs(angle);
    double a = turned(psi, power);
    double cosine = Math.cos(psi - a);
    return a * a / (2 * sharedVariance()) * (1 + 1e-12)
        + (power == 0 ? 0 : -power * Math.log(cosine))
        + 1e-10 * (1 + power);
  }

  private double turned(double psi, double power) {
    double low = Math.max(0, psi - 0.5 * Math.PI + 1e-6);
    if (power == 0 || psi <= low) {
      return low;
    }
    double high = psi;
    for (int i = 0; i < 40; i++) {
      double middle = 0.5 * (low + high);
      boolean rising = middle / sharedVariance() > power * Math.tan(psi - middle);
      high = rising ? middle : high;
      low = rising ? low : middle;
    }
    return high;
  }
}
