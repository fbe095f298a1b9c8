package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LineMoment;
import org.assay.accountant.internal.contour.LineNodes;
import org.assay.accountant.numeric.Enclosure;

/**
 * The moment generating function of one Poisson-sampled step of {@link NormalNoise} near the real
 * axis, by the trapezoid rule in {@code u = z/σ - 1/(2σ²)}. The formula is {@code M(c + it) - 1 = Σ
 * ω (r^p - 1) + Σ w (e^(itλ) - 1)} with {@code r = 1 - q + q e^u}, {@code w = ω r^p}. For removing
 * a record p = 1 + c and λ = log r; for adding one p = -c and λ = -log r. Positive weights and real
 * losses make the rule much faster than {@link MixtureTransform} while t is small. Proofs: {@code
 * contour/doc-files/unlike-steps.md}.
 *
 * <p>The object holds intermediate results, and can be reused for other kinds of steps.
 */
public final class RealLine {
  /** Unit roundoff of binary64. */
  private static final double U = MixturePair.U;

  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-40;

  /** Heights of the strip of analyticity that are tried, in units of u. Not tuned. */
  private static final double[] HEIGHTS = {0.05, 0.1, 0.2, 0.4, 0.8, 1.2, 1.6, 2, 2.4, 2.7, 2.9};

  /** Heights that are tried for much noise, in units of z. Not tuned. */
  private static final double[] DISTANCES = {2, 4, 6, 9};

  /** Default of the largest number of nodes. Not tuned: bounds the time. */
  private static final int MAXIMUM_NODES = 2000;

  /** Largest u of a node: exponentials of larger ones would come near overflow. */
  private static final double LARGEST_SHIFT = 300;

  /**
   * Largest sampling probability for which logarithms of mixtures keep most of their digits. Not
   * tuned.
   */
  public static final double LARGEST_PROBABILITY = 0.99;

  /**
   * Least exponent for which the change of a mass is a difference of exponentials: it equals the
   * larger one up to a relative 1e-8.
   */
  private static final double STEEP = 20;

  private final int mostNodes;
  private double[] weight = {};
  private double[] loss = {};

  /** Bounds of the relative errors of both, in roundoffs. */
  private double[] error = {};

  /** Number of nodes. */
  private int summed;

  private double q;
  private double sigma;
  private double power;
  private NormalNodes nodes = new NormalNoise.Continuous(1).nodes(1);
  private double step;
  private double height;

  /** Truncation of u on both sides. */
  private double left;

  private double right;

  /** Whether the nodes are few enough; if not, no other field is defined. */
  public boolean known;

  /** {@code M(c) - 1}. */
  double momentMinusOne;

  /** Bound of the error of {@link #momentMinusOne}. */
  double momentError;

  /** Bound of the error of {@code M(c + it) - 1} without the rounding of its second sum. */
  private double fixedError;

  /** Sum of {@code w |λ|}. */
  private double massTimesLoss;

  /** Sum of {@code w |λ|} times the relative errors of w and λ, in roundoffs. */
  private double roundedMassTimesLoss;

  private final Powers powers = new Powers();

  /** A line of at most 2,000 nodes. */
  public RealLine() {
    this(MAXIMUM_NODES);
  }

  /**
   * A line.
   *
   * @param mostNodes largest number of nodes
   */
  RealLine(int mostNodes) {
    this.mostNodes = mostNodes;
  }

  /**
   * Evaluates the nodes.
   *
   * @param share sampling probability, strictly between 0 and 1
   * @param removing whether the record is removed or added
   * @param reach largest t for which values are wanted
   * @param accuracy target of the error
   */
  public void prepare(
      double share, NormalNoise noise, boolean removing, double c, double reach, double accuracy) {
    place(share, noise, removing, c, reach, accuracy);
    if (!known) {
      return;
    }
    double before = Math.floor(nodes.number(left)) - 1;
    sum(before, Math.ceil(nodes.number(right)) + 1);
    double beta = discretization(reach);
    double beyond = tail(1, right);
    double cut = beta > 0 ? beyond * (2 + height / (2 * step)) : 0;
    double rest = momentError + tail(-1, left) + beyond + nodes.rules() * cut;
    this.known = beta < 0.5 && rest < 0.5;
    double moment = (1 + Math.max(0, momentMinusOne) + rest) * (1 + beta) / (1 - beta) * UP;
    this.momentError = (rest + beta * moment) * UP;
    this.fixedError = momentError;
  }

