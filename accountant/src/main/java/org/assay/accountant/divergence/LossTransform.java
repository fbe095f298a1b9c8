package org.assay.accountant.divergence;

import java.util.Optional;

/** One factor of a moment generating function along a vertical line {@code s = c + it}. */
interface LossTransform {
  /** Cost of one value, in evaluations of an integrand; infinite where values are out of reach. */
  double cost();

  /** The same along a longer line; empty if it has to be made anew. */
  default Optional<LossTransform> reaching(double reach) {
    return Optional.empty();
  }

  /** Adds the factor's logarithms to the nodes of a line. */
  void addTo(ContourNodes nodes);

  /**
   * Upper bound of {@code log |M(c + iv)|} for every {@code v ≥ t}, t above 0 up to the line's
   * reach.
   */
  double logDecayBound(double t);

  /** About the same, to steer by where the bound is expensive. */
  default double roughDecay(double t) {
    return logDecayBound(t);
  }
}
