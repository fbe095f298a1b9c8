package org.assay.accountant.privacy;

import org.assay.accountant.numeric.Enclosure;

/**
 * One outcome of a pair of distributions, or several with the same likelihood ratio.
 *
 * @param p an enclosure of the probability under P, within [0, 1] up to rounding
 * @param q an enclosure of the probability under Q; exactly 0 if only P can produce it
 */
public record LossAtom(Enclosure p, Enclosure q) {
  /**
   * Checks the probabilities.
   *
   * @throws IllegalArgumentException if one cannot be a probability, or if it is unclear whether Q
   *     can produce the outcome
   */
  public LossAtom {
    Parameters.requireProbability("p", p.lower());
    Parameters.requireProbability("q", q.lower());
    requireSign("p", p);
    requireSign("q", q);
  }

  /**
   * An outcome of exactly known probabilities.
   *
   * @param p probability under P
   * @param q probability under Q
   * @return the atom
   */
  public static LossAtom exact(double p, double q) {
    return new LossAtom(Enclosure.exact(p), Enclosure.exact(q));
  }

  /** Whether both probabilities are known exactly and equal. */
  public boolean certainlyNeutral() {
    return p.lower() == p.upper() && p.equals(q);
  }

  /** The outcome with the roles of P and Q exchanged. */
  public LossAtom reversed() {
    return new LossAtom(q, p);
  }

  private static void requireSign(String name, Enclosure value) {
    if (!(value.lower() > 0 || value.upper() == 0) || value.upper() == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          name + " was " + value + ": it must be exactly 0 or above 0 and finite");
    }
  }
}
