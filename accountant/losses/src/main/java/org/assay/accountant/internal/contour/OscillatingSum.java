package org.assay.accountant.internal.contour;

/** A compensated sum of moduli times cosines, whose terms cancel, with a bound of its error. */
final class OscillatingSum {
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
