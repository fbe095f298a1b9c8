package org.assay.accountant.divergence;

/**
 * The moment generating function {@code M(s) = E_P[e^(s · loss)]} of one step's privacy loss along
 * a vertical line {@code s = c + it}, with proven bounds.
 */
interface LossTransform {
  /**
   * Evaluates {@code M(c + it) - 1}; the parts are then read from {@link #real()}, {@link
   * #imaginary()} and {@link #error()}.
   */
  void evaluate(double t);

  /** Real part of the value evaluated last. */
  double real();

  /** Imaginary part of the value evaluated last. */
  double imaginary();

  /** Bound on the modulus of the error of the value evaluated last. */
  double error();

  /** Upper bound of {@code log |M(c + iv)|} for every {@code v ≥ t}. */
  double logDecayBound(double t);
}
