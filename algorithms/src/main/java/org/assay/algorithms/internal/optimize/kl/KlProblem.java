package org.assay.algorithms.internal.optimize.kl;

import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.ReplacedRecord;
import org.assay.algorithms.objective.Loss;

/**
 * A problem under the (gamma, kappa)-KL condition {@code F(w) − min F ≤ gamma^kappa |∇F(w)|^kappa}.
 * The utility of the algorithms rests on the condition; their guarantees do not.
 *
 * @param records number of records n, at least 1
 * @param loss the loss of a record
 * @param set the set of parameters
 * @param initialGap bound F0 of the excess loss at the start, above 0 and at most (L gamma)^kappa
 * @param klConstant gamma, finite and above 0
 * @param klExponent kappa, finite and at least 1
 */
public record KlProblem(
    int records,
    Loss loss,
    ConstraintSet set,
    double initialGap,
    double klConstant,
    double klExponent) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public KlProblem {
    Parameters.requireAtLeastOne("records", records);
    Parameters.requirePositive("initialGap", initialGap);
    Parameters.requirePositive("klConstant", klConstant);
    if (!(klExponent >= 1 && klExponent < Double.POSITIVE_INFINITY)) {
      throw new InvalidParameterException(
          "klExponent", "was " + klExponent + ": it must be finite and at least 1");
    }
    double most = Math.pow(loss.lipschitzConstant() * klConstant, klExponent);
    if (!(initialGap <= most * (1 + 1e-12))) {
      throw new InvalidParameterException(
          "initialGap",
          String.format(
              "was %s: it must be at most (Lipschitz constant · klConstant)^klExponent = %s, which"
                  + " bounds every excess loss under the condition",
              initialGap, most));
    }
  }

  /**
   * {@code ln F0 + kappa ln(n √rho/(gamma L √d))}, the logarithm of the factor by which the excess
   * loss is to fall, with L as in {@link #noiseFloor}.
   *
   * @throws IllegalArgumentException if it is not above 0: there is nothing to gain
   */
  double logGain(double rho) {
    Parameters.requirePositive("rho", rho);
    double gain = Math.log(initialGap) - klExponent * Math.log(noiseFloor(rho));
    if (!(gain > 0)) {
      throw new IllegalArgumentException(
          String.format(
              "rho was %s: with %s records the noise exceeds what there is to gain; use more"
                  + " records or a larger rho",
              rho, records));
    }
    return gain;
  }

  /** {@code gamma L √d/(n √rho)}, with half of a gradient's sensitivity for L. */
  double noiseFloor(double rho) {
    return klConstant
        * ReplacedRecord.halfSensitivity(loss)
        * Math.sqrt(set.dimension())
        / (records * Math.sqrt(rho));
  }

  FullBatch batch() {
    return new FullBatch(loss, set, records);
  }
}
