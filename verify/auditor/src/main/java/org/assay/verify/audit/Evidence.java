package org.assay.verify.audit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.assay.accountant.numeric.Rounding;

/** The strength of a refutation, in words. */
public final class Evidence {
  /** Three digits, rounded up. */
  private static final MathContext SHORT = new MathContext(3, RoundingMode.CEILING);

  private Evidence() {}

  /**
   * What the largest wealth of a bettor against a claim means. Under a true claim, the wealth ever
   * reaches {@code w} with probability at most {@code 1/w} (Ville, 1939).
   *
   * @param logPeak natural logarithm of the largest wealth, at least 0
   * @return half a sentence with the probability 1/w, rounded up to three digits
   */
  public static String describe(double logPeak) {
    return "were the claim true, evidence this strong would appear with probability at most "
        + BigDecimal.valueOf(Rounding.expUp(-logPeak)).round(SHORT).doubleValue();
  }
}
