package org.assay.accountant.internal.contour.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.internal.contour.ComplexRemainder;
import org.assay.accountant.internal.divergence.SampledGaussianMoment;
import org.assay.accountant.numeric.Enclosure;

/**
 * The profiles of one Gaussian step on a record that takes part at one random step of t. The
 * profile is {@code E (W - e^ε)_+} when the record is removed and {@code E (1 - e^ε W)_+} when the
 * record is added. W is the mean of t likelihood ratios. Both profiles follow from the put {@code E
 * (k - W)_+}, the inverse Laplace transform of {@code E e^(-sW)/s²}. The transform takes the same
 * time for 10^12 steps and for ten. Proof: {@code doc-files/random-allocation.md}.
 */
final class AllocatedMean {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-30;

  /** {@code 1/√(2π)}. */
  private static final double DENSITY = 0.3989422804014327;

  /**
   * Truncation of the normal variable, in standard deviations; the normal density is below 5e-25
   * there.
   */
  private static final double WINDOW = 10.5;

  private static final double WINDOW_DENSITY = 5e-25;

  /**
   * Fineness of the integrals. Every plan gives enclosures; those of a coarse plan are wide.
   *
   * @param logRepeated minus the logarithm of the aliasing error's target, which sets the mesh of a
   *     line
   * @param logOmitted logarithm of the truncation error's target, relative to the integrand on the
   *     real axis
   * @param coarser ratio of the distance of the normal variable's nodes to the largest distance
   *     without visible error
   * @param lost ratio of a transform's error to its modulus from which its digits are not used
   */
  record Plan(double logRepeated, double logOmitted, double coarser, double lost) {
    static final Plan FINE = new Plan(64, -46, 1, 0.25);
  }

  /**
   * Orders at which Chernoff's inequality bounds the aliased terms, as multiples of c; the smallest
   * bound is used. Not tuned.
   */
  private static final double[] REPEATED = {1.5, 2, 3, 4, 5};

  /**
   * Longest line, in evaluations of remainders: about an eighth of a second. Not tuned: bounds the
   * time.
   */
  private static final double MOST_WORK = 1e6;

  /** Factor by which a line grows until its truncation error is small enough. Not tuned. */
  private static final double GROWTH = 1.1;

  private final AllocatedLaw law;
  private final double sigma;
  private final double steps;
  private final Plan plan;

  /** Upper bounds of {@code E X²} and {@code E X² - 1}. */
  private final double secondMoment;

  private final double variance;
  private final Map<Double, Line> lines = new ConcurrentHashMap<>();
  private final Map<Double, Enclosure> logs = new ConcurrentHashMap<>();

  /** A mean of covered steps and noise, see {@link #covered}. */
  AllocatedMean(long steps, double sigma) {
    this(steps, sigma, Plan.FINE);
  }

  AllocatedMean(long steps, double sigma, Plan plan) {
    this.plan = plan;
    this.law = new AllocatedLaw(steps, sigma);
    this.sigma = sigma;
    this.steps = steps;
    Enclosure square = Enclosure.ONE.dividedBy(sigma).square();
    this.secondMoment = square.exp().upper();
    this.variance = square.expm1().upper();
  }

  /**
   * Whether the variance of W is at most 1. Otherwise the tails of W depend on a few large ratios,
   * and lines would be long.
   *
   * @param steps t, from 2 to 2^40
   * @param sigma the noise multiplier, above 0
   */
  static boolean covered(long steps, double sigma) {
    return Math.expm1(1 / (sigma * sigma)) <= steps;
  }

  /** The profile when the record is removed. Values far below {@code e^ε - 1} have few digits. */
  Enclosure removed(Enclosure epsilon) {
    Enclosure excess = epsilon.max(Enclosure.ZERO).expm1();
    if (!(excess.upper() < Double.POSITIVE_INFINITY)) {
      return Enclosure.of(0, 1);
    }
    return put(excess).minus(excess).max(Enclosure.ZERO).min(Enclosure.ONE);
  }

