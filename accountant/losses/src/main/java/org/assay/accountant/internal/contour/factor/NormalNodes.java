package org.assay.accountant.internal.contour.factor;

/**
 * Equidistant points of {@link NormalNoise}, numbered by whole numbers, in the coordinates u and z
 * of that type.
 */
interface NormalNodes {
  /** Mesh width in u, to two roundoffs. */
  double step();

  /** u of a node, with a relative error of 3 {@link #shiftError} roundoffs. */
  double shift(double number);

  /** z of a node, within {@code 2|z| + 1/s} roundoffs. */
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
   * How often the trapezoid rule's error counts. The factor is 0 if the nodes are all points of the
   * noise, 2 if they are some of its points, and 1 for continuous noise.
   */
  int rules();
}
