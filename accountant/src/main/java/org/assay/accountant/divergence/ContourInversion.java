package org.assay.accountant.divergence;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;

/**
 * The privacy profile of an n-fold composition by inverting its moment generating function along
 * one vertical line: {@code delta(ε) = (1/2πi) ∫ e^(-sε) M(s)/(s(s+1)) ds} over {@code Re s = c >
 * 0}, by the trapezoid rule with proven bounds on aliasing, truncation, quadrature and rounding.
 * Proofs: {@code doc-files/contour-inversion.md}.
 *
 * <p>The line is prepared once; delta at any epsilon then costs one pass over its nodes.
 */
final class ContourInversion {
  private static final double U = 0x1p-53;

  /** More evaluations of the integrand than this are not worth waiting for. */
  private static final double MAXIMUM_WORK = 5e7;

  /** How far beyond the line the translates ahead are bounded; the best is taken. */
  private static final double[] FACTORS = {
    1.002, 1.005, 1.01, 1.02, 1.03, 1.05, 1.08, 1.12, 1.2, 1.35, 1.6, 2.2
  };

  private final double c;
  private final double step;
  private final double period;
  private final double[] logModulus;
  private final double[] phase;
  private final double[] logWeight;
  private final double[] weightPhase;
  private final double[] momentError;
  private final double logTail;
  private final List<double[]> chernoff;

  private ContourInversion(
      double c, double period, double[][] nodes, double logTail, List<double[]> chernoff) {
    this.c = c;
    this.period = period;
    this.step = 2 * Math.PI / period;
    this.logModulus = nodes[0];
    this.phase = nodes[1];
    this.logWeight = nodes[2];
    this.weightPhase = nodes[3];
    this.momentError = nodes[4];
    this.logTail = logTail;
    this.chernoff = chernoff;
  }

  /**
   * Prepares the line.
   *
   * @param q sampling probability, strictly between 0 and 1
   * @param sigma noise multiplier
   * @param count number of steps
   * @param forward whether a record is removed (true) or added
   * @param excess where the line crosses the real axis
   * @param epsilon around which epsilon values are wanted
   * @param logDelta logarithm of a lower estimate of delta there
   * @return the prepared line; empty arrays, hence delta in [0, 1], where it would cost too much
   */
  static ContourInversion prepare(
      double q,
      double sigma,
      long count,
      boolean forward,
      double excess,
      double epsilon,
      double logDelta) {
    double c = (1 + excess) - 1;
    List<double[]> chernoff = chernoffBounds(q, sigma, count, forward, c);
    double period = period(c, epsilon, logDelta, chernoff);
    double h = 2 * Math.PI / period;
    double accuracy = 1e-12 / count;
    double reach = 64 * h;
    while (true) {
      SampledGaussianTransform transform =
          new SampledGaussianTransform(q, sigma, c, forward, reach, accuracy);
      long last = lastNode(transform, count, c, h, reach, epsilon, logDelta);
      boolean hopeless = transform.nodes() == 0 || transform.nodes() * (reach / h) > MAXIMUM_WORK;
      if (last > 0 || hopeless) {
        double[][] nodes = last > 0 ? evaluate(transform, count, c, h, last) : new double[5][0];
        double tail =
            last > 0
                ? count * transform.logDecayBound(last * h) - Math.log(Math.PI * last * h)
                : Double.POSITIVE_INFINITY;
        return new ContourInversion(c, period, nodes, tail, chernoff);
      }
      reach *= 4;
    }
  }

  /** {@code (c', log(κ(c') M(c')))} with M from above, for c' beyond c. */
  private static List<double[]> chernoffBounds(
      double q, double sigma, long count, boolean forward, double c) {
    List<double[]> bounds = new ArrayList<>();
    for (double factor : FACTORS) {
      double beyond = (1 + c * factor) - 1;
      Enclosure logMoment =
          SampledGaussianMoment.logMoment(q, sigma, 1 + beyond, forward).times((double) count);
      bounds.add(new double[] {beyond, logMoment.plus(logKappa(beyond)).upper()});
    }
    return bounds;
  }

  /** Logarithm of {@code c^c/(1+c)^(1+c)}, the Chernoff constant of the profile. */
  static Enclosure logKappa(double c) {
    Enclosure above = Enclosure.exact(c).plus(1).log().times(Enclosure.exact(c).plus(1));
    return Enclosure.exact(c).log().times(c).minus(above);
  }

