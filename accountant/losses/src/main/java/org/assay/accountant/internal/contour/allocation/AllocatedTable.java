package org.assay.accountant.internal.contour.allocation;

import java.util.Arrays;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * {@code e^(Nu) E[W^n e^(-xW)]} at the points {@code x = e^(u + iθ)} of a mesh. The values are
 * computed from the transforms {@code E[X^k e^(-xX/t)]} of one ratio. These are trapezoid sums in
 * the ratio's normal variable, with nodes that fit the mesh. Names and proofs are those of {@code
 * doc-files/random-allocation.md}.
 */
final class AllocatedTable {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-30;

  /** Truncation of the normal variable, in standard deviations. Not tuned. */
  private static final double WINDOW = 9.5;

  /** Upper bound of twice the normal density at its mode. */
  private static final double TWO_DENSITIES = 0.8;

  /** {@code 1/√(2π)}. */
  private static final double DENSITY = 0.3989422804014327;

  /** Least majorant of a coefficient, as a share of the sum of its terms' moduli. Not tuned. */
  private static final double LEAST_SHARE = 0x1p-20;

  /**
   * Modulus up to which a transform is summed itself; a larger one is summed as its difference to
   * 1. Not tuned.
   */
  private static final double DIRECT = 0.5;

  /** Number of points whose sums are computed together, in vectors. Not tuned. */
  private static final int TOGETHER = 128;

  /** Least majorant, so that majorants stay above 0. */
  private static final double NEGLIGIBLE = 1e-150;

  final double[] re;
  final double[] im;

  /** Bounds of the moduli of the errors. */
  final double[] error;

  private final AllocatedLaw law;
  private final double sigma;
  private final int n;
  private final double power;
  private final double shrunk;
  private final AllocatedNormal normal;
  private final double first;
  private final double step;
  private final int stride;
  private final double spacing;
  private final double logSteps;

  private final int left;
  private final int count;
  private final double[][] weightRe;
  private final double[][] weightIm;
  private final double[][] modulus;
  private final double[][] weightError;

  private final double[] fallRe;
  private final double[] fallIm;
  private final double[] fall;
  private final double[] fallError;
  private final double[] lessRe;
  private final double[] less;
  private final double[] lessError;
  private final double[] damped;

  private final double[] leftEdge;
  private final double[] rightEdge;
  private final double ofLess;

  private final double[] seriesRe;
  private final double[] seriesIm;
  private final double[] majorant;
  private final double[] most;
  private final double[] coefficientError;
  private final double logFactorial;

  /** Sums for the transform's difference to 1. */
  private final Sums differences;

  /** Sums for {@code E[X^k e^(-xX/t)]/t^k}, for each k. */
  private final Sums[] transforms;

  private double phiRe;
  private double fullRe;
  private double phiIm;
  private double phiError;

  /** Largest error of a coefficient relative to its majorant. */
  private double growth;

