package org.assay.cli.internal.walk;

import java.util.OptionalDouble;
import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.iteration.LastIterateCertificate;
import org.assay.accountant.iteration.LastIterateChecker;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.verify.walk.CertifiedLoss;
import org.assay.verify.walk.RampLowerBound.RampLoss;

/**
 * A privacy parameter of the last iterate between two certified numbers.
 *
 * @param certificate the proof of the upper bound
 * @param upper the upper bound, by a certificate that was checked
 * @param composition the upper bound by composition over all steps
 * @param lower the lower bound for losses that stay the same, or the reason why there is none
 * @param lowerChanging the lower bound for losses that may change from step to step, for which the
 *     upper bound holds too, or the reason why there is none
 */
public record Bracket(
    LastIterateCertificate certificate,
    double upper,
    double composition,
    LowerBound<CertifiedLoss> lower,
    LowerBound<RampLoss> lowerChanging) {
  /**
   * Checks that the upper bound is not below a lower one.
   *
   * @throws ContradictionException if one is
   */
  public Bracket {
    double fixed = lower.loss().map(CertifiedLoss::value).orElse(0.0);
    double changing = lowerChanging.loss().map(RampLoss::value).orElse(0.0);
    String run = certificate.settings().describe();
    ContradictionException.requireOrdered(fixed, upper, run);
    ContradictionException.requireOrdered(changing, upper, run);
  }

  /**
   * Finds the upper bound, has its certificate checked, and leaves the lower bounds out.
   *
   * @param descent the run
   * @param currency the parameter to bound
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
        LowerBound.notComputed("not asked for"),
        LowerBound.notComputed("not asked for"));
  }

  /**
   * This bracket with a lower bound for losses that stay the same.
   *
   * @param bound the lower bound, or the reason why there is none
   * @return a new bracket
   * @throws ContradictionException if it is above the upper bound
   */
  public Bracket withLower(LowerBound<CertifiedLoss> bound) {
    return new Bracket(certificate, upper, composition, bound, lowerChanging);
  }

  /**
   * This bracket with a lower bound for losses that may change.
   *
   * @param bound the lower bound, or the reason why there is none
   * @return a new bracket
   * @throws ContradictionException if it is above the upper bound
   */
  public Bracket withLowerChanging(LowerBound<RampLoss> bound) {
    return new Bracket(certificate, upper, composition, lower, bound);
  }

  /**
   * Upper over lower bound, both for losses that may change.
   *
   * @return the ratio, rounded up; empty without a lower bound above 0
   */
  public OptionalDouble ratio() {
    return lowerChanging
        .loss()
        .filter(loss -> loss.value() > 0)
        .map(loss -> OptionalDouble.of(Rounding.divideUp(upper, loss.value())))
        .orElse(OptionalDouble.empty());
  }
}