  private static double period(double c, double epsilon, double logDelta, List<double[]> chernoff) {
    double wanted = -logDelta + 25;
    double shortest = Double.POSITIVE_INFINITY;
    for (double[] bound : chernoff) {
      double needed = (bound[1] - bound[0] * epsilon + wanted) / (bound[0] - c);
      shortest = Math.min(shortest, needed);
    }
    return Math.max(shortest, wanted / c);
  }

  /** First node beyond which the tail is negligible, or 0 if it lies beyond the reach. */
  private static long lastNode(
      SampledGaussianTransform transform,
      long count,
      double c,
      double h,
      double reach,
      double epsilon,
      double logDelta) {
    double wanted = logDelta - 24;
    long low = 0;
    long high = (long) Math.floor(reach / h);
    if (!(logTailAt(transform, count, c, high * h, epsilon) <= wanted)) {
      return 0;
    }
    while (high - low > 1) {
      long middle = (low + high) / 2;
      if (logTailAt(transform, count, c, middle * h, epsilon) <= wanted) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private static double logTailAt(
      SampledGaussianTransform transform, long count, double c, double t, double epsilon) {
    return count * transform.logDecayBound(t) - Math.log(Math.PI * t) - c * epsilon;
  }

  private static double[][] evaluate(
      SampledGaussianTransform transform, long count, double c, double h, long last) {
    double[][] nodes = new double[5][(int) last + 1];
    for (int k = 0; k <= last; k++) {
      double t = k * h;
      transform.evaluate(t);
      double a = transform.real();
      double b = transform.imaginary();
      double logOne = 0.5 * Math.log1p(2 * a + a * a + b * b);
      double argument = Math.atan2(b, 1 + a);
      nodes[0][k] = count * logOne;
      nodes[1][k] = count * argument;
      nodes[2][k] = 0.5 * Math.log((c * c + t * t) * ((1 + c) * (1 + c) + t * t));
      nodes[3][k] = Math.atan2(t, c) + Math.atan2(t, 1 + c);
      double relative = transform.error() * Math.exp(-logOne) * 1.01;
      double roundoff =
          4 * U * count * (Math.abs(logOne) + Math.abs(argument) + Math.abs(a) + Math.abs(b));
      nodes[4][k] =
          relative < 0.5 ? -count * Math.log1p(-relative) + roundoff : Double.POSITIVE_INFINITY;
    }
    return nodes;
  }

  /** Number of nodes on the line. */
  int nodes() {
    return phase.length;
  }

  /** An enclosure of delta at any real epsilon. */
  Enclosure delta(double epsilon) {
    if (phase.length == 0) {
      return Enclosure.of(0, 1);
    }
    double sum = 0;
    double error = 0;
    for (int k = 0; k < phase.length; k++) {
      double multiplicity = k == 0 ? 1 : 2;
      double exponent = logModulus[k] - c * epsilon - logWeight[k];
      double angle = phase[k] - k * step * epsilon - weightPhase[k];
      double modulus = multiplicity * Math.exp(exponent);
      double roundoff =
          8
              * U
              * (Math.abs(logModulus[k])
                  + Math.abs(c * epsilon)
                  + Math.abs(logWeight[k])
                  + Math.abs(phase[k])
                  + Math.abs(k * step * epsilon)
                  + 8
                  + phase.length);
      sum += modulus * Math.cos(angle);
      error += modulus * Math.expm1(Math.min(700, momentError[k] + roundoff));
    }
    double scale = step / (2 * Math.PI);
    double computed = scale * sum;
    double slack = 1 + 0x1p-40;
    double uncertain = (scale * error + Math.exp(logTail - c * epsilon)) * slack;
    if (!(uncertain < Double.POSITIVE_INFINITY)) {
      return Enclosure.of(0, 1);
    }
    double aliases = aliases(epsilon) * slack;
    double high = Math.min(1, Math.max(0, computed + uncertain) * (1 + 0x1p-50));
    double low = (computed - uncertain - aliases) * (1 - 0x1p-50);
    return Enclosure.of(Math.min(high, Math.max(0, low)), high);
  }

  /** The other translates in the sum, all non-negative: they only push the sum up. */
  private double aliases(double epsilon) {
    double behind = Math.exp(-c * period) / -Math.expm1(-c * period);
    double ahead = Double.POSITIVE_INFINITY;
    for (double[] bound : chernoff) {
      double ratio = (bound[0] - c) * period;
      double logFirst = bound[1] - bound[0] * epsilon - ratio;
      ahead = Math.min(ahead, Math.exp(logFirst) / -Math.expm1(-ratio));
    }
    return behind + ahead;
  }
}
