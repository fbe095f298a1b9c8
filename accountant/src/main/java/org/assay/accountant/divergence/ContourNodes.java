package org.assay.accountant.divergence;

/**
 * {@code log M(c + ikh)} for k from 0 on, summed up factor by factor. Where a factor is smaller
 * than its own error only a bound of its modulus is added.
 */
final class ContourNodes {
  private static final double U = 0x1p-53;

  private static final double LOG_THREE = Math.log(3);

  /** Where the series of the logarithm is cut, and up to where what is left is below a roundoff. */
  private static final int TERMS = 10;

  private static final double SMALL = 0x1p-6;

  final double c;
  final double step;
  final double[] logModulus;
  final double[] phase;

  /**
   * Bounds e: the exact value differs from the computed one by at most {@code e^e - 1} times the
   * computed one's modulus.
   */
  final double[] error;

  /** What the sums have lost by rounding, so that many small factors beside a large one count. */
  private final double[] restOfModulus;

  private final double[] restOfPhase;

  private int wanted;

  ContourNodes(double c, double step, int size) {
    this.c = c;
    this.step = step;
    this.logModulus = new double[size];
    this.phase = new double[size];
    this.error = new double[size];
    this.restOfModulus = new double[size];
    this.restOfPhase = new double[size];
    this.wanted = size;
  }

  int size() {
    return phase.length;
  }

  /** How many of them, from the first on, still want factors; the others are bounded for good. */
  int wanted() {
    return wanted;
  }

  /**
   * Bounds the last nodes for good as long as they cannot become large any more. The first one
   * stays.
   *
   * @param rest upper bound of the logarithm of the modulus of all factors to come together
   * @param negligible logarithm of a modulus that does not matter
   */
  void settle(double rest, double negligible) {
    while (wanted > 1 && isSettled(wanted - 1, rest, negligible)) {
      wanted--;
      // Twice the modulus bounds the difference to any value of at most this modulus.
      add(wanted, rest, 0, LOG_THREE);
    }
  }

  private boolean isSettled(int k, double rest, double negligible) {
    return logModulus[k] + error[k] + rest <= negligible;
  }

  /** Adds the logarithm of a factor. */
  void add(int k, double log, double angle, double bound) {
    addTo(logModulus, restOfModulus, k, log);
    addTo(phase, restOfPhase, k, angle);
    double sizes = Math.abs(log) + Math.abs(angle);
    double sums = Math.abs(logModulus[k]) + Math.abs(phase[k]);
    error[k] += bound + 4 * U * sizes + 8 * U * U * sums;
  }

  /**
   * Adds to a sum of two numbers, of which the second is at most half a unit in the last place of
   * the first: only that one is rounded.
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
  void addPower(int k, double count, double a, double b, double uncertainty) {
    double modulus = Math.hypot(1 + a, b);
    if (!(uncertainty < 0.5 * modulus)) {
      // The exact value is at most this large: twice it bounds the difference.
      double log = Math.log((modulus + uncertainty) * (1 + 0x1p-40));
      add(k, count * log, 0, LOG_THREE + 4 * U * count);
      return;
    }
    double log = modulus < 0.5 ? Math.log(modulus) : 0.5 * Math.log1p(2 * a + a * a + b * b);
    double angle = Math.atan2(b, 1 + a);
    double relative = uncertainty / modulus * 1.01;
    double roundoff = 4 * U * (Math.abs(log) + Math.abs(angle) + logRoundoff(a, b, modulus));
    add(k, count * log, count * angle, count * (roundoff - Math.log1p(-relative)));
  }

  /**
   * The same where the power's base is mostly near 1, by the series of {@code log(1 + w)}, which is
   * quick and errs in proportion to w.
   */
  void addPowerNearOne(int k, double count, double a, double b, double uncertainty) {
    double size = Math.abs(a) + Math.abs(b);
    if (!(size < SMALL && uncertainty < SMALL)) {
      addPower(k, count, a, b, uncertainty);
      return;
    }
    double re = -1.0 / TERMS;
    double im = 0;
    for (int n = TERMS - 1; n > 0; n--) {
      double turned = re * b + im * a;
      re = (n % 2 == 1 ? 1.0 : -1.0) / n + (re * a - im * b);
      im = turned;
    }
    double log = re * a - im * b;
    double angle = re * b + im * a;
    double relative = uncertainty * 1.02;
    add(k, count * log, count * angle, count * (24 * U * size - Math.log1p(-relative)));
  }

  /** Roundoff of the arguments of logarithm and angle, in units of 4U. */
  private static double logRoundoff(double a, double b, double modulus) {
    double size = Math.abs(a) + a * a + b * b;
    double turned = (1 + Math.abs(a)) * (modulus < 0.5 ? 1 : Math.abs(b));
    return modulus < 0.5 ? turned / modulus : (size + turned) / (modulus * modulus);
  }
}
