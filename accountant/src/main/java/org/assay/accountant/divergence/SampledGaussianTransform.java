package org.assay.accountant.divergence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;

/**
 * The loss transform of the sampled Gaussian in one direction, {@code E_N[r^(1+s)]} (removing a
 * record) or {@code E_N[r^-s]} (adding one), from one set of trapezoid nodes for all {@code t} up
 * to a limit. Proofs: {@code doc-files/contour-inversion.md}, whose names it uses.
 */
final class SampledGaussianTransform implements LossTransform {
  private static final double U = 0x1p-53;
  private static final double UP = 1 + 0x1p-45;
  private static final double INVERSE_SQRT_TWO_PI = 0.3989422804014327;

  /** Angles of the shifted contours from which the decay bound picks the best. */
  private static final double[] ANGLES = {
    0.003, 0.01, 0.03, 0.08, 0.2, 0.4, 0.7, 1, 1.3, 1.7, 2.1, 2.5, 2.9
  };

  private final double q;
  private final double sigma;
  private final double c;
  private final boolean forward;
  private final double step;
  private final double height;
  private final double limit;
  private final SampledGaussianMoment moment;

  private final List<ShiftedContour> contours = new ArrayList<>();
  private int count;
  private double[] loss = new double[256];
  private double[] tilted = new double[256];
  private double[] tiltError = new double[256];

  /** Σ P_j (r_j - 1), with the direction's sign: the mean that the nodes should cancel. */
  private double drift;

  private double driftRest;

  private double tiltedMass;
  private double largestTiltError;
  private double linearError;
  private double driftMass;
  private final double momentMinusOne;

  /** Upper bound of M(c). */
  private final double momentUpper;

  private final double constantError;

  private double real;
  private double imaginary;
  private double error;

  /**
   * A transform.
   *
   * @param largestT values are wanted up to here
   * @param accuracy wanted absolute accuracy
   */
  SampledGaussianTransform(
      double q, double sigma, double c, boolean forward, double largestT, double accuracy) {
    this.q = q;
    this.sigma = sigma;
    this.c = c;
    this.forward = forward;
    this.limit = largestT;
    this.moment = new SampledGaussianMoment(q, sigma, 1 + c, forward);
    this.height = bestHeight(accuracy);
    this.step = SampledGaussianMoment.shortened(widestStep(height, accuracy));
    Enclosure integral = moment.integralWithStep(step, height, this::addNode);
    drift += driftRest;
    linearError += count * (count * U) * U * driftMass;
    this.momentMinusOne = integral.midpoint();
    this.momentUpper = (1 + integral.upper()) * UP;
    this.constantError = integral.width() + discretization(largestT);
  }

  /** Number of quadrature nodes, the cost of one evaluation. */
  int nodes() {
    return count;
  }

  private double bestHeight(double accuracy) {
    double best = 0;
    double bestY = 0;
    for (int i = 1; i < 63; i++) {
      double y = Math.min(Math.PI * i / 64 * sigma, 0.6 * i);
      double candidate = widestStep(y, accuracy);
      if (candidate > best) {
        best = candidate;
        bestY = y;
      }
    }
    return bestY;
  }

  private double widestStep(double y, double accuracy) {
    return 2 * Math.PI * y / (logStrip(y, limit) - Math.log(accuracy) + 1);
  }

  /** Logarithm of twice the strip integral at height y, with a guess of 3 for M(c). */
  private double logStrip(double y, double t) {
    double growth = forward ? 0 : -c * Math.log(Math.cos(y / (2 * sigma)));
    return y * y / 2
        + Math.log(2 * (3 * Math.exp(Math.min(growth, 600)) + 3 + 2 * c + 2 * t))
        + t * y / sigma;
  }

  /** Trapezoid error of M(c + iv), v ≤ t: the kernel's strip integral over e^(2πy/h) - 1. */
  private double discretization(double t) {
    double tau = height / sigma;
    double logGrowth = forward ? 0 : -c * Math.log(Math.cos(tau / 2)) * UP;
    double exponent = 2 * Math.PI * height / step * (1 - 0x1p-48);
    double decay = height * height / 2 - exponent;
    double turning = momentUpper * Math.exp(decay + t * tau + logGrowth);
    double constant = (1 + 2 * (1 + c + t)) * Math.exp(decay);
    return 2 * (turning + constant) / -Math.expm1(-exponent) * UP * UP;
  }

  private void addNode() {
    if (count == loss.length) {
      grow();
    }
    SampledGaussianIntegrand f = moment.integrand();
    double ell = f.logRatio();
    double z = f.position();
    double power = forward ? 1 + c : -c;
    double base = -0.5 * z * z;
    double p = step * INVERSE_SQRT_TWO_PI;
    loss[count] = forward ? ell : -ell;
    tilted[count] = p * Math.exp(base + power * ell);
    double change = ell > 600 ? p * Math.exp(base + ell) : p * Math.exp(base) * Math.expm1(ell);
    addToDrift(forward ? -change : change);
    accumulateErrors(f, ell, power, change, base);
    count++;
  }

  private void addToDrift(double change) {
    double sum = drift + change;
    boolean larger = Math.abs(drift) >= Math.abs(change);
    driftRest += larger ? (drift - sum) + change : (change - sum) + drift;
    drift = sum;
  }