  /** The profile when the record is added. */
  Enclosure added(Enclosure epsilon) {
    Enclosure positive = epsilon.max(Enclosure.ZERO);
    Enclosure put = put(positive.negate().expm1());
    return put.times(positive.exp()).max(Enclosure.ZERO).min(Enclosure.ONE);
  }

  /** {@code E (1 + x - W)_+}. */
  private Enclosure put(Enclosure excess) {
    double c = crossing(excess.midpoint());
    return lines.computeIfAbsent(c, Line::new).put(excess);
  }

  /** The saddle point on the real axis, with an error of about half a power of 2. */
  private double crossing(double excess) {
    double best = 0;
    double smallest = Double.POSITIVE_INFINITY;
    int rises = 0;
    int start = 2 * Math.getExponent(1 / (Math.max(0, excess) + Math.sqrt(variance / steps))) - 2;
    for (int i = start; i < 2000 && rises < 3; i++) {
      double c = onGrid(i);
      double value = c * excess + logTransform(c).midpoint() - 2 * Math.log(c);
      rises = value < smallest ? 0 : rises + 1;
      if (value < smallest) {
        smallest = value;
        best = c;
      }
    }
    return best;
  }

  private static double onGrid(int half) {
    return Math.scalb(half % 2 == 0 ? 1 : 1.375, Math.floorDiv(half, 2));
  }

  /** {@code log E e^(-λ(W-1))} at a real number above 0. */
  Enclosure logTransform(double lambda) {
    return logs.computeIfAbsent(
        lambda,
        at -> {
          Transform transform = new Transform();
          transform.evaluate(at, 0);
          // Jensen's inequality gives the lower end 0, and W ≥ 0 gives the upper end.
          Enclosure known = Enclosure.of(0, Math.nextUp(at));
          return transform.lost
              ? known
              : known.intersect(
                  Enclosure.of(
                      Math.min(at, transform.logModulus - transform.error),
                      Math.max(0, transform.logModulus + transform.error)));
        });
  }

  /** {@code log E e^(-s(W-1)) = t log E e^(-x(X-1))}, {@code x = s/t}, at a complex number. */
  private final class Transform {
    private final ComplexRemainder remainder = new ComplexRemainder(2);
    double logModulus;
    double phase;

    /**
     * Bound of the logarithm's error. If the digits are lost, the modulus is an upper bound
     * instead.
     */
    double error;

    boolean lost;

    private double re;
    private double im;
    private double bound;

    void evaluate(double c, double v) {
      sum(c / steps, v / steps, Math.atan2(v, c));
      double size = Math.hypot(1 + re, im);
      lost = !(bound < plan.lost() * size);
      if (lost) {
        logModulus = steps * Math.log((size + bound) * UP);
        phase = 0;
        error = 0;
        return;
      }
      double square = re * re + im * im;
      double angle = Math.atan2(im, 1 + re);
      boolean small = square < 0.25;
      double log = small ? 0.5 * Math.log1p(2 * re + square) : Math.log(size);
      double roundings = small ? 32 * (Math.abs(re) + square) : 8 * (1 + Math.abs(log));
      logModulus = steps * log;
      phase = steps * angle;
      error =
          steps * (bound / (size - bound) + U * (roundings + 16 * Math.abs(angle))) * UP
              + Double.MIN_NORMAL;
    }

