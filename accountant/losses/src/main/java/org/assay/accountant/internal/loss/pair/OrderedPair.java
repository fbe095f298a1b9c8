package org.assay.accountant.internal.loss.pair;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * An ordered pair (P, Q) of distributions, given by the distributions of its loss {@code L = log
 * dP/dQ}. A distribution consists of atoms, outcomes of loss 0, a continuous part, and an omitted
 * rest with small bounds. Implementations are values: equal pairs are equal objects.
 */
public interface OrderedPair {
  /** A description in one line. */
  String name();

  /**
   * The outcomes with a probability of their own, including those that Q cannot produce; {@link
   * #neutral} counts outcomes of loss 0.
   */
  List<LossAtom> atoms();

  /** The mass, the same under P and Q, of outcomes whose loss is exactly 0. */
  default Enclosure neutral() {
    return Enclosure.ZERO;
  }

  /**
   * Upper bounds of masses that are omitted elsewhere: {@code below} counts losses of at most 0,
   * {@code above} any losses.
   */
  default LossTails omitted() {
    return LossTails.NONE;
  }

  /** Whether there is a part without atoms. */
  boolean continuous();

  /** The masses of the continuous part below and above a loss. */
  LossTails tails(Enclosure loss);

  /**
   * Whether the loss distributions are those of the pair itself. Otherwise they belong to a
   * dominating pair, and compositions of them give upper bounds only.
   */
  default boolean hasOwnLaws() {
    return true;
  }

  /** An approximate size of the loss of one step, above 0; no bound depends on it. */
  double scale();

  /**
   * A number whose multiples the atoms' losses are, so that the lattice can contain them; 0 if
   * there is none.
   */
  default double period() {
    return 0;
  }

  /**
   * Whether every composition with this pair has a profile at least as large as with the other
   * pair.
   */
  default boolean dominates(OrderedPair other) {
    return equals(other);
  }

  /**
   * The profile at a non-negative epsilon, if one below the profile of the loss distributions is
   * known. It is never above that profile.
   */
  default Optional<Enclosure> profile(Enclosure epsilon) {
    return Optional.empty();
  }

  /** The profile of the exchanged pair, if one below that of the loss distributions is known. */
  default Optional<Enclosure> reversedProfile(Enclosure epsilon) {
    return Optional.empty();
  }

  /** The mu, if the pair is that of a Gaussian mechanism; 0 otherwise. */
  default Enclosure gaussianMu() {
    return Enclosure.ZERO;
  }

  /**
   * The probability of revealing everything, for a pair that otherwise reveals nothing, the same in
   * both orders; 0 for other pairs.
   */
  default Enclosure allOrNothing() {
    return Enclosure.ZERO;
  }

  /** The pair with P and Q exchanged. */
  OrderedPair reversed();
}
