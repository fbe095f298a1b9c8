package org.assay.algorithms.internal.optimize.kl;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * The constants of [@MenartEtAl2023], Algorithm 3.
 *
 * @param records number of records n
 * @param dimension dimension d
 * @param halfSensitivity L, half of what replacing a record does to its gradient
 * @param rho the paper's rho, finite and above 0
 * @param beta probability that the utility bound fails, strictly between 0 and 1
 */
record AdaptiveConstants(
    int records, int dimension, double halfSensitivity, double rho, double beta) {
  AdaptiveConstants {
    Parameters.requirePositive("rho", rho);
    Parameters.requireOpenProbability("beta", beta);
    if (!(records * Math.sqrt(rho) > beta)) {
      throw new IllegalArgumentException(
          "rho was " + rho + ": it is too small, records · √rho must exceed beta");
    }
  }

  /** {@code L/(√n rho^{1/4})}. */
  double normNoise() {
    return halfSensitivity / Math.sqrt(records * Math.sqrt(rho));
  }

  /** {@code max(N/√(d ln(n √rho/beta)), 2L/(n √rho))}. */
  double gradientNoise(double norm) {
    return Math.max(norm / Math.sqrt(dimension * logTerm()), leastNoise());
  }

  double leastNoise() {
    return 2 * halfSensitivity / (records * Math.sqrt(rho));
  }

  private double logTerm() {
    return Math.log(records * Math.sqrt(rho) / beta);
  }

  /**
   * What the paper books for a step, at least half of what it costs. A measured norm below 0 counts
   * as 0: booked by its square, as printed, the step would cost far more than the books show, since
   * its noise is the least.
   */
  double bookedCost(double norm) {
    double ratio = halfSensitivity / (records * Math.max(norm, 0));
    return Math.min(dimension * logTerm() * ratio * ratio, rho / 2) + Math.sqrt(rho) / records;
  }

  /**
   * What a run costs by the paper's stopping rule, at most {@code 3 rho/2 + 2 √rho/n}: while the
   * books show at most rho/2 no more than rho was spent, and one more step costs {@code rho/2 + 2
   * √rho/n}.
   */
  double spentByPrintedRule() {
    double last = Rounding.divideUp(Rounding.multiplyUp(2, Rounding.sqrtUp(rho)), records);
    // Doubles compute noise and books with a few roundings each.
    double slack = 1 + 1e-12;
    return Rounding.multiplyUp(Rounding.addUp(Rounding.multiplyUp(1.5, rho), last), slack);
  }
}