    /** {@code E e^(-x(X-1)) - 1} by the trapezoid rule; the linear term in x is 0. */
    private void sum(double xRe, double xIm, double theta) {
      AllocatedNormal normal = new AllocatedNormal(sigma, theta);
      double spacing = plan.coarser() * normal.spacing();
      int left = (int) Math.ceil(WINDOW / spacing);
      int right = (int) Math.ceil((WINDOW + 2 / sigma) / spacing);
      double cosine = Math.cos(normal.shift);
      double sine = Math.sin(normal.shift);
      double half = Math.sin(0.5 * normal.shift);
      double x = Math.hypot(xRe, xIm);
      double grown = Math.exp(xRe) * UP;
      re = 0;
      im = 0;
      double moduli = 0;
      double errors = 0;
      for (int j = -left; j <= right; j++) {
        double z = j * spacing;
        double log = z / sigma - 0.5 / (sigma * sigma);
        double less = Math.expm1(log);
        double ratio = less + 1;
        double turnedRe = less * cosine - 2 * half * half;
        double turnedIm = -ratio * sine;
        double turned = Math.hypot(turnedRe, turnedIm);
        double ofLog = U * (4 * Math.abs(z) / sigma + 2 / (sigma * sigma) + 4);
        double ofTurned = ratio * ofLog + 12 * U * (Math.abs(less) + ratio * sine + half * half);
        double zetaRe = xRe * turnedRe - xIm * turnedIm;
        double zetaIm = xRe * turnedIm + xIm * turnedRe;
        double zeta = x * turned * UP;
        remainder.evaluate(-zetaRe, -zetaIm);
        double ofZeta = x * (ofTurned + 8 * U * turned) * UP;
        double w = spacing * DENSITY * Math.exp(normal.logGrown - 0.5 * z * z);
        double angle = normal.shift * sigma * z;
        double roundings = U * (8 * (0.5 * z * z + normal.logGrown) + 4 * Math.abs(angle) + 16);
        double modulus = remainder.modulus();
        double wRe = w * Math.cos(angle);
        double wIm = w * Math.sin(angle);
        re += wRe * remainder.real - wIm * remainder.imaginary;
        im += wRe * remainder.imaginary + wIm * remainder.real;
        moduli += w * modulus;
        // Between ζ and its rounded value, |e^(-ζ) - 1| is at most |ζ| times this number.
        double most = Math.exp(Math.max(0, -zetaRe) + ofZeta) * UP;
        errors += w * (remainder.error + (zeta + ofZeta) * most * ofZeta + modulus * roundings);
      }
      double widest = normal.shift + Math.abs(normal.widest() - normal.beta);
      double squares = x * x * grown * UP;
      double strip = 0.5 * squares * (variance + widest * widest);
      double edge =
          squares * Math.exp(normal.logGrown) * WINDOW_DENSITY * (spacing + 1) * (secondMoment + 3);
      double sums = U * 2 * (left + right + 8) * moduli;
      bound = (errors + sums + strip * normal.discretization(spacing) + edge) * UP;
    }
  }

  /** Nodes along a vertical contour. */
  private final class Line {
    private final double c;
    private final double step;
    private final List<double[]> nodes = new ArrayList<>();

    /** Logarithm of the truncation error's bound, without the factor {@code e^(cx)}. */
    private final double logOmitted;

    Line(double c) {
      this.c = c;
      this.step = SampledGaussianMoment.shortened(2 * Math.PI * c / plan.logRepeated());
      double last = lastNode();
      for (double n = 0; n <= last; n++) {
        Transform transform = new Transform();
        transform.evaluate(c, n * step);
        nodes.add(
            new double[] {
              transform.logModulus, transform.phase, transform.lost ? -1 : transform.error
            });
      }
      this.logOmitted = last < 0 ? Double.POSITIVE_INFINITY : logBeyond(last * step);
    }

    /** The last node whose successors are negligible, or -1 if the line would be too long. */
    private double lastNode() {
      double goal = logTransform(c).midpoint() - 2 * Math.log(c) + plan.logOmitted();
      AllocatedNormal normal = new AllocatedNormal(sigma, 0.5 * Math.PI);
      double most = MOST_WORK / ((2 * WINDOW + 2 / sigma) / normal.spacing());
      double last = 8;
      while (last <= most && logBeyond(last * step) > goal) {
        last = Math.ceil(last * GROWTH);
      }
      return last <= most ? last : -1;
    }

