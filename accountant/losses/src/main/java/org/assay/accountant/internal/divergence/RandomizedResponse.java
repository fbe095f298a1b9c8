package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * Randomized response over k answers: the true answer with a given probability, every other one
 * equally likely ([@KairouzOhViswanath2016], Section 4.1).
 *
 * <p>Two truths differ in two answers only: their probabilities p and {@code s = (1-p)/(k-1)} are
 * swapped, with log ratio {@code ± log(p/s)}.
 */
public final class RandomizedResponse {
  private RandomizedResponse() {}

  /**
   * Log ratio of the probabilities of the true and of any other answer, without cancellation for p
   * near 1/k.
   *
   * @param answers number of answers, from 2 to 2^53
   * @param truth probability of the true answer, strictly between 0 and 1
   * @return an enclosure of {@code log(p (k-1)/(1-p))}; its magnitude is the mechanism's epsilon
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure logRatio(long answers, double truth) {
    if (!(answers >= 2 && answers <= 1L << 53)) {
      throw new IllegalArgumentException(
          "answers was " + answers + ": there must be from 2 to 2^53 of them");
    }
    Parameters.requireOpenProbability("truthProbability", truth);
    // One rounding only, so the relative error stays small for p near 1/k.
    double advantage = Math.fma((double) answers, truth, -1);
    if (advantage == 0) {
      return Enclosure.ZERO;
    }
    Enclosure excess = Enclosure.of(Math.nextDown(advantage), Math.nextUp(advantage));
    if (advantage > 0) {
      return excess.dividedBy(Enclosure.ONE.minus(truth)).log1p();
    }
    Enclosure honest = Enclosure.exact(truth).times((double) (answers - 1));
    return excess.negate().dividedBy(honest).log1p().negate();
  }

  /**
   * Divergence of an order between the answers to two different truths, which is the same in both
   * directions.
   *
   * @param answers number of answers, from 2 to 2^53
   * @param truth probability of the true answer, strictly between 0 and 1
   * @param order Rényi order, at least 1 (1 is Kullback-Leibler)
   * @return an enclosure, in nats, of relative width below 1e-12
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyi(long answers, double truth, double order) {
    Enclosure ratio = logRatio(answers, truth);
    Orders.require(Enclosure.ZERO, order);
    Enclosure honest = Enclosure.exact(truth).log();
    Enclosure other = logOther(answers, truth);
    double b = order - 1;
    double largest =
        Math.max(honest.plus(ratio.times(b)).upper(), other.minus(ratio.times(b)).upper());
    MomentSum sum = new MomentSum(order, largest);
    sum.add(honest, ratio);
    sum.add(other, ratio.negate());
    return sum.renyi();
  }

  /** Logarithm of the probability of one given answer other than the true one. */
  static Enclosure logOther(long answers, double truth) {
    return Enclosure.exact(-truth).log1p().minus(Enclosure.exact((double) (answers - 1)).log());
  }
}
