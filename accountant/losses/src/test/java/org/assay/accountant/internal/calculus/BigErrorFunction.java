package org.assay.accountant.internal.calculus;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The complementary error function to any precision, independent of the code under test: the Taylor
 * series of erf with enough digits to survive its cancellation.
 */
public final class BigErrorFunction {
  private BigErrorFunction() {}

  /** erfc(x) to about the given number of correct digits, |x| up to about 40. */
  public static BigDecimal erfc(BigDecimal x, int digits) {
    int lost = (int) (x.doubleValue() * x.doubleValue() * 2 / Math.log(10)) + 20;
    MathContext context = new MathContext(digits + lost);
    BigDecimal square = x.multiply(x);
    BigDecimal power = x;
    BigDecimal sum = x;
    BigDecimal threshold = BigDecimal.ONE.movePointLeft(digits + lost);
    for (int n = 1; ; n++) {
      power = power.multiply(square, context).divide(BigDecimal.valueOf(-n), context);
      BigDecimal term = power.divide(BigDecimal.valueOf(2L * n + 1), context);
      sum = sum.add(term, context);
      if (n > square.doubleValue() && term.abs().compareTo(threshold) < 0) {
        break;
      }
    }
    BigDecimal scale =
        new BigDecimal(2).divide(BigDecimalMath.sqrt(BigDecimalMath.pi(context), context), context);
    return BigDecimal.ONE.subtract(sum.multiply(scale, context));
  }

  /** Upper tail of the standard normal distribution. */
  public static BigDecimal normalTail(BigDecimal t, int digits) {
    MathContext context = new MathContext(digits + 400);
    BigDecimal root = BigDecimalMath.sqrt(new BigDecimal(2), context);
    return erfc(t.divide(root, context), digits).divide(new BigDecimal(2), context);
  }
}
