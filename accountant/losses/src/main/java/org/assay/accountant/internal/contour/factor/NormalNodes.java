package org.assay.accountant.internal.contour.factor;

/**
 * Equidistant points of {@link NormalNoise}, numbered by integers, in that type's coordinates u and
 * z.
 */
interface NormalNodes {
  /** Mesh width in u, with an error of at most two roundoffs. */
  double step();

  /** u of a node, with a relative error of 3 {@link #shiftError} roundoffs. */
  double shift(double number);

  /** z of a node, with an error of at most {@code 2|z| + 1/s} roundoffs. */
  double position(double number);

  /** The number of the node at a shift, fractional between two nodes; the error is below 1. */
  double number(double shift);

  /** Logarithm of a node's mass at z = 0. */
  double logMass();

  /** Bound of the error of {@link #logMass}, in roundoffs. */
  double logMassError();

  /** 0 if shifts are exact, else 1. */
  int shiftError();

  /**
   * Factor of the trapezoid rule's error. The factor is 0 if the nodes are all points of the noise,
   * 2 if they are some of its points, and 1 for continuous noise.
   */
  int rules();
}
