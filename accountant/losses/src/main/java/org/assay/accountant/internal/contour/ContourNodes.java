package org.assay.accountant.internal.contour;

/**
 * {@code log M(c + ikh)} for k from 0 on, summed up factor by factor. If a factor is smaller than
 * its own error, only a bound of its modulus is added.
 */
public final class ContourNodes {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  private static final double LOG_THREE = Math.log(3);

  /**
   * Number of terms of the series of {@code log(1 + w)}. With |w| below {@link #SMALL}, the
   * remainder is below a roundoff.
   */
  private static final int TERMS = 10;

  /**
   * Largest modulus of w for the series, and largest error that two terms bound instead of a
   * logarithm.
   */
  private static final double SMALL = 0x1p-6;

  /**
   * Approximate range of a product whose logarithm is postponed: from {@code 1/LARGE} to {@code
   * LARGE}. Not tuned.
   */
  private static final double LARGE = 0x1p20;

  /**
   * Largest number of factors in a postponed product; it keeps the product's roundoff proportional
   * to the factors'. Not tuned.
   */
  private static final int MOST_PENDING = 16;

  /** Squared moduli below this may have lost digits to underflow. */
  private static final double TINY = 1e-200;

  final double c;
  public final double step;
  private final double[] logModulus;
  private final double[] phase;
  private final double[] error;

  /**
   * Compensation of the sums' roundoff, so that many small factors are accurate beside a large one.
   */
  private final double[] restOfModulus;

  private final double[] restOfPhase;

  /** Single factors whose logarithm is postponed: their product minus 1, and their number. */
  private final double[] pendingReal;

  private final double[] pendingImaginary;
  private final byte[] pending;

  private int wanted;

  /** Whether so many factors follow that time matters more than a digit of accuracy. */
  final boolean many;

  public ContourNodes(double c, double step, int size) {
    this(c, step, size, false);
  }

  ContourNodes(double c, double step, int size, boolean many) {
    this.many = many;
    this.c = c;
    this.step = step;
    this.logModulus = new double[size];
    this.phase = new double[size];
    this.error = new double[size];
    this.restOfModulus = new double[size];
    this.restOfPhase = new double[size];
    this.pendingReal = new double[size];
    this.pendingImaginary = new double[size];
    this.pending = new byte[size];
    this.wanted = size;
  }

  int size() {
    return phase.length;
  }

  public double logModulus(int k) {
    finish(k);
    return logModulus[k];
  }

  public double phase(int k) {
    finish(k);
    return phase[k];
  }

  /**
   * A bound e: the exact value differs from the computed one by at most {@code e^e - 1} times the
   * computed one's modulus.
   */
  public double error(int k) {
    finish(k);
    return error[k];
  }

  /**
   * Number of nodes, from the first on, that still need factors. The other nodes have their final
   * bound.
   */
  public int wanted() {
    return wanted;
  }

  /**
   * Gives the last nodes their final bound as long as their modulus can only stay negligible. The
   * first node never gets one.
   *
   * @param rest logarithm of an upper bound of the modulus of all later factors together
   * @param negligible logarithm of a negligible modulus
   */
  void settle(double rest, double negligible) {
    while (wanted > 1 && isSettled(wanted - 1, rest, negligible)) {
      wanted--;
      // Twice the modulus bounds the difference to any value of at most this modulus.
      addBound(wanted, rest);
    }
  }

  private boolean isSettled(int k, double rest, double negligible) {
    return logModulus(k) + error(k) + rest <= negligible;
  }

  /** Adds a factor by a bound of the logarithm of its modulus only. */
  public void addBound(int k, double log) {
    add(k, log, 0, LOG_THREE);
  }

  /** Adds the logarithm of a factor. */
  public void add(int k, double log, double angle, double bound) {
    addTo(logModulus, restOfModulus, k, log);
    addTo(phase, restOfPhase, k, angle);
    double sizes = Math.abs(log) + Math.abs(angle);
    double sums = Math.abs(logModulus[k]) + Math.abs(phase[k]);
    error[k] += bound + 4 * U * sizes + 8 * U * U * sums;
  }

  /**
   * Adds to a double-double sum. The second number is at most half a unit in the last place of the
   * first; only the second is rounded.
   */
  private static void addTo(double[] sums, double[] rests, int k, double term) {
    double sum = sums[k] + term;
    if (!(Math.abs(sum) < Double.POSITIVE_INFINITY)) {
      sums[k] = sum;
      rests[k] = 0;
      return;
    }
    double kept = sum - sums[k];
    double lost = (sums[k] - (sum - kept)) + (term - kept);
    double rest = rests[k] + lost;
    double whole = sum + rest;
    sums[k] = whole;
    rests[k] = rest - (whole - sum);
  }

