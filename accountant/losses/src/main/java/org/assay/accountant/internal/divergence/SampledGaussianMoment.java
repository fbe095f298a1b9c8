package org.assay.accountant.internal.divergence;

import java.util.ArrayDeque;
import java.util.Deque;
import org.assay.accountant.numeric.Enclosure;

/**
 * Encloses {@code log E[...]} of one Rényi moment of the sampled Gaussian by the trapezoid rule.
 * The strip of analyticity bounds the discretization error, monotonicity both tails and every
 * skipped interval; rounding is bounded node by node. Proofs: {@code
 * doc-files/sampled-gaussian-quadrature.md}.
 */
public final class SampledGaussianMoment {
  /** Target of each error, relative to the integral. Not tuned. */
  private static final double TARGET = 1e-13;

  private static final double LOG_TARGET = Math.log(TARGET);

  /**
   * Largest number of nodes; above it the caller uses a wider bound. Not tuned: bounds the time.
   */
  private static final long MAXIMUM_NODES = 1_000_000;

  /**
   * Largest number of nodes of an interval that is summed without a test whether it is negligible.
   * Not tuned.
   */
  private static final long LEAF_NODES = 48;

  /** Largest index whose product with the mesh width is exact: mesh widths have ten bits. */
  private static final double LARGEST_EXACT_INDEX = 0x1p42;

  /** Result if nodes are too many or no bound is proved. */
  private static final Enclosure UNKNOWN = Enclosure.of(0, Double.POSITIVE_INFINITY);

  /** Factor that makes a sum of a few rounded non-negative terms an upper bound. */
  private static final double UP = 1 + 0x1p-48;

  private final SampledGaussianIntegrand f;

  /** Convexity exponent: {@code k'(r)(r-1)/k(r)} is at most this for r above 1. */
  private final double tailPower;

  private double peak;
  private double step;

  /** {@code 2 e^(y²/2) / (e^(2πy/h) - 1)}, the discretization error of a unit strip integral. */
  private double discretization;

  /** {@code cos(y/2σ)^-b} for the reverse moment, 1 for the forward one. */
  private double stripGrowth;

  private double sum;
  private double roundingError;
  private double omitted;
  private long nodes;

  SampledGaussianMoment(double q, double sigma, double order, boolean forward) {
    this.f = new SampledGaussianIntegrand(q, sigma, order, forward);
    this.tailPower = forward ? Math.max(2, order) : 2;
  }

  /**
   * The logarithm of the moment {@code E_base[r^order]} (forward) or {@code E_base[r^-(order-1)]}.
   *
   * @return an enclosure; {@code [0, infinity]} where the node budget does not reach
   */
  public static Enclosure logMoment(double q, double sigma, double order, boolean forward) {
    return new SampledGaussianMoment(q, sigma, order, forward).enclose();
  }

  private Enclosure enclose() {
    locatePeak();
    chooseStep();
    return sumWindow() ? logarithm(integral()) : UNKNOWN;
  }

  private boolean sumWindow() {
    double left = leftEnd();
    double right = rightEnd();
    boolean nodesAreExact = Math.max(-left, right) / step < LARGEST_EXACT_INDEX;
    // One node more on either side than needed: rounding must not lose one.
    return nodesAreExact
        && sumBetween((long) Math.floor(left / step) - 1, (long) Math.ceil(right / step) + 1);
  }

  /**
   * Sets the scale to the largest exponent and {@link #peak} to a value that the integrand attains
   * near its maximum. No bound depends on these two values.
   */
  private void locatePeak() {
    double low = f.forward ? climb(0) : reversePeak();
    double high = f.forward ? climb(f.order / f.sigma) : 1 / f.sigma;
    double[] candidates = {
      low, high, -1.5, 1.5, f.center - 1.5, f.center + 1.5, 2 * f.center - 1, 2 * f.center + 1
    };
    double best = Double.NEGATIVE_INFINITY;
    double logBest = Double.NEGATIVE_INFINITY;
    // The first round, whose values may overflow, gives the scale of the second.
    for (double z : candidates) {
      logBest = Math.max(logBest, exponentAt(z));
    }
    f.logScale = logBest > 600 ? logBest : 0;
    for (double z : candidates) {
      f.evaluate(z, z - f.center);
      best = Math.max(best, f.value);
    }
    peak = best;
  }

