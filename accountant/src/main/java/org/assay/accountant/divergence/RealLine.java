package org.assay.accountant.divergence;

/**
 * The moment generating function of one Poisson-sampled Gaussian step near the real axis, by the
 * trapezoid rule in {@code u = z/σ - 1/(2σ²)}: {@code M(c + it) - 1 = Σ ω (r^p - 1) + Σ w (e^(itλ)
 * - 1)} with {@code r = 1 - q + q e^u}, {@code w = ω r^p}, p = 1 + c and λ = log r when a record is
 * removed, p = -c and λ = -log r when one is added. Positive weights and real losses make it much
 * cheaper than {@link MixtureTransform}, for as long as t is small; proofs in {@code
 * doc-files/unlike-steps.md}.
 *
 * <p>The object is scratch space for one kind of step after the other.
 */
final class RealLine {
  private static final double U = MixturePair.U;
  private static final double UP = 1 + 0x1p-40;
  private static final double LOG_SQRT_TWO_PI = 0.9189385332046727;
  private static final double[] HEIGHTS = {0.05, 0.1, 0.2, 0.4, 0.8, 1.2, 1.6, 2, 2.4, 2.7, 2.9};
  private static final int MAXIMUM_NODES = 2000;
  private static final double LARGEST_SHIFT = 300;

  /** The logarithms of mixtures keep their digits up to here. */
  static final double LARGEST_PROBABILITY = 0.5;

  private final double[] weight = new double[MAXIMUM_NODES];
  private final double[] loss = new double[MAXIMUM_NODES];
  private int size;

  private double q;
  private double sigma;
  private double power;
  private double step;
  private double logDensity;

  /** Whether the step is within reach; nothing else is defined if not. */
  boolean known;

  /** {@code M(c) - 1}. */
  double momentMinusOne;

  /** Bound of the error of {@link #momentMinusOne}. */
  double momentError;

  /** Bound of the error of {@code M(c + it) - 1} but for the rounding of its second sum. */
  private double fixedError;

  /** Sum of {@code w |λ|}. */
  private double massTimesLoss;

  /** Sum of {@code w |λ|} times the relative error of w, in roundoffs. */
  private double roundedMassTimesLoss;

  private final Powers powers = new Powers(loss, weight);

  /**
   * Evaluates the nodes.
   *
   * @param removing which direction
   * @param reach largest t that is asked for
   * @param accuracy aimed at
   * @param logMoment about {@code log M(c)}, to steer by
   */
  void prepare(
      MixturePair pair,
      boolean removing,
      double c,
      double reach,
      double accuracy,
      double logMoment) {
    this.q = pair.q;
    this.sigma = pair.sigma;
    this.power = removing ? 1 + c : -c;
    double growth = removing ? 0 : c;
    double wanted = Math.log(4 / accuracy) + logMoment;
    double tau = bestHeight(growth, reach, wanted);
    this.step = SampledGaussianMoment.shortened(widest(tau, growth, reach, wanted));
    this.logDensity = Math.log(sigma * step) - LOG_SQRT_TWO_PI;
    double center = 1 / (2 * sigma * sigma);
    double farthest = removing ? Math.max(0, c / (sigma * sigma)) : 0;
    double left = end(-1, -9 / sigma - center, accuracy / 64);
    double right = end(1, Math.max(9 / sigma - center, farthest + 1 / sigma), accuracy / 64);
    this.known = step > 0 && right < LARGEST_SHIFT && right - left < (MAXIMUM_NODES - 4) * step;
    if (!known) {
      return;
    }
    sum((long) Math.floor(left / step) - 1, (long) Math.ceil(right / step) + 1);
    double omitted = tail(-1, left) + tail(1, right);
    double exponent = 2 * Math.PI * tau / step * (1 - 0x1p-45);
    double beyond = strip(tau, growth, reach) + Math.log(4) + 0x1p-30 - exponent;
    double beta = Math.exp(beyond) / -Math.expm1(-exponent) * UP;
    double rest = momentError + omitted;
    this.known = beta < 0.5 && rest < 0.5;
    double moment = (1 + Math.max(0, momentMinusOne) + rest) / (1 - beta) * UP;
    this.momentError = (rest + beta * moment) * UP;
    this.fixedError = momentError;
  }

