package org.assay.ledger.internal.claim;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A comparison computed a second time, by arbitrary-precision arithmetic that shares no code with
 * the enclosures.
 *
 * @param exact the cost, or a lower bound of it
 * @param claimed the claim
 * @param digits how many significant digits of both are correct
 */
public record Recheck(BigDecimal exact, BigDecimal claimed, int digits) {
  /** Digits with which rechecks compute. */
  public static final int DIGITS = 30;

  /**
   * A comparison with {@link #DIGITS} digits.
   *
   * @param exact the cost, or a lower bound of it
   * @param claimed the claim
   * @return the recheck
   */
  public static Recheck of(BigDecimal exact, BigDecimal claimed) {
    return new Recheck(exact, claimed, DIGITS);
  }

  /**
   * Whether the claim is violated by more than the error of this computation.
   *
   * @return true if the refutation stands
   */
  public boolean confirms() {
    BigDecimal slack = exact.abs().add(claimed.abs()).scaleByPowerOfTen(1 - digits);
    return exact.subtract(claimed).compareTo(slack) > 0;
  }

  /** Whether both sides lie in the enclosures of the first computation. */
  boolean agreesWith(Comparison comparison) {
    return near(exact, comparison.exact().lower(), comparison.exact().upper())
        && near(claimed, comparison.claimed().lower(), comparison.claimed().upper());
  }

  private boolean near(BigDecimal value, double lower, double upper) {
    BigDecimal slack = value.abs().scaleByPowerOfTen(1 - digits);
    boolean above =
        lower == Double.NEGATIVE_INFINITY || value.add(slack).compareTo(new BigDecimal(lower)) >= 0;
    boolean below =
        upper == Double.POSITIVE_INFINITY
            || value.subtract(slack).compareTo(new BigDecimal(upper)) <= 0;
    return above && below;
  }

  /** Both sides with fifteen digits. */
  @Override
  public String toString() {
    MathContext shown = new MathContext(Math.min(15, digits));
    return exact.round(shown) + " against " + claimed.round(shown) + " (" + digits + " digits)";
  }
}
