package org.assay.accountant.internal.contour.allocation;

/**
 * The contour in a ratio's normal variable along which transforms are summed for x at an angle θ.
 * The contour lies {@code -iσ · shift} off the real axis, which reduces the angle of x X to {@code
 * β = θ - shift}. Proofs: {@code doc-files/random-allocation.md}.
 */
final class AllocatedNormal {
  /** Largest shift times σ; it costs at most a factor e^2 by cancellation. Not tuned. */
  private static final double LARGEST_SHIFT = 2;

  /** Largest half-height of the strip of analyticity that is used. Not tuned. */
  private static final double LARGEST_HEIGHT = 2.5;

  /** Share of the strip below the angle π/2 that is used. Not tuned. */
  private static final double SHARE = 0.85;

  /** Minus the logarithm of the discretization error's target. Not tuned. */
  private static final double LOG_ACCURACY = 43;

  final double shift;
  final double beta;

  /** Logarithm of the factor by which moduli of weights grow off the real axis. */
  final double logGrown;

  private final double sigma;
  private final double height;

  AllocatedNormal(double sigma, double theta) {
    this.sigma = sigma;
    this.shift = Math.min(theta, LARGEST_SHIFT / sigma);
    this.beta = theta - shift;
    this.logGrown = 0.5 * (shift * sigma) * (shift * sigma);
    this.height = Math.min(SHARE * (0.5 * Math.PI - beta) * sigma, LARGEST_HEIGHT);
  }

  /** The largest angle of x X within the strip that is used, below π/2. */
  double widest() {
    return beta + height / sigma;
  }

  /** The mesh width for which the discretization error meets its target. */
  double spacing() {
    double growth = shift * sigma + height;
    return 2 * Math.PI * height / (0.5 * growth * growth + LOG_ACCURACY);
  }

  /**
   * The discretization error for nodes at a distance, relative to an integral at the largest angle.
   */
  double discretization(double spacing) {
    double exponent = 2 * Math.PI * height / spacing * (1 - 1e-12);
    double above = shift * sigma + height;
    double below = shift * sigma - height;
    double strips =
        Math.exp(0.5 * above * above - exponent) + Math.exp(0.5 * below * below - exponent);
    return strips / -Math.expm1(-exponent) * (1 + 0x1p-30);
  }
}