  private double bestHeight(double growth, double reach, double wanted) {
    double best = HEIGHTS[0];
    double widest = 0;
    for (double height : HEIGHTS) {
      double step = widest(height, growth, reach, wanted);
      best = step > widest ? height : best;
      widest = Math.max(step, widest);
    }
    return best;
  }

  private double widest(double tau, double growth, double reach, double wanted) {
    return 2 * Math.PI * tau / (strip(tau, growth, reach) + wanted);
  }

  /** Logarithm of the growth of the integrand's modulus at an imaginary part. */
  private double strip(double tau, double growth, double reach) {
    double y = sigma * tau;
    return 0.5 * y * y + reach * tau - growth * Math.log(Math.cos(tau / 2));
  }

  /** The first shift outward from which on a sum is negligible. */
  private double end(int side, double start, double negligible) {
    double at = start;
    while (!(tail(side, at) <= negligible) && Math.abs(at) < LARGEST_SHIFT) {
      at += side * 0.4 / sigma;
    }
    return at;
  }

  /** Bound of what the nodes from a shift outward hold in both sums. */
  private double tail(int side, double at) {
    double share = q * Math.exp(Math.min(at, LARGEST_SHIFT));
    double posterior = share / (1 - q + share);
    double fall = side * (sigma * sigma * at + 0.5);
    if (side > 0) {
      fall -= Math.max(0, power);
    } else {
      fall -= Math.max(0, -power) * posterior;
    }
    if (!(fall > 0.5)) {
      return Double.POSITIVE_INFINITY;
    }
    double rise = Math.max(0, power * Math.log1p(q * Math.expm1(at)));
    double z = sigma * at + 1 / (2 * sigma);
    double log = logDensity - 0.5 * z * z + rise;
    return 4 * Math.exp(log) * (2 + 1 / (fall * step)) * (1 + 1e-9);
  }

  private void sum(long first, long last) {
    double center = 1 / (2 * sigma);
    double total = 0;
    double absolute = 0;
    double errors = 0;
    massTimesLoss = 0;
    roundedMassTimesLoss = 0;
    size = 0;
    for (long j = first; j <= last; j++) {
      double u = j * step;
      double log = Math.log1p(q * Math.expm1(u));
      double z = sigma * u + center;
      double square = z * z;
      double exponent = logDensity - 0.5 * square;
      double turned = power * log;
      double mass = Math.exp(exponent);
      double change = mass * Math.expm1(turned);
      double tilted = Math.exp(exponent + turned);
      double rounding =
          3 * square
              + 2 * Math.abs(z) * center
              + 5 * Math.abs(logDensity)
              + 2 * Math.abs(exponent)
              + 12 * Math.abs(turned)
              + 24;
      total += change;
      absolute += Math.abs(change);
      errors += Math.abs(change) * rounding;
      double moved = tilted * Math.abs(log);
      massTimesLoss += moved;
      roundedMassTimesLoss += moved * rounding;
      weight[size] = tilted;
      loss[size] = power > 0 ? log : -log;
      size++;
    }
    momentMinusOne = total;
    momentError = U * (errors + (size + 4) * absolute) * 1.01 + Double.MIN_NORMAL;
  }

  /** Number of nodes. */
  int size() {
    return size;
  }

  /** Adds the logarithm of so many steps to the nodes of a line. */
  void addTo(ContourNodes nodes, double count) {
    powers.prepare(size, nodes.step, nodes.wanted());
    double perTime =
        U * (roundedMassTimesLoss + (2 * size + powers.roundoffs()) * massTimesLoss) * 1.01;
    for (int k = 0; k < nodes.wanted(); k++) {
      powers.sum(k);
      double error =
          (fixedError + perTime * k * nodes.step + 4 * U * Math.abs(momentMinusOne)) * UP;
      nodes.addPower(k, count, momentMinusOne + powers.real, powers.imaginary, error);
    }
  }

  /** About the same {@code M(c + it) - 1} of the nodes at hand for another c, to steer by. */
  double roughMomentMinusOne(double otherPower) {
    double total = 0;
    for (int j = 0; j < size; j++) {
      double log = power > 0 ? loss[j] : -loss[j];
      total += weight[j] * (Math.exp((otherPower - power) * log) - Math.exp(-power * log));
    }
    return total;
  }
}
