package org.assay.accountant.internal.contour.allocation;

import org.assay.accountant.internal.divergence.SampledGaussianMoment;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * {@code E W^(p - iτ)} of an {@link AllocatedLaw} for all τ of an interval, from one table along a
 * ray. The formula is {@code Γ(N + iτ) E W^(p - iτ) = ∫ x^(N - 1 + iτ) E[W^n e^(-xW)] dx}, {@code n
 * = p + N}, over {@code x = e^(u + iθ)}. The object is a buffer that is reused. Names and proofs
 * are those of {@code doc-files/random-allocation.md}.
 */
final class AllocatedRay {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-30;

  /** Logarithm of the target of each error, relative to the moment. Not tuned. */
  private static final double LOG_TARGET = -37;

  /** Largest logarithm of a moment that is not scaled. Not tuned. */
  private static final double LARGEST_LOG = 300;

  /** Smallest N, the power of x in the integrand. Not tuned. */
  private static final double SMALLEST_POWER = 4;

  /** Largest number of points of a table. Not tuned: bounds the memory. */
  private static final double LARGEST_SIZE = 4e5;

  /** Number of points that are rotated by the same numbers, and then by one more. Not tuned. */
  private static final int BLOCK = 32;

  /** Largest mesh width in u. Not tuned. */
  private static final double WIDEST_STEP = 0.5;

  /**
   * Logarithm of the ratio of the moduli's integral to the moment at 0 up to which a ray is used
   * for τ. Not tuned.
   */
  private static final double MOST_CANCELLED = 2.5;

  /**
   * Excess over this logarithm at the ray's largest τ up to which a ray is used for τ too. Not
   * tuned.
   */
  private static final double MOST_MORE = 2;

  private final AllocatedLaw law;
  private final double p;
  private final int n;
  private final double power;
  private final double theta;
  private final double reach;
  private final ComplexLogGamma gamma = new ComplexLogGamma();
  private final double logGammaOfPower;
  private final double shrunk;
  private final double strip;
  private final double step;
  private double first;
  private int size;
  private double logOmitted;
  private double[] re = {};
  private double[] im = {};

  /** Sums over the table of the moduli, of the moduli times |u|, and of the errors. */
  private double moduli;

  private double distances;
  private double errors;

  double real;
  double imaginary;

  /** Bound of the modulus of the error. */
  double uncertainty;

  /**
   * A table.
   *
   * @param p the real part of the moment's order, at most 0 or at least 1
   * @param reach the largest τ of a later evaluation
   */
  AllocatedRay(AllocatedLaw law, double p, double reach) {
    this.law = law;
    this.p = p;
    this.n = (int) Math.max(0, Math.ceil(SMALLEST_POWER + p));
    this.power = n - p;
    this.reach = reach;
    this.theta = Math.atan2(reach, power);
    gamma.evaluate(power, 0);
    this.logGammaOfPower = gamma.real;
    double bound = law.logMomentBound(p);
    this.shrunk = logGammaOfPower + (bound > LARGEST_LOG ? bound : 0);
    this.strip = widestStrip();
    AllocatedNormal normal = new AllocatedNormal(law.sigma(), theta);
    double spacing = normal.spacing() / law.sigma();
    double widest = Math.min(stepWithin(strip), WIDEST_STEP);
    int stride = (int) Math.max(1, Math.ceil(spacing / widest));
    this.step = SampledGaussianMoment.shortened(spacing / stride);
    if (chooseWindow()) {
      AllocatedTable table =
          new AllocatedTable(law, n, power, shrunk, normal, first, size, step, stride);
      this.re = table.re;
      this.im = table.im;
      addUp(table.error);
    }
  }

  private void addUp(double[] error) {
    for (int i = 0; i < size; i++) {
      double both = Math.abs(re[i]) + Math.abs(im[i]);
      moduli += both;
      distances += both * Math.abs((first + i) * step);
      errors += error[i];
    }
  }

  /** Whether the moment at τ is not much smaller than the integral of the moduli. */
  boolean serves(double tau) {
    return logStrip(theta, tau) <= Math.max(logStrip(theta, reach) + MOST_MORE, MOST_CANCELLED);
  }

  private double widestStrip() {
    double best = 0;
    double widest = 0;
    for (double v = 0.01; v < 12; v *= 1.15) {
      double candidate = stepWithin(v);
      best = candidate > widest ? v : best;
      widest = Math.max(widest, candidate);
    }
    return best;
  }

  /** The mesh width for which a strip of half-height v proves the target. */
  private double stepWithin(double v) {
    double worst = 0;
    for (double tau : new double[] {0, 0.25 * reach, reach}) {
      worst = Math.max(worst, Math.max(logStrip(theta - v, tau), logStrip(theta + v, tau)));
    }
    return 2 * Math.PI * v / (worst - LOG_TARGET);
  }

  /** Logarithm of the moduli's integral at an angle over {@code Γ(N + iτ)} and the moment at 0. */
  private double logStrip(double psi, double tau) {
    gamma.evaluate(power, tau);
    double logGammas = logGammaOfPower - gamma.real + 2 * gamma.error;
    return logGammas - tau * psi + law.logTurn(psi, power) + U * 8 * tau * Math.abs(psi);
  }

  /**
   * Chooses the table's ends so that the truncation error meets the target; false if the table
   * would be too long.
   */
  private boolean chooseWindow() {
    gamma.evaluate(power, reach);
    double target = LOG_TARGET + Math.min(logGammaOfPower, gamma.real + reach * theta);
    double low = firstPoint(target);
    double high = lastPoint(target);
    first = Math.floor(low / step);
    double count = Math.ceil(high / step) - first + 1;
    if (!(count <= LARGEST_SIZE)) {
      return false;
    }
    size = (int) count;
    logOmitted = target + Math.log(2) + 1e-6;
    return true;
  }

