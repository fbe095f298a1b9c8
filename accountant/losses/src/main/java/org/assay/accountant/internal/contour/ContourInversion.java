package org.assay.accountant.internal.contour;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * The privacy profile of a composition by inverting its moment generating function along one
 * vertical line: {@code delta(ε) = (1/2πi) ∫ e^(-sε) M(s)/(s(s+1)) ds} over {@code Re s = c > 0},
 * by the trapezoid rule with proven bounds on aliasing, truncation, quadrature and rounding. M is a
 * product of factors. Proofs: {@code doc-files/contour-inversion.md}.
 *
 * <p>The line is prepared once; each further delta costs one pass over the line's nodes.
 */
public final class ContourInversion {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /** Largest work for one contour, in evaluations of integrands. Not tuned: bounds the time. */
  static final double MAXIMUM_WORK = 1e9;

  /** Largest number of nodes of a contour. Not tuned: bounds the memory. */
  private static final double MAXIMUM_NODES = 2e6;

  /** Least share of the values that is assumed to be evaluated if nodes can settle. Not tuned. */
  private static final double MOSTLY_SETTLED = 1.0 / 64;

  /** Cost of a node beside its factors, in evaluations of integrands. */
  private static final double PER_NODE = 25;

  /**
   * Largest relative width at which a contour is used for epsilons other than its own. Not tuned.
   */
  private static final double SHARED_WIDTH = 1e-6;

  /** The width {@link #SHARED_WIDTH} for a contour of smoothed losses. Not tuned. */
  private static final double SMOOTHED_WIDTH = 1e-2;

  /**
   * Orders at which Chernoff's inequality bounds aliases to the right, as multiples of c; the best
   * order is taken. Not tuned.
   */
  private static final double[] FACTORS = {
    1.002, 1.005, 1.01, 1.02, 1.03, 1.05, 1.08, 1.12, 1.2, 1.35, 1.6, 2.2
  };

  private final double c;
  private final double period;
  private final ContourNodes nodes;
  private final double[] logWeight;
  private final double[] weightPhase;
  private final double logTail;
  private final Chernoff ahead;

  /** The variance of the Gaussian that was added to the losses, or 0. */
  private final double smoothing;

  private final double work;

  /** A contour without nodes, whose enclosure is [0, 1]. */
  private ContourInversion(ContourNodes none, Chernoff ahead, double smoothing) {
    this(none, Double.POSITIVE_INFINITY, ahead, smoothing, 0);
  }

  private ContourInversion(
      ContourNodes nodes, double logTail, Chernoff ahead, double smoothing, double work) {
    this.c = nodes.c;
    this.period = 2 * Math.PI / nodes.step;
    this.nodes = nodes;
    this.logTail = logTail;
    this.ahead = ahead;
    this.smoothing = smoothing;
    this.work = work;
    this.logWeight = new double[nodes.size()];
    this.weightPhase = new double[nodes.size()];
    for (int k = 0; k < nodes.size(); k++) {
      double t = k * nodes.step;
      logWeight[k] = 0.5 * Math.log((c * c + t * t) * ((1 + c) * (1 + c) + t * t));
      weightPhase[k] = Math.atan2(t, c) + Math.atan2(t, 1 + c);
    }
  }

  /**
   * Prepares a line, unless that takes too much work.
   *
   * @param factors the composition
   * @param excess where the line crosses the real axis
   * @param epsilon the line is chosen for epsilons near this one
   * @param logDelta logarithm of a lower estimate of delta at this epsilon
   * @param mostWork largest number of evaluations of integrands
   * @return the prepared line; a line without nodes, hence delta in [0, 1], if the work is too
   *     large
   */
  public static ContourInversion prepare(
      List<LossFactor> factors, double excess, double epsilon, double logDelta, double mostWork) {
    return prepareSmoothed(new LossProduct(factors), 0, excess, epsilon, logDelta, mostWork);
  }

