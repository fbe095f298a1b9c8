package org.assay.accountant.divergence;

/**
 * Equidistant points of {@link NormalNoise}, numbered by whole numbers, in the coordinates u and z
 * that are named there.
 */
interface NormalNodes {
  /** Their distance in u, to two roundoffs. */
  double step();

  /** u of a node, within 3 {@link #shiftError} roundoffs of itself. */
  double shift(double number);

  /** z of a node, within {@code 2|z| + 1/s} roundoffs. */
  double position(double number);

  /** The number of the node at a shift, a fraction between two nodes; off by less than 1. */
  double number(double shift);

  /** Logarithm of a node's mass at z = 0. */
  double logMass();

  /** Bound of the error of {@link #logMass}, in roundoffs. */
  double logMassError();

  /** 0 where shifts are exact, else 1. */
  int shiftError();

  /**
   * How often the trapezoid rule's error counts: not at all where the nodes are all the points that
   * the noise has, twice where they are some of these.
   */
  int rules();
}
