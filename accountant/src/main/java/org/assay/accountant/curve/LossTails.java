package org.assay.accountant.curve;

import org.assay.accountant.numeric.Enclosure;

/**
 * How a loss splits the continuous part of a pair.
 *
 * @param pBelow mass under P of smaller losses
 * @param pAbove mass under P of larger losses
 * @param qBelow mass under Q of smaller losses
 * @param qAbove mass under Q of larger losses
 */
record LossTails(Enclosure pBelow, Enclosure pAbove, Enclosure qBelow, Enclosure qAbove) {
  /** No mass anywhere. */
  static final LossTails NONE =
      new LossTails(Enclosure.ZERO, Enclosure.ZERO, Enclosure.ZERO, Enclosure.ZERO);

  /** The same split seen from the exchanged pair, where every loss changes its sign. */
  LossTails reversed() {
    return new LossTails(qAbove, qBelow, pAbove, pBelow);
  }

  /** Mass under P between this split and one at a larger loss. */
  Enclosure pUntil(LossTails larger) {
    return between(pBelow, pAbove, larger.pBelow, larger.pAbove);
  }

  /** Mass under Q between this split and one at a larger loss. */
  Enclosure qUntil(LossTails larger) {
    return between(qBelow, qAbove, larger.qBelow, larger.qAbove);
  }

  private static Enclosure between(
      Enclosure below, Enclosure above, Enclosure largerBelow, Enclosure largerAbove) {
    Enclosure mass = largerBelow.minus(below).intersect(above.minus(largerAbove));
    return mass.max(Enclosure.ZERO);
  }
}