  /**
   * Prepares a contour for a composition to whose loss a Gaussian step is added, so that its
   * moments decay. The smoothing's effect on the profile is bounded ({@code
   * doc-files/smoothed-losses.md}).
   *
   * @param smoothing variance of the added step's loss, or 0
   */
  static ContourInversion prepareSmoothed(
      LossProduct plain,
      double smoothing,
      double excess,
      double epsilon,
      double logDelta,
      double mostWork) {
    LossProduct product =
        smoothing > 0 ? plain.times(new GaussianFactor(Enclosure.exact(smoothing))) : plain;
    List<LossFactor> factors = product.factors;
    double c = (1 + excess) - 1;
    double small = 25 - logDelta;
    Chernoff ahead = chernoffBound(product, c, epsilon, small);
    double shortest = (ahead.log() - ahead.point() * epsilon + small) / (ahead.point() - c);
    double period = Math.max(shortest, small / c);
    double h = 2 * Math.PI / period;
    if (!(h > 0)) {
      // A delta that underflows would need an endless contour.
      return new ContourInversion(new ContourNodes(c, 1, 0), ahead, smoothing);
    }
    double wanted = logDelta - 24 + c * epsilon;
    boolean settles = factors.size() >= LineSweep.FEWEST;
    List<LossTransform> line = List.of();
    double before = 0;
    for (double last = 64; last <= 4 * MAXIMUM_NODES; last *= 4) {
      line = along(factors, c, last * h, line);
      double cost = line.stream().mapToDouble(LossTransform::cost).sum();
      if (!(cost < mostWork)) {
        break;
      }
      if (roughTailAt(line, last * h) <= wanted) {
        long size = 1 + lastNode(line, h, (long) last, wanted);
        if (!(size <= MAXIMUM_NODES && (settles || size * cost <= mostWork))) {
          break;
        }
        ContourNodes nodes = new ContourNodes(c, h, (int) size, settles);
        return evaluate(line, nodes, wanted, mostWork, ahead, smoothing);
      }
      // The next length needs more nodes, and each node costs more by the same ratio as before.
      double next = before > 0 ? cost * Math.max(1, cost / before) : cost;
      if (!((settles ? MOSTLY_SETTLED * last : last) * next <= mostWork)) {
        break;
      }
      before = cost;
    }
    return new ContourInversion(new ContourNodes(c, h, 0), ahead, smoothing);
  }

  /** All factors along a longer contour; transforms that can be extended are reused. */
  private static List<LossTransform> along(
      List<LossFactor> factors, double c, double reach, List<LossTransform> before) {
    List<LossTransform> line = new ArrayList<>();
    for (int i = 0; i < factors.size(); i++) {
      LossFactor factor = factors.get(i);
      Optional<LossTransform> longer =
          before.isEmpty() ? Optional.empty() : before.get(i).reaching(reach);
      line.add(longer.orElseGet(() -> factor.along(c, reach)));
    }
    return line;
  }

  private static ContourInversion evaluate(
      List<LossTransform> line,
      ContourNodes nodes,
      double wanted,
      double mostWork,
      Chernoff ahead,
      double smoothing) {
    // All nodes together are as negligible as the tail.
    double c = nodes.c;
    double length = nodes.size() * nodes.step;
    double negligible = wanted - Math.log(length) + Math.min(0, Math.log(c * (1 + c)));
    double work = new LineSweep(nodes, negligible, mostWork).add(line);
    if (!(nodes.size() > 1 && work < Double.POSITIVE_INFINITY)) {
      return new ContourInversion(new ContourNodes(c, nodes.step, 0), ahead, smoothing);
    }
    double logTail = logTailAt(line, (nodes.size() - 1) * nodes.step);
    return new ContourInversion(nodes, logTail, ahead, smoothing, work + PER_NODE * nodes.size());
  }

