package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.internal.divergence.SampledGaussianMoment;
import org.assay.accountant.numeric.Enclosure;

/**
 * Densities {@code φ r₊} and {@code φ r₋} of a dominating pair of the Poisson-sampled Gaussian,
 * with {@code r± = 1 - q + q e^(±z/σ - 1/(2σ²))} or 1. The pair is (r₊, 1) for removing a record,
 * (1, r₋) for adding one, and (r₊, r₋) for replacing one.
 *
 * <p>{@link #evaluate} works at {@code z + iτσ}, with bounds on every error. The object holds
 * intermediate results of one thread. Names as in {@code contour/doc-files/contour-inversion.md}.
 */
public final class MixturePair {
  /** Unit roundoff of binary64. */
  static final double U = 0x1p-53;

  private static final double LOG_SQRT_TWO_PI = 0.9189385332046727;

  /**
   * Least weight of the shifted component for which its logarithm is taken separately. Not tuned.
   */
  private static final double LARGE_WEIGHT = 1e3;

  public final double q;
  public final double sigma;

  /** Whether {@code r₊} is a mixture. */
  final boolean upper;

  /** Whether {@code r₋} is a mixture. */
  final boolean lower;

  private final double logQ;

  /** {@code z} where the coordinate v is 0. */
  private final double center;

  /** {@code -log r} of both mixtures' shift at v = 0. */
  private final double offset;

  /** {@code log |φ(z + iy) r₊^(1+c) r₋^(-c)|}, after {@link #evaluate}. */
  double logWeight;

  /** The argument of the complex number whose modulus has the logarithm {@link #logWeight}. */
  double turn;

  /** Bound of the relative error of that complex number. */
  double weightError;

  /** {@code log |r₊/r₋|}. */
  double loss;

  /** {@code arg r₊ - arg r₋}, at least 0. */
  double decay;

  /** Bound on the modulus of the error of {@code loss + i·decay}. */
  double lossError;

  private double mixtureLog;
  private double mixtureArgument;
  private double mixtureError;

  public MixturePair(double q, double sigma, boolean upper, boolean lower) {
    this.q = q;
    this.sigma = sigma;
    this.upper = upper;
    this.lower = lower;
    this.logQ = Math.log(q);
    this.center = upper == lower ? 0 : (upper ? 1 : -1) / (2 * sigma);
    this.offset = upper == lower ? 1 / (2 * sigma * sigma) : 0;
  }

  /** {@code log E_P[e^(c · loss)]} of one step. */
  public Enclosure logMoment(double c) {
    double order = 1 + c;
    if (upper && lower) {
      Enclosure mu = Enclosure.ONE.dividedBy(sigma);
      return ReplacedRecord.poissonGaussian(q, mu, order).times(Enclosure.exact(order).minus(1));
    }
    return SampledGaussianMoment.logMoment(q, sigma, order, upper);
  }

  public double largestLoss() {
    return upper ? Double.POSITIVE_INFINITY : Enclosure.exact(-q).log1p().negate().upper();
  }

  /** The normal coordinate of a node. */
  double position(double v) {
    return center + v;
  }

  /**
   * Evaluates the integrand at {@code z = center + v} on the line {@code Im z = τσ}.
   *
   * @param tau strictly between 0 and pi
   */
  void evaluate(double v, double tau, double c) {
    double z = position(v);
    double y = tau * sigma;
    double zError = U * (Math.abs(center) + Math.abs(z));
    double upperLog = 0;
    double upperArgument = 0;
    double upperError = 0;
    if (upper) {
      mixture(v / sigma - offset, shiftError(v), tau);
      upperLog = mixtureLog;
      upperArgument = mixtureArgument;
      upperError = mixtureError;
    }
    double lowerLog = 0;
    double lowerArgument = 0;
    double lowerError = 0;
    if (lower) {
      mixture(-v / sigma - offset, shiftError(v), tau);
      lowerLog = mixtureLog;
      lowerArgument = mixtureArgument;
      lowerError = mixtureError;
    }
    logWeight = 0.5 * (y * y - z * z) - LOG_SQRT_TWO_PI + (1 + c) * upperLog - c * lowerLog;
    turn = (1 + c) * upperArgument + c * lowerArgument - z * y;
    double sizes = (1 + c) * (Math.abs(upperLog) + upperArgument);
    sizes += c * (Math.abs(lowerLog) + lowerArgument);
    sizes += 0.5 * (y * y + z * z) + Math.abs(z * y) + 2;
    double density = (Math.abs(z) + y) * zError;
    weightError = 1.01 * (density + (1 + c) * upperError + c * lowerError + 6 * U * sizes);
    loss = upperLog - lowerLog;
    decay = upperArgument + lowerArgument;
    lossError = upperError + lowerError + 4 * U * (Math.abs(loss) + decay);
  }