  /**
   * A table.
   *
   * @param n the power of W in the integrand
   * @param power N
   * @param shrunk logarithm of the divisor that keeps values from overflowing
   * @param first index of the first point
   * @param size number of points
   * @param step distance of the points
   * @param stride distance of the quadrature's nodes, in points
   */
  AllocatedTable(
      AllocatedLaw law,
      int n,
      double power,
      double shrunk,
      AllocatedNormal normal,
      double first,
      int size,
      double step,
      int stride) {
    this.law = law;
    this.sigma = law.sigma();
    this.n = n;
    this.power = power;
    this.shrunk = shrunk;
    this.normal = normal;
    this.first = first;
    this.step = step;
    this.stride = stride;
    this.spacing = stride * step * sigma;
    this.logSteps = Math.log((double) law.steps());
    this.left = (int) Math.ceil((WINDOW + 1 + power / (law.steps() * sigma)) / spacing);
    int right = (int) Math.ceil((WINDOW + 1 + Math.max(1, n) / sigma) / spacing);
    this.count = left + right + 1;
    this.weightRe = new double[n + 1][count];
    this.weightIm = new double[n + 1][count];
    this.modulus = new double[n + 1][count];
    this.weightError = new double[n + 1][count];
    for (int k = 0; k <= n; k++) {
      fillWeights(k);
    }
    int points = size + stride * (count - 1);
    this.fallRe = new double[points];
    this.fallIm = new double[points];
    this.fall = new double[points];
    this.fallError = new double[points];
    this.lessRe = new double[points];
    this.less = new double[points];
    this.lessError = new double[points];
    this.damped = new double[points];
    double quadrature = normal.discretization(spacing);
    fillExponentials(quadrature);
    double edge = TWO_DENSITIES * Math.exp(normal.logGrown - 0.5 * WINDOW * WINDOW);
    this.ofLess = (quadrature + 2 * edge) * UP;
    this.leftEdge = new double[n + 1];
    this.rightEdge = new double[n + 1];
    fillEdges(right);
    this.seriesRe = new double[n + 1];
    this.seriesIm = new double[n + 1];
    this.majorant = new double[n + 1];
    this.most = new double[n + 1];
    this.coefficientError = new double[n + 1];
    this.logFactorial = AllocatedLaw.logFactorial(n);
    this.re = new double[size];
    this.im = new double[size];
    this.error = new double[size];
    this.differences = new Sums();
    this.transforms = new Sums[n + 1];
    Arrays.setAll(transforms, k -> new Sums());
    for (int from = 0; from < size; from += TOGETHER) {
      InterruptedComputationException.check();
      int together = Math.min(TOGETHER, size - from);
      addUp(from, together);
      for (int place = 0; place < together; place++) {
        evaluatePhi(place);
        evaluateNode(from + place, place);
      }
    }
  }

  /** The sums of the quadrature at neighbouring points, in the order of its nodes. */
  private static final class Sums {
    final double[] re = new double[TOGETHER];
    final double[] im = new double[TOGETHER];
    final double[] moduli = new double[TOGETHER];
    final double[] errors = new double[TOGETHER];

    void clear() {
      Arrays.fill(re, 0);
      Arrays.fill(im, 0);
      Arrays.fill(moduli, 0);
    }

    /**
     * Adds one node's terms. The compiler vectorizes the loop as one index is used for all arrays.
     */
    static void add(
        double[] sumRe,
        double[] sumIm,
        double[] moduli,
        double[] errors,
        double weightRe,
        double weightIm,
        double modulus,
        double weightError,
        Terms terms) {
      double[] termRe = terms.re;
      double[] termIm = terms.im;
      double[] size = terms.size;
      double[] error = terms.error;
      for (int i = 0; i < TOGETHER; i++) {
        sumRe[i] += weightRe * termRe[i] - weightIm * termIm[i];
        sumIm[i] += weightRe * termIm[i] + weightIm * termRe[i];
      }
      for (int i = 0; i < TOGETHER; i++) {
        moduli[i] += modulus * size[i];
        errors[i] += modulus * error[i] + weightError * size[i];
      }
    }
  }

  /** A node's values at neighbouring points. */
  private static final class Terms {
    final double[] re = new double[TOGETHER];
    final double[] im = new double[TOGETHER];
    final double[] size = new double[TOGETHER];
    final double[] error = new double[TOGETHER];

    void copy(int from, int points, double[] re, double[] im, double[] size, double[] error) {
      System.arraycopy(re, from, this.re, 0, points);
      System.arraycopy(im, from, this.im, 0, points);
      System.arraycopy(size, from, this.size, 0, points);
      System.arraycopy(error, from, this.error, 0, points);
    }
  }

  private void addUp(int from, int points) {
    differences.clear();
    for (int place = 0; place < points; place++) {
      differences.errors[place] = ofLess * Math.exp((first + from + place) * step - logSteps);
    }
    for (int k = 0; k <= n; k++) {
      transforms[k].clear();
      for (int place = 0; place < points; place++) {
        transforms[k].errors[place] = edges(k, from + place);
      }
    }
    Terms terms = new Terms();
    for (int j = 0; j < count; j++) {
      int at = from + stride * j;
      terms.copy(at, points, lessRe, fallIm, less, lessError);
      add(differences, 0, j, terms);
      terms.copy(at, points, fallRe, fallIm, fall, fallError);
      for (int k = 0; k <= n; k++) {
        add(transforms[k], k, j, terms);
      }
    }
  }