  /** A point {@code c' > c} and an upper bound of {@code log(κ(c') M(c'))}. */
  private record Chernoff(double point, double log) {
    static Chernoff of(LossProduct product, double point) {
      return new Chernoff(point, product.logMoment(point).plus(logKappa(point)).upper());
    }
  }

  /**
   * The Chernoff bound that allows the shortest period. The order is chosen by rough moments; the
   * bound itself is rigorous.
   */
  private static Chernoff chernoffBound(
      LossProduct product, double c, double epsilon, double wanted) {
    double best = (1 + c * FACTORS[0]) - 1;
    double shortest = Double.POSITIVE_INFINITY;
    for (double factor : FACTORS) {
      double beyond = (1 + c * factor) - 1;
      double log = product.roughLogMoment(beyond) + logKappa(beyond).midpoint();
      double needed = (log - beyond * epsilon + wanted) / (beyond - c);
      best = needed < shortest ? beyond : best;
      shortest = Math.min(shortest, needed);
    }
    return Chernoff.of(product, best);
  }

  /** Logarithm of {@code c^c/(1+c)^(1+c)}, the Chernoff constant of the profile. */
  static Enclosure logKappa(double c) {
    Enclosure above = Enclosure.exact(c).plus(1).log().times(Enclosure.exact(c).plus(1));
    return Enclosure.exact(c).log().times(c).minus(above);
  }

  /** First node above which the tail is negligible, given that the tail above {@code last} is. */
  private static long lastNode(List<LossTransform> line, double h, long last, double wanted) {
    long low = 0;
    long high = last;
    while (high - low > 1 + low / 64) {
      long middle = (low + high) / 2;
      boolean negligible = roughTailAt(line, middle * h) <= wanted;
      high = negligible ? middle : high;
      low = negligible ? low : middle;
    }
    return high;
  }

  /** Estimate of the logarithm of the truncation error above t, times {@code e^(cε)}. */
  private static double roughTailAt(List<LossTransform> line, double t) {
    double logModulus = line.stream().mapToDouble(factor -> factor.roughDecay(t)).sum();
    return logModulus - Math.log(Math.PI * t);
  }

  /** Logarithm of a bound of the truncation error above t, times {@code e^(cε)}. */
  private static double logTailAt(List<LossTransform> line, double t) {
    double logModulus = 0;
    double sizes = 0;
    for (LossTransform factor : line) {
      double bound = factor.logDecayBound(t);
      logModulus += bound;
      sizes += Math.abs(bound);
    }
    // Every partial sum is at most the sum of the sizes.
    double rounding = U * (line.size() + 8) * (sizes + 8);
    return logModulus - Math.log(Math.PI * t) + 2 * rounding;
  }

  /** Approximate number of evaluations of integrands for the contour. */
  double work() {
    return work;
  }

  /** Number of nodes on the line. */
  public int size() {
    return nodes.size();
  }

  /**
   * Whether a new contour would be much narrower at an epsilon; false if no contour is affordable.
   */
  boolean isWideAt(double epsilon) {
    double narrow = smoothing > 0 ? SMOOTHED_WIDTH : SHARED_WIDTH;
    return size() > 0 && !(delta(epsilon).relativeWidth() <= narrow);
  }

  /** An enclosure of delta at any real epsilon. */
  public Enclosure delta(double epsilon) {
    InterruptedComputationException.check();
    if (nodes.size() == 0) {
      return Enclosure.of(0, 1);
    }
    OscillatingSum profile = new OscillatingSum();
    OscillatingSum density = new OscillatingSum();
    for (int k = 0; k < nodes.size(); k++) {
      double multiplicity = k == 0 ? 1 : 2;
      double exponent = nodes.logModulus(k) - c * epsilon;
      double angle = nodes.phase(k) - k * nodes.step * epsilon;
      double uncertainty = nodes.error(k) + roundoff(k, epsilon);
      profile.add(multiplicity, exponent - logWeight[k], angle - weightPhase[k], uncertainty);
      if (smoothing > 0) {
        density.add(multiplicity, exponent, angle, uncertainty);
      }
    }
    return enclose(profile, smoothed(density, epsilon), epsilon);
  }