  private double shiftError(double v) {
    return 2 * U * (Math.abs(v) / sigma + 2 * offset);
  }

  /** {@code log(1 - q + q e^(u + iτ))}, argument in [0, τ], u within uError. */
  private void mixture(double u, double uError, double tau) {
    double weight = u > 600 ? Double.POSITIVE_INFINITY : q * Math.exp(u);
    if (weight > LARGE_WEIGHT) {
      dominated(u, uError, tau);
      return;
    }
    double cosine = Math.cos(tau);
    double sine = Math.sin(tau);
    double half = Math.sin(tau / 2);
    double growth = Math.expm1(u) * cosine;
    double fall = 2 * half * half;
    double re = q * (growth - fall);
    double im = weight * sine;
    double change = weight * uError;
    if (re > -0.5) {
      double modulus = Math.hypot(1 + re, im);
      double square = re * re + im * im;
      mixtureLog = 0.5 * Math.log1p(2 * re + square);
      // The weight's own rounding errors reach the imaginary part only.
      change += 6 * U * im;
      change += U * q * (4 * Math.abs(growth) + 10 * fall);
      change += (4 * U * (Math.abs(re) + square) + 2 * U * (1 + Math.abs(re)) * im) / modulus;
      finishMixture(1 + re, im, change / modulus);
    } else {
      double rest = (1 - q) + weight * cosine;
      double modulus = Math.hypot(rest, im);
      mixtureLog = Math.log(modulus);
      change += 6 * U * weight + 3 * U * (1 - q) + 3 * U * Math.abs(rest);
      finishMixture(rest, im, change / modulus + 2 * U);
    }
  }

  private void finishMixture(double re, double im, double relative) {
    mixtureArgument = Math.atan2(im, re);
    double size = Math.abs(mixtureLog) + mixtureArgument;
    boolean small = relative < 0.5;
    mixtureError = small ? relative + relative * relative + 4 * U * size : Double.POSITIVE_INFINITY;
  }

  /**
   * The logarithm for a shifted component that outweighs the other a thousand times: the
   * component's logarithm plus a small correction.
   */
  private void dominated(double u, double uError, double tau) {
    double w = (1 - q) / q * Math.exp(-u);
    double cosine = Math.cos(tau);
    mixtureLog = u + logQ + 0.5 * Math.log1p(w * (2 * cosine + w));
    mixtureArgument = tau - Math.atan2(w * Math.sin(tau), 1 + w * cosine);
    mixtureError = 1.01 * uError + U * (4 * Math.abs(u) + 5 * Math.abs(logQ) + 8 + 4 * tau);
  }

  /** The share of the shifted component in {@code r₊} (sign 1) or {@code r₋} (sign -1). */
  private double share(double v, int sign) {
    double u = sign * v / sigma - offset;
    double weight = q * Math.exp(Math.min(u, 700));
    return weight / ((1 - q) + weight);
  }

  /**
   * Lower bound of the rate at which {@code φ r₊^(1+c) r₋^(-c)} falls from a node right of the
   * peak; negative where it may rise.
   */
  double rightFall(double v, double c) {
    double rise = upper ? (1 + c) / sigma : 0;
    rise += lower ? c * share(v, -1) / sigma : 0;
    return position(v) * (1 - 0x1p-40) - rise * (1 + 0x1p-40);
  }

  /** The node at which a search to the right for a positive {@link #rightFall} begins. */
  double rightStart(double c) {
    if (upper) {
      return (1 + c) / sigma - center;
    }
    double low = 0;
    double high = c / sigma;
    for (int i = 0; i < 60 && high - low > 0.01; i++) {
      double middle = 0.5 * (low + high);
      boolean rising = middle < c * share(middle - center, -1) / sigma;
      low = rising ? middle : low;
      high = rising ? high : middle;
    }
    return high - center;
  }
}
