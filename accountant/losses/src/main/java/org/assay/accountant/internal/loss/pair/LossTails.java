package org.assay.accountant.internal.loss.pair;

import org.assay.accountant.numeric.Enclosure;

/**
 * The masses of the continuous part of a pair below and above a loss.
 *
 * @param pBelow mass under P of smaller losses
 * @param pAbove mass under P of larger losses
 * @param qBelow mass under Q of smaller losses
 * @param qAbove mass under Q of larger losses
 */
public record LossTails(Enclosure pBelow, Enclosure pAbove, Enclosure qBelow, Enclosure qAbove) {
  /** No mass anywhere. */
  public static final LossTails NONE =
      new LossTails(Enclosure.ZERO, Enclosure.ZERO, Enclosure.ZERO, Enclosure.ZERO);

  /** Masses of outcomes of any loss, at most these under P and Q. */
  static LossTails unknown(double p, double q) {
    Enclosure underP = Enclosure.of(0, p);
    Enclosure underQ = Enclosure.of(0, q);
    return new LossTails(underP, underP, underQ, underQ);
  }

  /** This split for the exchanged pair, in which every loss changes its sign. */
  LossTails reversed() {
    return new LossTails(qAbove, qBelow, pAbove, pBelow);
  }

  /** The masses of two parts together. */
  LossTails plus(LossTails other) {
    return new LossTails(
        pBelow.plus(other.pBelow),
        pAbove.plus(other.pAbove),
        qBelow.plus(other.qBelow),
        qAbove.plus(other.qAbove));
  }

  /** The masses of a part that occurs with a probability. */
  LossTails times(Enclosure weight) {
    return new LossTails(
        pBelow.times(weight), pAbove.times(weight), qBelow.times(weight), qAbove.times(weight));
  }

  /** Mass under P between this split and one at a larger loss. */
  public Enclosure pUntil(LossTails larger) {
    return between(pBelow, pAbove, larger.pBelow, larger.pAbove);
  }

  /** Mass under Q between this split and one at a larger loss. */
  public Enclosure qUntil(LossTails larger) {
    return between(qBelow, qAbove, larger.qBelow, larger.qAbove);
  }

  private static Enclosure between(
      Enclosure below, Enclosure above, Enclosure largerBelow, Enclosure largerAbove) {
    Enclosure mass = largerBelow.minus(below).intersect(above.minus(largerAbove));
    return mass.max(Enclosure.ZERO);
  }
}
