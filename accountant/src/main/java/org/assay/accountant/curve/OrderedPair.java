package org.assay.accountant.curve;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;

/**
 * An ordered pair (P, Q) of distributions, given by the laws of its loss {@code L = log dP/dQ}:
 * atoms, and a part on which the loss has no atoms. Implementations are values: equal pairs are
 * equal objects.
 */
interface OrderedPair {
  /** What the pair is, in one line. */
  String name();

  /** The outcomes with a probability of their own, including those that Q cannot produce. */
  List<LossAtom> atoms();

  /** Whether there is more than the atoms. */
  boolean continuous();

  /** The masses of the continuous part below and above a loss. */
  LossTails tails(Enclosure loss);

  /** A rough size of the loss of one step, above 0; it steers, and nothing rests on it. */
  double scale();

  /** The losses that the lattice should contain are multiples of this, or 0 if there are none. */
  double period();

  /** The same pair with P and Q exchanged. */
  OrderedPair reversed();
}
