package org.assay.accountant.divergence;

/**
 * {@code log M(c + ikh)} for k from 0 on, summed up factor by factor. Where a factor is smaller
 * than its own error only a bound of its modulus is added.
 */
final class ContourNodes {
  private static final double U = 0x1p-53;

  private static final double LOG_THREE = Math.log(3);

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

  ContourNodes(double c, double step, int size) {
    this.c = c;
    this.step = step;
    this.logModulus = new double[size];
    this.phase = new double[size];
    this.error = new double[size];
    this.restOfModulus = new double[size];
    this.restOfPhase = new double[size];
  }

  int size() {
    return phase.length;
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
    double square = (1 + a) * (1 + a) + b * b;
    // As accurate and much quicker where nothing can overflow or vanish.
    double modulus = square > 0x1p-20 && square < 0x1p20 ? Math.sqrt(square) : Math.hypot(1 + a, b);
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

  /** Roundoff of the arguments of logarithm and angle, in units of 4U. */
  private static double logRoundoff(double a, double b, double modulus) {
    double size = Math.abs(a) + a * a + b * b;
    double turned = (1 + Math.abs(a)) * (modulus < 0.5 ? 1 : Math.abs(b));
    return modulus < 0.5 ? turned / modulus : (size + turned) / (modulus * modulus);
  }
}