  private double firstPoint(double target) {
    Enclosure[] moments = law.logIntegerMoments(n);
    double best = Double.NEGATIVE_INFINITY;
    for (int m = 0; m <= n; m++) {
      double exponent = m - p;
      if (exponent >= 0.5) {
        double rest = power - exponent;
        double log = law.logTurn(theta, rest) + moments[m].upper() - Math.log(exponent) + 1e-6;
        log += rest > 0 ? rest * (Math.log(rest) - 1) : 0;
        best = Math.max(best, (target - log) / exponent);
      }
    }
    return best;
  }

  private double lastPoint(double target) {
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 8; i++) {
      InterruptedComputationException.check();
      double a = Math.min(theta, i * Math.sqrt(2 * law.sharedVariance()));
      double low = -5;
      double high = 60;
      for (int j = 0; j < 24; j++) {
        double middle = 0.5 * (low + high);
        boolean enough = logBeyond(middle, a) <= target;
        high = enough ? middle : high;
        low = enough ? low : middle;
      }
      best = logBeyond(high, a) <= target ? Math.min(best, high) : best;
    }
    return best;
  }

  /** Logarithm of the truncation error's bound from a point on. */
  private double logBeyond(double u, double a) {
    double cosine = Math.cos(theta - a);
    double y = Math.exp(u) * cosine;
    double moment =
        p > 0
            ? p * Math.log(4 * p / (Math.E * y)) + law.logLaplaceBound(0.25 * y)
            : 0.5 * (law.logMomentBound(2 * p) + law.logLaplaceBound(y));
    return a * a / (2 * law.sharedVariance()) * (1 + 1e-12)
        - power * Math.log(0.5 * cosine)
        + logGammaOfPower
        + Math.log1p(step * Math.sqrt(power))
        + moment
        + 1e-6;
  }

  /** {@code log E W^p}. The discretization error is bounded relative to the moment itself. */
  Enclosure logMoment() {
    double most = law.logMomentBound(p);
    double scale = most > LARGEST_LOG ? 0.75 * most : 0;
    evaluate(0, scale, 0);
    double share = discretization(0);
    double high = (real + uncertainty) / (1 - share) * (1 + 0x1p-48);
    double low = (real - uncertainty - share * high) * (1 - 0x1p-48);
    Enclosure bound = Enclosure.of(0, most);
    return share < 0.5 && low > 0 && high < Double.POSITIVE_INFINITY
        ? bound.intersect(Enclosure.of(low, high).log().plus(scale))
        : bound;
  }

  /**
   * {@code E W^(p - iτ) e^-logScale}.
   *
   * @param most upper bound of {@code E W^p e^-logScale}
   */
  void evaluate(double tau, double logScale, double most) {
    InterruptedComputationException.check();
    real = 0;
    imaginary = 0;
    uncertainty = Double.POSITIVE_INFINITY;
    if (size > 0) {
      sum(tau, logScale);
      uncertainty += discretization(tau) * most * UP;
    }
  }

  private void sum(double tau, double logScale) {
    double[] turnRe = new double[BLOCK];
    double[] turnIm = new double[BLOCK];
    for (int j = 0; j < BLOCK; j++) {
      turnRe[j] = Math.cos(tau * j * step);
      turnIm[j] = Math.sin(tau * j * step);
    }
    double sumRe = 0;
    double sumIm = 0;
    for (int from = 0; from < size; from += BLOCK) {
      int points = Math.min(BLOCK, size - from);
      // Four separate sums, as each addition waits for the previous one.
      double straight = 0;
      double across = 0;
      double turned = 0;
      double back = 0;
      for (int j = 0; j < points; j++) {
        straight += re[from + j] * turnRe[j];
        across += im[from + j] * turnIm[j];
        turned += re[from + j] * turnIm[j];
        back += im[from + j] * turnRe[j];
      }
      double blockRe = straight - across;
      double blockIm = turned + back;
      double angle = tau * (first + from) * step;
      double cosine = Math.cos(angle);
      double sine = Math.sin(angle);
      sumRe += blockRe * cosine - blockIm * sine;
      sumIm += blockRe * sine + blockIm * cosine;
    }
    // Each term is rotated twice, and added within its block and with the block.
    double additions = BLOCK + size / BLOCK + 1;
    double turns = 2 * tau * (distances + 2 * BLOCK * step * moduli);
    double rounded = U * (turns + 4 * distances + (40 + 2 * additions) * moduli);
    gamma.evaluate(power, tau);
    double log = -tau * theta - gamma.real - logScale;
    double factor = step * Math.exp(log + shrunk);
    double phase = power * theta - gamma.imaginary;
    double cosine = Math.cos(phase);
    double sine = Math.sin(phase);
    real = factor * (sumRe * cosine - sumIm * sine);
    imaginary = factor * (sumRe * sine + sumIm * cosine);
    double sizes = shrunk + tau * theta + Math.abs(gamma.real) + Math.abs(logScale);
    double others = power * theta + Math.abs(gamma.imaginary) + 16;
    double scaling = 8 * U * (sizes + others) + 4 * gamma.error;
    uncertainty =
        factor * ((errors + rounded) * (1 + scaling) + moduli * scaling) * UP
            + Math.exp(log + logOmitted) * UP;
  }

  /** The discretization error, over the moment at τ = 0. */
  private double discretization(double tau) {
    double exponent = 2 * Math.PI * strip / step * (1 - 1e-12);
    double below = Math.exp(logStrip(theta - strip, tau) - exponent);
    double above = Math.exp(logStrip(theta + strip, tau) - exponent);
    return (below + above) / -Math.expm1(-exponent) * UP;
  }
}