  /**
   * Bound of the trapezoid rule's error up to the last node, relative to {@code M(c)} of continuous
   * noise.
   */
  private double discretization(double reach) {
    if (nodes.rules() == 0) {
      return 0;
    }
    double exponent = 2 * Math.PI * height / step * (1 - 0x1p-45);
    double turns = reach * slope(right + 3 * step) * UP;
    double beyond = strip(height, turns) + Math.log(4) + 0x1p-30 - exponent;
    return nodes.rules() * Math.exp(beyond) / -Math.expm1(-exponent) * UP;
  }

  /**
   * Chooses the mesh and the truncation. {@link #known} is then whether the nodes are few enough.
   */
  void place(
      double share, NormalNoise noise, boolean removing, double c, double reach, double accuracy) {
    this.q = share;
    this.sigma = noise.multiplier();
    this.power = removing ? 1 + c : -c;
    double wanted = Math.log(4 / accuracy);
    double center = 1 / (2 * sigma * sigma);
    double farthest = removing ? Math.max(0, c / (sigma * sigma)) : 0;
    double window = Math.sqrt(-2 * Math.log(accuracy / 64)) / sigma;
    double turns = reach * slope(Math.max(-center, farthest) + window + 1 / sigma);
    this.height = bestHeight(turns, wanted);
    this.nodes = noise.nodes(widest(height, turns, wanted));
    this.step = nodes.step();
    this.left = end(-1, -window - center, accuracy / 64);
    this.right = end(1, Math.max(window - center, farthest + 1 / sigma), accuracy / 64);
    this.known = step > 0 && right < LARGEST_SHIFT && size() < mostNodes;
  }

  /** A bound of {@code arg r(x + iy)/y} for every x up to a shift and every y below π. */
  private double slope(double shift) {
    double odds = q / (1 - q) * Math.exp(shift);
    return odds < 1 ? odds / (1 + odds) : 1;
  }

  /** Upper bound of the number of nodes. */
  double size() {
    return (right - left) / step + 4;
  }

  private double bestHeight(double turns, double wanted) {
    double best = HEIGHTS[0];
    for (double candidate : HEIGHTS) {
      best = better(candidate, best, turns, wanted);
    }
    for (double distance : DISTANCES) {
      best = better(Math.min(HEIGHTS[0], distance / sigma), best, turns, wanted);
    }
    return best;
  }

  private double better(double one, double other, double turns, double wanted) {
    return widest(one, turns, wanted) > widest(other, turns, wanted) ? one : other;
  }

  private double widest(double tau, double turns, double wanted) {
    return 2 * Math.PI * tau / (strip(tau, turns) + wanted);
  }

  /**
   * Logarithm of the growth of the integrand's modulus at an imaginary part.
   *
   * @param turns largest growth of the integrand's argument with the imaginary part
   */
  private double strip(double tau, double turns) {
    double y = sigma * tau;
    double growth = Math.min(0, power) * Math.log(Math.cos(tau / 2));
    return 0.5 * y * y + turns * tau + growth;
  }

  /** The first shift outward at which the rest of the sums is negligible. */
  private double end(int side, double start, double negligible) {
    double at = start;
    while (!(tail(side, at) <= negligible) && Math.abs(at) < LARGEST_SHIFT) {
      at += side * 0.4 / sigma;
    }
    return at;
  }

