package org.assay.cli.walk;

import java.util.OptionalDouble;
import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.iteration.LastIterateCertificate;
import org.assay.accountant.iteration.LastIterateChecker;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.verify.walk.CertifiedLoss;

/**
 * A privacy parameter of the last iterate between two certified numbers.
 *
 * @param certificate what proves the upper bound
 * @param upper the upper bound, by a certificate that was checked
 * @param composition what composition over all steps proves
 * @param lower the lower bound, or why there is none
 */
public record Bracket(
    LastIterateCertificate certificate, double upper, double composition, LowerBound lower) {
  /**
   * Insists that no upper bound is below a lower one.
   *
   * @throws ContradictionException if one is
   */
  public Bracket {
    double low = lower.loss().map(CertifiedLoss::value).orElse(0.0);
    ContradictionException.requireOrdered(low, upper, certificate.settings().describe());
  }

  /**
   * Finds the upper bound, has its certificate checked, and leaves the lower bound out.
   *
   * @param descent the run
   * @param currency what to bound
   * @return the bracket
   * @throws ArithmeticException if no finite upper bound is known
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no theorem covers the run
   */
  public static Bracket fromAbove(Descent descent, Currency currency) {
    LastIterate bound = LastIterate.of(descent.settings());
    LastIterateCertificate certificate = currency.certify(bound);
    LastIterateChecker.check(certificate);
    return new Bracket(
        certificate,
        currency.valueOf(certificate.guarantee()),
        currency.composition(bound),
        LowerBound.notComputed("not asked for"));
  }

  /**
   * The same with a lower bound.
   *
   * @param bound the lower bound, or why there is none
   * @return a new bracket
   * @throws ContradictionException if it is above the upper bound
   */
  public Bracket withLower(LowerBound bound) {
    return new Bracket(certificate, upper, composition, bound);
  }

  /**
   * Upper over lower bound.
   *
   * @return the ratio, rounded up; empty without a lower bound above 0
   */
  public OptionalDouble ratio() {
    return lower
        .loss()
        .filter(loss -> loss.value() > 0)
        .map(loss -> OptionalDouble.of(Rounding.divideUp(upper, loss.value())))
        .orElse(OptionalDouble.empty());
  }
}
