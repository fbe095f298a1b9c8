package org.assay.accountant.curve;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;

/**
 * An ordered pair (P, Q) of distributions, given by the laws of its loss {@code L = log dP/dQ}:
 * atoms, outcomes of loss 0, a part on which the loss has no atoms, and a rest that is only known
 * to be small. Implementations are values: equal pairs are equal objects.
 */
interface OrderedPair {
  /** What the pair is, in one line. */
  String name();

  /**
   * The outcomes with a probability of their own, including those that Q cannot produce; {@link
   * #neutral} counts those of loss 0.
   */
  List<LossAtom> atoms();

  /** The mass, the same under P and Q, of outcomes whose loss is exactly 0. */
  default Enclosure neutral() {
    return Enclosure.ZERO;
  }

  /**
   * Upper bounds of masses that nothing else counts: below, of losses of at most 0; above, of any
   * losses.
   */
  default LossTails omitted() {
    return LossTails.NONE;
  }

  /** Whether there is a part without atoms. */
  boolean continuous();

  /** The masses of the continuous part below and above a loss. */
  LossTails tails(Enclosure loss);

  /**
   * Whether the laws of the losses are those of the pair itself. Otherwise they are those of a pair
   * that dominates it, and what compositions of them reveal is a bound from above only.
   */
  default boolean hasOwnLaws() {
    return true;
  }

  /** A rough size of the loss of one step, above 0; it steers, and nothing rests on it. */
  double scale();

  /** The losses that the lattice should contain are multiples of this, or 0 if there are none. */
  default double period() {
    return 0;
  }

  /** Whether the profile of every composition is at least that with the other pair instead. */
  default boolean dominates(OrderedPair other) {
    return equals(other);
  }

  /**
   * The profile at an epsilon of at least 0 where more is known of it than the laws say: of what
   * they bound, so it is never larger.
   */
  default Optional<Enclosure> profile(Enclosure epsilon) {
    return Optional.empty();
  }

  /** The same of the exchanged pair. */
  default Optional<Enclosure> reversedProfile(Enclosure epsilon) {
    return Optional.empty();
  }

  /** The same pair with P and Q exchanged. */
  OrderedPair reversed();
}