  private void add(Sums sums, int k, int j, Terms terms) {
    Sums.add(
        sums.re,
        sums.im,
        sums.moduli,
        sums.errors,
        weightRe[k][j],
        weightIm[k][j],
        modulus[k][j],
        weightError[k][j],
        terms);
  }

  /** {@code log(X/t)} at z = 0. */
  private double drift() {
    return -0.5 / (sigma * sigma) - logSteps;
  }

  private void fillWeights(int k) {
    for (int j = 0; j < count; j++) {
      double z = (j - left) * spacing;
      double angle = normal.shift * sigma * z;
      double log = normal.logGrown - 0.5 * z * z + k * (z / sigma + drift());
      double size = normal.logGrown + 0.5 * z * z + k * (Math.abs(z) / sigma - drift());
      double turned = angle - k * normal.shift;
      double w = spacing * DENSITY * Math.exp(log);
      double roundings = 4 * (size + Math.abs(angle) + k * normal.shift) + 8;
      modulus[k][j] = w;
      weightError[k][j] = w * U * roundings;
      weightRe[k][j] = w * Math.cos(turned);
      weightIm[k][j] = w * Math.sin(turned);
    }
  }

  private void fillExponentials(double quadrature) {
    double cosine = Math.cos(normal.beta);
    double sine = Math.sin(normal.beta);
    double worst = Math.cos(normal.widest());
    double width = count * spacing;
    double curvature = 1 + (n + width * sigma) / (sigma * sigma);
    double missed = 1 + Math.exp(spacing * spacing / 8 * curvature * Math.exp(spacing / sigma));
    for (int i = 0; i < fall.length; i++) {
      double argument = (first + i - (double) stride * left) * step;
      double rho = Math.exp(argument + drift());
      double angle = rho * sine;
      double half = Math.sin(0.5 * angle);
      fall[i] = Math.exp(-rho * cosine);
      damped[i] = Math.exp(-rho * worst);
      less[i] = Math.min(rho, 2);
      boolean gone = fall[i] == 0;
      fallRe[i] = gone ? 0 : fall[i] * Math.cos(angle);
      fallIm[i] = gone ? 0 : -fall[i] * Math.sin(angle);
      lessRe[i] = gone ? -1 : Math.expm1(-rho * cosine) * Math.cos(angle) - 2 * half * half;
      double ofRho = gone ? 0 : 3 * U * rho * (Math.abs(argument) - drift() + 8) * fall[i];
      double sums = U * (1.5 * count + 16);
      fallError[i] = (fall[i] * sums + ofRho + missed * quadrature * damped[i]) * UP;
      lessError[i] = (less[i] * sums + ofRho) * UP;
    }
  }

  /** Truncation errors on both sides; the right one is damped later. */
  private void fillEdges(int right) {
    double below = left * spacing;
    for (int k = 0; k <= n; k++) {
      double above = right * spacing - k / sigma;
      double onLeft = -0.5 * below * below + k * (-below / sigma + drift());
      double onRight = -0.5 * above * above + k * ((k - 1) / (2 * sigma * sigma) - logSteps);
      leftEdge[k] = TWO_DENSITIES * Math.exp(normal.logGrown + onLeft) * UP;
      rightEdge[k] = TWO_DENSITIES * Math.exp(normal.logGrown + onRight) * UP;
    }
  }

  /**
   * {@code E[e^(-xX/t)] - 1}, with an error proportional to x. A small transform is computed
   * without the subtraction of 1, which would leave few digits.
   */
  private void evaluatePhi(int place) {
    phiRe = differences.re[place];
    fullRe = 1 + phiRe;
    phiIm = differences.im[place];
    phiError = differences.errors[place] * UP;
    if (Math.hypot(fullRe, phiIm) < DIRECT) {
      fullRe = transforms[0].re[place];
      phiIm = transforms[0].im[place];
      phiError = transforms[0].errors[place] * UP;
    }
  }