  private void accumulateErrors(
      SampledGaussianIntegrand f, double ell, double power, double change, double base) {
    double magnitude = Math.abs(ell);
    double density = f.exponentError() + 4 * U * (Math.abs(base) + 2);
    double tilt = density + Math.abs(power) * (f.logRatioError() + 2 * U * magnitude) + 4 * U;
    double changeError = density + f.logRatioError() * (1 + 1 / magnitude) + 6 * U;
    if (magnitude == 0) {
      changeError = density;
    }
    double a = tilted[count];
    tiltedMass += a;
    largestTiltError = Math.max(largestTiltError, tilt);
    tiltError[count] = tilt + 8 * U;
    linearError += a * (f.logRatioError() + 2 * U * magnitude) + Math.abs(change) * changeError;
    driftMass += Math.abs(change);
  }

  private void grow() {
    loss = Arrays.copyOf(loss, 2 * count);
    tilted = Arrays.copyOf(tilted, 2 * count);
    tiltError = Arrays.copyOf(tiltError, 2 * count);
  }

  @Override
  public void evaluate(double t) {
    double cosine = 0;
    double cosineRest = 0;
    double sine = 0;
    double sineRest = 0;
    double turning = 0;
    double mass = 0;
    for (int j = 0; j < count; j++) {
      double half = 0.5 * t * loss[j];
      double s = Math.sin(half);
      double flat = tilted[j] * s * s;
      double turned = tilted[j] * s * Math.cos(half);
      // Compensated sums: their error does not grow with the number of nodes.
      double sum = cosine + flat;
      cosineRest += Math.abs(cosine) >= flat ? (cosine - sum) + flat : (flat - sum) + cosine;
      cosine = sum;
      sum = sine + turned;
      boolean larger = Math.abs(sine) >= Math.abs(turned);
      sineRest += larger ? (sine - sum) + turned : (turned - sum) + sine;
      sine = sum;
      double size = tilted[j] * Math.min(1, Math.abs(half));
      turning += size * tiltError[j];
      mass += size;
    }
    cosine += cosineRest;
    sine += sineRest;
    real = momentMinusOne - 2 * cosine;
    imaginary = 2 * sine + t * drift;
    double modulus = Math.hypot(c, t) * Math.hypot(1 + c, t);
    double outside = moment.omitted() * modulus / (c * (1 + c));
    double summation = 8 * U * (Math.abs(sine) + cosine) + count * (count * U) * U * mass;
    error =
        (t <= limit ? constantError : Double.POSITIVE_INFINITY)
            + UP * (outside + 4 * turning + 2 * t * linearError + 4 * summation)
            + 4 * U * (Math.abs(momentMinusOne) + 2 * cosine + t * Math.abs(drift));
  }

  @Override
  public double real() {
    return real;
  }

  @Override
  public double imaginary() {
    return imaginary;
  }

  @Override
  public double error() {
    return error;
  }

  @Override
  public double logDecayBound(double t) {
    if (contours.isEmpty()) {
      for (double angle : ANGLES) {
        contours.add(new ShiftedContour(angle));
      }
    }
    double best = Math.log(momentUpper) + 0x1p-50;
    for (ShiftedContour shifted : contours) {
      best = Math.min(best, logDecayBound(t, shifted));
    }
    return best;
  }

  /** {@code log B_y(t)} with {@code y = angle · σ}, the bound from the contour shifted by y. */
  private double logDecayBound(double t, ShiftedContour shifted) {
    double sum = 0;
    for (int j = 0; j < count; j++) {
      sum += Math.exp(shifted.logWeight[j] - t * shifted.argument[j]);
    }
    double relative = largestTiltError + 8 * U * (count + 16 + 4 * t + shifted.largestExponent);
    double total = momentUpper + constantError;
    double missing = Math.max(0, total - tiltedMass * (1 - relative));
    double outside = missing == 0 ? 0 : missing * shifted.growth;
    double y = shifted.angle * sigma;
    double bound = sum * (1 + relative) + outside + decayDiscretization(t, y, total);
    return 0.5 * y * y * UP + Math.log(bound) * (1 + 0x1p-50) + 0x1p-50;
  }

  /** What the decay bound needs of the contour shifted by one angle, for all t. */
  private final class ShiftedContour {
    final double angle;
    final double growth;
    final double[] logWeight = new double[count];
    final double[] argument = new double[count];
    double largestExponent;

    ShiftedContour(double angle) {
      this.angle = angle;
      this.growth = forward ? 1 : Math.pow(Math.cos(angle / 2), -c) * UP;
      double power = forward ? 1 + c : -c;
      double cosine = Math.cos(angle);
      double sine = Math.sin(angle);
      for (int j = 0; j < count; j++) {
        double ell = forward ? loss[j] : -loss[j];
        // The share p of the shifted component in r turns by the angle, the rest stays.
        double p = Math.max(0, -Math.expm1(Math.log1p(-q) - ell));
        double re = 1 - p + p * cosine;
        double im = p * sine;
        double logTilted = tilted[j] > 0 ? Math.log(tilted[j]) : -800;
        logWeight[j] = logTilted + 0.5 * power * Math.log(re * re + im * im);
        argument[j] = Math.atan2(im, re);
        largestExponent =
            Math.max(largestExponent, Math.abs(power) * (Math.abs(ell) + 2) - logTilted);
      }
    }
  }

  private double decayDiscretization(double t, double y, double total) {
    double eta = Math.min(height, 0.98 * (Math.PI * sigma - y));
    double tau = (y + eta) / (2 * sigma);
    double logGrowth = forward ? 0 : -c * Math.log(Math.cos(tau)) * UP;
    double ahead = Math.max(0, eta - y) * t / (2 * sigma);
    double exponent = 2 * Math.PI * eta / step * (1 - 0x1p-48);
    return 2
        * total
        * Math.exp(eta * eta / 2 + ahead + logGrowth - exponent)
        / -Math.expm1(-exponent)
        * UP
        * UP;
  }
}
