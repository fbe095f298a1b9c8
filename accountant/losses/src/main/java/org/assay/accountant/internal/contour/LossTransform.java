package org.assay.accountant.internal.contour;

import java.util.Optional;

/** One factor of a moment generating function along a vertical contour {@code s = c + it}. */
public interface LossTransform {
  /** Cost of one value, in evaluations of an integrand; infinite if values cannot be computed. */
  double cost();

  /** The factor along a longer contour; empty if the factor must be computed again. */
  default Optional<LossTransform> reaching(double reach) {
    return Optional.empty();
  }

  /** Adds the factor's logarithms to the nodes of a contour. */
  void addTo(ContourNodes nodes);

  /**
   * Upper bound of {@code log |M(c + iv)|} for every {@code v ≥ t}, t above 0 up to the line's
   * reach.
   */
  double logDecayBound(double t);

  /** Estimate of the decay bound, used where the bound is expensive and no result depends on it. */
  default double roughDecay(double t) {
    return logDecayBound(t);
  }
}