  private double edges(int k, int i) {
    return leftEdge[k] + rightEdge[k] * damped[i + stride * (count - 1)];
  }

  private void evaluateNode(int i, int place) {
    double size = Math.hypot(fullRe, phiIm);
    boolean lost = !(phiError < 0.05 * size);
    double divisor = lost ? size + phiError : size;
    evaluateCoefficients(place, divisor);
    lost |= !(n * growth < 0.5);
    double u = (first + i) * step;
    double logDivisor =
        lost || size < DIRECT
            ? Math.log(lost ? size + phiError : size)
            : 0.5 * Math.log1p(2 * phiRe + phiRe * phiRe + phiIm * phiIm);
    double logSize = law.steps() * logDivisor;
    double angle = law.steps() * Math.atan2(phiIm, fullRe);
    double log = power * u + logSize + logFactorial - shrunk;
    double sizes =
        Math.abs(power * u) + Math.abs(logSize) + Math.abs(angle) + logFactorial + shrunk + 8;
    double ofLog = (Math.min(2, Math.abs(phiRe)) + Math.abs(phiIm)) * law.steps();
    double roundings = U * (8 * sizes + 16 * ofLog) + law.powerError(n);
    if (lost) {
      double majorant = SeriesPower.real(most, law.steps())[n] + NEGLIGIBLE;
      error[i] = 2 * Math.exp(log) * majorant * Math.exp(roundings) + underflow(majorant);
      return;
    }
    double[] majorants = SeriesPower.real(majorant, law.steps());
    double relative = 1.06 * phiError / size;
    double all = roundings + (law.steps() + n) * relative + 32 * n * U + ofSeries(majorants);
    seriesRe[0] = 1;
    seriesIm[0] = 0;
    SeriesPower.complex(seriesRe, seriesIm, law.steps());
    double cosine = Math.cos(angle);
    double sine = Math.sin(angle);
    double scale = Math.exp(log);
    re[i] = scale * (seriesRe[n] * cosine - seriesIm[n] * sine);
    im[i] = scale * (seriesRe[n] * sine + seriesIm[n] * cosine);
    double grown = all < 1 ? 2 * all : Math.expm1(Math.min(all, 600));
    error[i] = scale * (majorants[n] + NEGLIGIBLE) * (grown + 8 * U) + underflow(majorants[n]);
  }

  /** Rounding errors of subnormal values are absolute, not relative. */
  private static double underflow(double majorant) {
    return Double.MIN_NORMAL * (1 + majorant);
  }

  /** {@code E[X^k e^(-xX/t)]/(t^k k! φ)} for k from 1 to n. */
  private void evaluateCoefficients(int place, double divisor) {
    double size = fullRe * fullRe + phiIm * phiIm;
    double factorial = 1;
    majorant[0] = 1;
    most[0] = 1;
    growth = 0;
    for (int k = 1; k <= n; k++) {
      factorial *= k;
      double sumRe = transforms[k].re[place];
      double sumIm = transforms[k].im[place];
      double moduli = transforms[k].moduli[place];
      double errors = transforms[k].errors[place];
      seriesRe[k] = (sumRe * fullRe + sumIm * phiIm) / (factorial * size);
      seriesIm[k] = (sumIm * fullRe - sumRe * phiIm) / (factorial * size);
      most[k] = (moduli + errors) / (factorial * divisor) * UP;
      coefficientError[k] = errors / (factorial * divisor) * UP;
      majorant[k] = Math.max(Math.hypot(seriesRe[k], seriesIm[k]), LEAST_SHARE * most[k]);
      growth = Math.max(growth, coefficientError[k] / majorant[k]);
    }
  }

  /**
   * The error of the series' power caused by the coefficients' errors, relative to the power's
   * majorant.
   */
  private double ofSeries(double[] majorants) {
    double sum = 0;
    for (int k = 1; k <= n; k++) {
      sum += law.steps() * coefficientError[k] * majorants[n - k];
    }
    return sum * Math.exp(n * growth) * UP / (majorants[n] + NEGLIGIBLE);
  }
}
