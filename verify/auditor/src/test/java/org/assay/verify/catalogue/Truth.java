package org.assay.verify.catalogue;

/**
 * The privacy that a mechanism really has on the worst pair listed with it.
 *
 * @param parameter what the value means
 * @param value the value, possibly infinite
 * @param tolerance how far the value may be off, because it was rounded where it was published
 */
public record Truth(Parameter parameter, double value, double tolerance) {
  /** What is known. */
  public enum Parameter {
    /** Smallest epsilon, at the delta of the claim if it has one. */
    EPSILON,
    /** Smallest delta at the epsilon of the claim. */
    DELTA,
    /** The mu of Gaussian differential privacy. */
    MU,
    /** Nothing but whether the claim holds. */
    VERDICT
  }

  static Truth epsilon(double value, double tolerance) {
    return new Truth(Parameter.EPSILON, value, tolerance);
  }

  static Truth infinite() {
    return new Truth(Parameter.EPSILON, Double.POSITIVE_INFINITY, 0);
  }

  static Truth delta(double value, double tolerance) {
    return new Truth(Parameter.DELTA, value, tolerance);
  }

  static Truth mu(double value) {
    return new Truth(Parameter.MU, value, 1e-9);
  }

  static Truth verdictOnly() {
    return new Truth(Parameter.VERDICT, Double.NaN, 0);
  }
}