  /** Rounding of the exponent, the angle and the sum at one node. */
  private double roundoff(int k, double epsilon) {
    double sizes =
        Math.abs(nodes.logModulus(k))
            + Math.abs(c * epsilon)
            + Math.abs(logWeight[k])
            + Math.abs(nodes.phase(k))
            + Math.abs(k * nodes.step * epsilon);
    double many = nodes.size() * (nodes.size() * U);
    return 8 * U * (sizes + 8 + many);
  }

  /**
   * Upper bound of the increase of delta by smoothing: the variance times the smoothed loss's
   * density at epsilon. Aliases of the density are non-negative and may stay in the sum.
   */
  private double smoothed(OscillatingSum density, double epsilon) {
    if (smoothing == 0) {
      return 0;
    }
    double scale = nodes.step / (2 * Math.PI);
    double error = density.error() * (1 + 4 * U * nodes.size());
    double most = Math.max(0, scale * (density.value() + error) + tail(epsilon) / smoothing);
    return smoothing * Math.exp(smoothing / 8) * most;
  }

  /** Upper bound of the truncation error. */
  private double tail(double epsilon) {
    double sizes = Math.abs(logTail) + Math.abs(c * epsilon);
    return Math.exp(logTail - c * epsilon + 8 * U * (sizes + 8));
  }

  private Enclosure enclose(OscillatingSum profile, double smoothed, double epsilon) {
    double scale = nodes.step / (2 * Math.PI);
    double computed = scale * profile.value();
    double slack = 1 + 0x1p-40 + 4 * U * nodes.size();
    double error = profile.error() + Double.MIN_NORMAL;
    double uncertain = (scale * error + tail(epsilon)) * slack;
    if (!(uncertain < Double.POSITIVE_INFINITY)) {
      return Enclosure.of(0, 1);
    }
    double excess = (aliases(epsilon) + smoothed) * slack;
    double high = Math.min(1, Math.max(0, computed + uncertain) * (1 + 0x1p-50));
    double low = (computed - uncertain - excess) * (1 - 0x1p-50);
    return Enclosure.of(Math.min(high, low > 0 ? low : 0), high);
  }

  /**
   * The aliasing error. The aliases are translates of the profile, all non-negative, so they only
   * raise the sum.
   */
  private double aliases(double epsilon) {
    double behind = Math.exp(-c * period) / -Math.expm1(-c * period);
    double ratio = (ahead.point() - c) * period;
    double sizes = Math.abs(ahead.log()) + ahead.point() * epsilon + ratio;
    double logFirst = ahead.log() - ahead.point() * epsilon - ratio + 8 * U * sizes;
    return behind + Math.exp(logFirst) / -Math.expm1(-ratio);
  }

  /** A compensated sum of moduli times cosines, whose terms cancel, with a bound of its error. */
  static final class OscillatingSum {
    private double sum;
    private double rest;
    private double error;

    /**
     * Adds a term.
     *
     * @param exponent logarithm of the modulus
     * @param uncertainty a bound e: the exact complex term differs by at most {@code e^e - 1} times
     *     the modulus
     */
    void add(double multiplicity, double exponent, double angle, double uncertainty) {
      double modulus = multiplicity * Math.exp(exponent);
      double term = modulus * Math.cos(angle);
      double next = sum + term;
      rest += Math.abs(sum) >= Math.abs(term) ? (sum - next) + term : (term - next) + sum;
      sum = next;
      error +=
          uncertainty < 1
              ? modulus * Math.expm1(uncertainty)
              : multiplicity * Math.exp(exponent + uncertainty);
    }

    double value() {
      return sum + rest;
    }

    double error() {
      return error;
    }
  }
}