    /** Logarithm of the truncation error's bound after a node, from turned contours. */
    private double logBeyond(double v) {
      double best = Double.POSITIVE_INFINITY;
      for (double share = 0.5; share <= 1; share += 0.25) {
        double a = Math.min(1.2, share * v * law.sharedVariance());
        double turned = a * a / (2 * law.sharedVariance()) * (1 + 1e-12);
        double y = (c * Math.cos(a) + v * Math.sin(a)) * (1 - 1e-12);
        double quadratic = y * (0.5 * secondMoment * y / steps * UP - 1);
        best = Math.min(best, turned + Math.min(quadratic, law.logLaplaceBound(y)));
      }
      return best + c - Math.log(Math.PI * v) + 1e-6;
    }

    /** {@code E (1 + x - W)_+}. */
    Enclosure put(Enclosure excess) {
      if (nodes.isEmpty()) {
        return bounds(excess);
      }
      double x = excess.midpoint();
      double sum = 0;
      double moduli = 0;
      double errors = 0;
      for (int n = 0; n < nodes.size(); n++) {
        double[] node = nodes.get(n);
        double v = n * step;
        double distance = Math.hypot(c, v);
        double exponent = c * x + node[0] - 2 * Math.log(distance);
        double modulus = (n == 0 ? 1 : 2) * Math.exp(exponent);
        if (node[2] < 0) {
          errors += modulus * UP;
          continue;
        }
        double turned = 2 * Math.atan2(v, c);
        double angle = v * x + node[1] - turned;
        double sizes = c * Math.abs(x) + Math.abs(node[0]) + 4 * Math.abs(Math.log(distance));
        double angles = v * Math.abs(x) + Math.abs(node[1]) + turned;
        double error = node[2] + distance * excess.width() * UP + 4 * U * (sizes + angles + 8);
        sum += modulus * Math.cos(angle);
        moduli += modulus;
        errors += modulus * (error < 1 ? error + error * error : Math.exp(error) + 1);
      }
      double sums = 2 * U * (nodes.size() + 8) * moduli;
      // Exponentials that underflow are above 0, so the smallest normal number is added.
      double omitted = Math.exp(logOmitted + c * excess.upper()) * UP + Double.MIN_NORMAL;
      double scale = step / (2 * Math.PI);
      double value = scale * sum;
      double error = (scale * (errors + sums) + omitted + 8 * U * Math.abs(value)) * UP;
      double low = -(error + repeated(excess.upper())) * UP;
      Enclosure known = bounds(excess);
      return error < Double.POSITIVE_INFINITY && low > Double.NEGATIVE_INFINITY
          ? known.intersect(Enclosure.exact(value).plus(Enclosure.of(low, error)))
          : known;
    }

    /** The aliasing error: the puts at strikes that are multiples of 2π/h away. */
    private double repeated(double x) {
      double distance = 2 * Math.PI / step * (1 - 1e-12);
      double share = Math.exp(-c * distance) * UP;
      double near = Math.max(0, x) + Math.min(1, 0.5 * Math.sqrt(variance / steps) * UP);
      double above = (near * share + distance * share / (1 - share)) / (1 - share);
      double logBelow = Double.POSITIVE_INFINITY;
      for (double times : REPEATED) {
        double lambda = times * c;
        double exponent = lambda * x + logTransform(lambda).upper() - (lambda - c) * distance;
        logBelow = Math.min(logBelow, exponent - Math.log(lambda));
      }
      return (above + Math.exp(logBelow)) * UP;
    }
  }

  /**
   * Bounds that hold for every put: {@code E (1 + x - W)_+ = max(0, x) + rest}. The rest is at most
   * half the mean deviation and at most {@code Var W/(4|x|)}.
   */
  Enclosure bounds(Enclosure excess) {
    double spread = variance / steps * UP;
    double near =
        excess.contains(0) ? 0 : Math.min(Math.abs(excess.lower()), Math.abs(excess.upper()));
    double rest = Math.min(Math.min(1, 0.5 * Math.sqrt(spread) * UP), 0.25 * spread / near * UP);
    return excess.max(Enclosure.ZERO).plus(Enclosure.of(0, rest));
  }
}
