package org.assay.verify.internal.log;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers in sentences. */
final class Shown {
  /** Number of digits of a number in a message. */
  private static final MathContext DIGITS = new MathContext(6);

  private Shown() {}

  /** A finite number to six digits, or the word "infinite". */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return "infinite";
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    boolean plain = value == 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e9);
    return plain ? rounded.toPlainString() : rounded.toString();
  }
}