  /**
   * Adds the logarithm of {@code (1 + a + ib)^count}.
   *
   * @param uncertainty bound of the modulus of the error of {@code a + ib}
   */
  public void addPower(int k, double count, double a, double b, double uncertainty) {
    double size = Math.abs(a) + Math.abs(b);
    double most = uncertainty / largestPart(1 + a, b) * 1.01;
    if (count == 1 && size < LARGE && most < 0.5) {
      multiply(k, a, b, logOfError(most));
    } else if (size < SMALL && uncertainty < SMALL) {
      addPowerNearOne(k, count, a, b, uncertainty);
    } else {
      addLogarithm(k, count, a, b, uncertainty);
    }
  }

  /**
   * Multiplies a single factor into the postponed product, as a logarithm costs much more than a
   * product.
   */
  private void multiply(int k, double a, double b, double bound) {
    double x = pendingReal[k];
    double y = pendingImaginary[k];
    double re = (x + a) + (x * a - y * b);
    double im = (y + b) + (x * b + y * a);
    double least = largestPart(1 + re, im);
    if (!(pending[k] < MOST_PENDING && least > 1 / LARGE && Math.abs(re) + Math.abs(im) < LARGE)) {
      finish(k);
      re = a;
      im = b;
    } else if (pending[k] > 0) {
      double before = Math.abs(x) + Math.abs(y);
      double size = Math.abs(a) + Math.abs(b);
      error[k] += 4 * U * (before + size + before * size) / least;
    }
    pendingReal[k] = re;
    pendingImaginary[k] = im;
    pending[k]++;
    error[k] += bound;
  }

  /** A lower bound of the modulus, up to a roundoff. */
  private static double largestPart(double re, double im) {
    return Math.max(Math.abs(re), Math.abs(im));
  }

  /** Takes all postponed logarithms. Later reads then change nothing. */
  void finish() {
    for (int k = 0; k < size(); k++) {
      finish(k);
    }
  }

  /** Takes the logarithm of a node's postponed product. */
  private void finish(int k) {
    if (pending[k] > 0) {
      double re = pendingReal[k];
      double im = pendingImaginary[k];
      pendingReal[k] = 0;
      pendingImaginary[k] = 0;
      pending[k] = 0;
      if (Math.abs(re) + Math.abs(im) < SMALL) {
        addPowerNearOne(k, 1, re, im, 0);
      } else {
        addLogarithm(k, 1, re, im, 0);
      }
    }
  }

  private void addLogarithm(int k, double count, double a, double b, double uncertainty) {
    double modulus = modulus(1 + a, b);
    if (!(uncertainty < 0.5 * modulus)) {
      // The exact value has at most this modulus, and twice the modulus bounds the difference.
      double log = Math.log((modulus + uncertainty) * (1 + 0x1p-40));
      add(k, count * log, 0, LOG_THREE + 4 * U * count);
      return;
    }
    double log = modulus < 0.5 ? Math.log(modulus) : 0.5 * log1p(2 * a + a * a + b * b);
    double angle = Math.atan2(b, 1 + a);
    double roundoff = 4 * U * (Math.abs(log) + Math.abs(angle) + logRoundoff(a, b, modulus));
    double relative = uncertainty / modulus * 1.01;
    add(k, count * log, count * angle, count * (roundoff + logOfError(relative)));
  }

  /**
   * Adds a power by the series of {@code log(1 + w)}, which is quick and has an error in proportion
   * to w.
   */
  private void addPowerNearOne(int k, double count, double a, double b, double uncertainty) {
    double re = -1.0 / TERMS;
    double im = 0;
    for (int n = TERMS - 1; n > 0; n--) {
      double turned = re * b + im * a;
      re = (n % 2 == 1 ? 1.0 : -1.0) / n + (re * a - im * b);
      im = turned;
    }
    double log = re * a - im * b;
    double angle = re * b + im * a;
    double roundoff = 24 * U * (Math.abs(a) + Math.abs(b));
    add(k, count * log, count * angle, count * (roundoff + logOfError(uncertainty * 1.02)));
  }

  /** Upper bound of {@code -log(1 - e)}; up to 1/2 it is at most {@code e + e²}. */
  private static double logOfError(double relative) {
    return relative < SMALL ? relative * (1 + relative) * (1 + 0x1p-50) : -Math.log1p(-relative);
  }

  /** The modulus, as accurate as the library's slower {@code hypot}. */
  private static double modulus(double re, double im) {
    double square = re * re + im * im;
    return square > TINY && square < 1 / TINY ? Math.sqrt(square) : Math.hypot(re, im);
  }

  /**
   * {@code log(1 + x)} for x above -3/4, with an error of at most 5 roundoffs, and of 4 for x above
   * 1/2.
   */
  private static double log1p(double x) {
    double sum = 1 + x;
    return x < 1 ? Math.log(sum) + (x - (sum - 1)) / sum : Math.log(sum);
  }

  /** Roundoff of the arguments of logarithm and angle, in units of 4U. */
  private static double logRoundoff(double a, double b, double modulus) {
    double size = Math.abs(a) + a * a + b * b;
    double turned = (1 + Math.abs(a)) * (modulus < 0.5 ? 1 : Math.abs(b));
    return modulus < 0.5 ? turned / modulus : (size + turned) / (modulus * modulus);
  }
}