  /** Bound of the truncation error of both sums for nodes from a shift outward. */
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
    double log = nodes.logMass() - 0.5 * z * z + rise;
    return 4 * Math.exp(log) * (2 + 1 / (fall * step)) * (1 + 1e-9);
  }

  private void sum(double first, double last) {
    int most = (int) (last - first) + 1;
    if (weight.length < most) {
      weight = new double[most];
      loss = new double[most];
      error = new double[most];
    }
    double center = 1 / (2 * sigma);
    double logMass = nodes.logMass();
    double massError = nodes.logMassError();
    double total = 0;
    double absolute = 0;
    double errors = 0;
    massTimesLoss = 0;
    roundedMassTimesLoss = 0;
    summed = 0;
    for (double number = first; number <= last; number++) {
      double u = nodes.shift(number);
      double x = q * Math.expm1(u);
      double log = Math.log1p(x);
      double z = nodes.position(number);
      double square = z * z;
      double exponent = logMass - 0.5 * square;
      double turned = power * log;
      double mass = Math.exp(exponent);
      double tilted = Math.exp(exponent + turned);
      // For a large change the mass may be subnormal, which loses digits.
      double change = turned > STEEP ? tilted - mass : mass * Math.expm1(turned);
      double ofChange = 3 + 3 * nodes.shiftError() * (1 + Math.max(0, u));
      double ofLog = 2 + ofChange / Math.min(1, 1 + x);
      double rounding =
          3 * square
              + 2 * Math.abs(z) * center
              + massError
              + 2 * Math.abs(exponent)
              + (4 + ofLog) * Math.abs(turned)
              + (16 + ofLog);
      total += change;
      absolute += Math.abs(change);
      errors += Math.abs(change) * rounding;
      double moved = tilted * Math.abs(log);
      massTimesLoss += moved;
      roundedMassTimesLoss += moved * (rounding + ofLog);
      weight[summed] = tilted;
      loss[summed] = power > 0 ? log : -log;
      error[summed] = rounding + ofLog;
      summed++;
    }
    momentMinusOne = total;
    momentError = U * (errors + (summed + 4) * absolute) * 1.01 + Double.MIN_NORMAL;
  }

  /** Adds the logarithm of {@code count} steps to the nodes of a contour. */
  public void addTo(ContourNodes nodes, double count) {
    powers.prepare(loss, weight, summed, nodes.step, nodes.wanted());
    double perTime =
        U * (roundedMassTimesLoss + (2 * summed + powers.roundoffs()) * massTimesLoss) * 1.01;
    for (int k = 0; k < nodes.wanted(); k++) {
      powers.sum(k);
      double error =
          (fixedError + perTime * k * nodes.step + 4 * U * Math.abs(momentMinusOne)) * UP;
      nodes.addPower(k, count, momentMinusOne + powers.real, powers.imaginary, error);
    }
  }

  /** {@code log M(c)}, if the nodes are few enough. */
  public Enclosure logMoment() {
    return Enclosure.of(0, Math.max(0, momentMinusOne + momentError))
        .max(Enclosure.exact(momentMinusOne - momentError))
        .log1p();
  }

  /** The nodes and errors as a moment along another contour. */
  LineMoment along(double count) {
    LineNodes line = new LineNodes();
    for (int j = 0; j < summed; j++) {
      double relative = U * error[j] * 1.01;
      double log = Math.log(weight[j]);
      line.add(log, 0, relative, loss[j], 0, relative * Math.abs(loss[j]));
    }
    return new LineMoment(line, count, logMoment().expm1(), fixedError);
  }

  /**
   * Estimate of {@code log M(c)} of a step, on which no bound depends. If nodes are too many, the
   * result is the logarithm of the largest term.
   *
   * @param accuracy target of the error
   */
  public double roughLogMoment(
      double share, NormalNoise noise, boolean removing, double c, double accuracy) {
    prepare(share, noise, removing, c, 0, accuracy);
    if (known) {
      return Math.log1p(momentMinusOne);
    }
    double farthest = (1 + c) * (Math.log(share) + 0.5 * c / (sigma * sigma));
    return removing ? Math.max(0, farthest) : -c * Math.log1p(-share);
  }
}