  /** Fixed point of {@code z = (order/σ) posterior(z)}: a stationary point of the exponent. */
  private double climb(double start) {
    double z = start;
    for (int i = 0; i < 40; i++) {
      double next = f.order / f.sigma * f.posterior(z - f.center);
      boolean settled = Math.abs(next - z) <= 0.01;
      z = next;
      if (settled) {
        break;
      }
    }
    return Double.isFinite(z) ? z : 0;
  }

  /** The only stationary point of the reverse exponent, where {@code z = -(b/σ) posterior(z)}. */
  private double reversePeak() {
    double low = -f.b / f.sigma;
    double high = 0;
    for (int i = 0; i < 60 && high - low > 0.01; i++) {
      double middle = 0.5 * (low + high);
      if (middle < -f.b / f.sigma * f.posterior(middle - f.center)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private double exponentAt(double z) {
    double p = f.posterior(z - f.center);
    double logRatio =
        p < 1 ? Math.log((1 - f.q) / (1 - p)) : (z - f.center) / f.sigma + Math.log(f.q);
    double power = f.forward ? f.order : -f.b;
    return power * logRatio - 0.5 * z * z;
  }

  /** Chooses the strip that allows the widest mesh for the target accuracy. */
  private void chooseStep() {
    double logPeak = Math.log(peak);
    double logConstant = Math.log(2 * (2 + 2 * f.order)) - f.logScale;
    double best = 0;
    double bestY = 0;
    for (int i = 1; i < 64; i++) {
      double theta = Math.PI * i / 64;
      double y = Math.min(theta * f.sigma, 0.6 * i);
      double candidate = 2 * Math.PI * y / neededExponent(y, logPeak, logConstant);
      if (candidate > best) {
        best = candidate;
        bestY = y;
      }
    }
    useStep(shortened(best), bestY);
  }

  /** The next smaller number with ten bits, which makes every node k·h exact. */
  public static double shortened(double step) {
    int exponentOfStep = Math.getExponent(step) - 9;
    return Math.scalb(Math.floor(Math.scalb(step, -exponentOfStep)), exponentOfStep);
  }

  private void useStep(double givenStep, double bestY) {
    step = givenStep;
    stripGrowth =
        f.forward ? 1 : Math.pow(Math.cos(bestY / (2 * f.sigma)), -f.b) * (UP + f.b * 0x1p-48);
    double exponent = 2 * Math.PI * bestY / step * (1 - 0x1p-50);
    discretization =
        2 * Math.exp(bestY * bestY / 2 * (1 + 0x1p-50) - exponent) / -Math.expm1(-exponent) * UP;
  }

  private double neededExponent(double y, double logPeak, double logConstant) {
    double growth = f.forward ? 0 : -f.b * Math.log(Math.cos(y / (2 * f.sigma)));
    double logStrip = Math.max(Math.max(logPeak, -f.logScale) + 2 + growth, logConstant) + 1;
    return y * y / 2 + Math.max(logStrip - logPeak - LOG_TARGET, 1);
  }

  /** Left truncation; the bound of the tail beyond is added to {@link #omitted}. */
  private double leftEnd() {
    double z = -6;
    while (true) {
      double tail = f.forward ? forwardLeftTail(z) : reverseLeftTail(z);
      if (tail <= TARGET * peak || z < -1e6) {
        omitted += tail * UP;
        return z - f.center;
      }
      z -= z > -20 ? 0.5 : -z;
    }
  }

  /** The forward kernel rises to its limit for r = 1 - q. */
  private double forwardLeftTail(double z) {
    f.evaluateLeftLimit(z);
    return upper() * (step + 1 / -z);
  }

  /** The reverse kernel's logarithm grows by at most b + 2/|L| for each unit of L = log r. */
  private double reverseLeftTail(double z) {
    double y = z - f.center;
    f.evaluate(z * (1 - 0x1p-50), y);
    double growth = (f.b + 2 / f.absoluteLogRatio()) * f.posterior(y) / f.sigma;
    double fall = -z - growth - 0x1p-48 * (growth - z);
    return fall > 0.5 ? upper() * (step + 1 / fall) : Double.POSITIVE_INFINITY;
  }

  /** Right truncation; the bound of the tail beyond is added to {@link #omitted}. */
  private double rightEnd() {
    double offset = 1;
    // The offset doubles soon, so the search ends even if the noise is too small for any decay.
    while (offset < Double.POSITIVE_INFINITY) {
      double z = Math.max(tailPower / f.sigma, f.center) + offset;
      double y = z - f.center;
      double rise = tailPower / (f.sigma * -Math.expm1(-y / f.sigma));
      double fall = z - rise - 0x1p-48 * (z + rise);
      if (fall > 0.5) {
        f.evaluate(z * (1 - 0x1p-50), y);
        double tail = upper() * (step + 1 / fall);
        if (tail <= TARGET * peak || offset > 1e6) {
          omitted += tail * UP;
          return y;
        }
      }
      offset += offset < 20 ? 0.5 : offset;
    }
    // An infinite end makes the window unaffordable, hence the moment unknown.
    return Double.POSITIVE_INFINITY;
  }

  private boolean sumBetween(long first, long last) {
    Deque<long[]> stretches = new ArrayDeque<>();
    stretches.push(new long[] {first, last});
    while (!stretches.isEmpty()) {
      long[] stretch = stretches.pop();
      long count = stretch[1] - stretch[0] + 1;
      if (count <= LEAF_NODES) {
        if ((nodes += count) > MAXIMUM_NODES) {
          return false;
        }
        sumNodes(stretch[0], stretch[1]);
      } else if (!negligible(stretch[0], stretch[1])) {
        long middle = stretch[0] + count / 2;
        stretches.push(new long[] {stretch[0], middle - 1});
        stretches.push(new long[] {middle, stretch[1]});
      }
    }
    return true;
  }

  private void sumNodes(long first, long last) {
    for (long k = first; k <= last; k++) {
      f.evaluate(k * step);
      sum += f.value;
      // e^x - 1 is at most x + x² for x up to 1.
      double error = f.error;
      roundingError += f.value * (error <= 1 ? error + error * error : Math.expm1(error));
    }
  }

  /** The kernel falls until y = 0 and rises from there, so its maximum is at an end. */
  private boolean negligible(long first, long last) {
    double yFirst = first * step;
    double yLast = last * step;
    double slack = 1 - 0x1p-50;
    double zFirst = f.center + yFirst;
    double zLast = f.center + yLast;
    double nearest = zFirst > 0 ? zFirst * slack : zLast < 0 ? zLast * slack : 0;
    f.evaluate(nearest, yFirst);
    double atFirst = upper();
    f.evaluate(nearest, yLast);
    double bound = Math.max(atFirst, upper()) * (last - first + 1) * step * UP;
    if (!(bound <= 0.01 * TARGET * peak * Math.min(step, 1))) {
      return false;
    }
    omitted += bound;
    return true;
  }

  private double upper() {
    return f.value * Math.exp(f.error) * UP;
  }

  private Enclosure integral() {
    // Recursive summation of n non-negative terms errs by at most n roundoffs.
    double relative = (nodes + 16) * 0x1p-52;
    double computed = step * sum;
    double rounding = (step * roundingError + computed * relative) * UP;
    double one = Math.exp(-f.logScale);
    double constants = (2 + 2 * f.order) * one * UP;
    double high = (computed + rounding + omitted) * UP;
    boolean boundIsProved = high < Double.POSITIVE_INFINITY && discretization * stripGrowth < 0.5;
    if (!boundIsProved) {
      return UNKNOWN;
    }
    double highIntegral =
        (high + discretization * (stripGrowth * one + constants))
            / (1 - discretization * stripGrowth)
            * UP;
    double strip = discretization * (stripGrowth * (one + highIntegral) + constants) * UP;
    double low = Math.max(0, computed * (1 - 0x1p-50) - rounding - strip);
    return Enclosure.of(low, highIntegral);
  }

  /** The logarithm of one plus the unscaled integral. */
  private Enclosure logarithm(Enclosure integral) {
    if (f.logScale == 0 || integral.upper() == Double.POSITIVE_INFINITY) {
      return integral.log1p();
    }
    Enclosure scale = Enclosure.exact(f.logScale);
    return integral.plus(scale.negate().exp()).log().plus(scale);
  }
}
