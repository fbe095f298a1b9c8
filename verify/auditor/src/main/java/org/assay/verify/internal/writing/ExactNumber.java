package org.assay.verify.internal.writing;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;

/**
 * What a double omits of a decimal number, as further doubles ("rests"). The first rest is the
 * number without its first digits, so that close numbers have close rests.
 */
final class ExactNumber {
  /** Digits that the first rest omits; it holds the next 15 exactly. */
  static final int LEADING = 6;

  /** Every whole number of this many digits is a double. */
  private static final int WHOLE = 15;

  /** Every whole number up to this one is a double; larger ones have rests. */
  private static final BigDecimal LARGEST_WHOLE = BigDecimal.valueOf(1L << 53);

  /** A decimal of at most this many digits counts as its nearest double. */
  static final int DECIMAL = 17;

  /** Digits that a further double adds, at least. */
  private static final int ADDED = 15;

  /**
   * Characters of a number that are read, besides its exponent. JSON numbers have no more. Numbers
   * within texts may have millions, and the work grows with the square of the digits.
   */
  static final int MOST = 1000;

  /** No rests. */
  private static final double[] NOTHING = {};

  private ExactNumber() {}

  /**
   * The rests of a number.
   *
   * @param number a decimal number as written
   * @param nearest the double nearest to the number
   * @return empty if the double says what is written: a whole number up to 2^53, a decimal of at
   *     most 17 digits, or a double written with more digits. Empty too if the nearest double is 0
   *     or infinite
   */
  static double[] rests(String number, double nearest) {
    boolean isSeen = Double.isFinite(nearest) && nearest != 0;
    if (number.length() <= WHOLE || !isSeen || isShort(number) || !isFractionSeen(number)) {
      return NOTHING;
    }
    BigDecimal exact = new BigDecimal(shortened(number));
    if (isWhole(number) ? exact.abs().compareTo(LARGEST_WHOLE) <= 0 : isDouble(exact, nearest)) {
      return NOTHING;
    }
    BigDecimal rest = exact.subtract(exact.round(new MathContext(LEADING, RoundingMode.HALF_EVEN)));
    double[] rests = new double[1 + exact.precision() / ADDED];
    int count = 0;
    BigDecimal unit = BigDecimal.ONE.scaleByPowerOfTen(-exact.scale() - 1);
    while (count < rests.length && (count == 0 || rest.abs().compareTo(unit) > 0)) {
      rests[count] = rest.doubleValue();
      rest = rest.subtract(new BigDecimal(rests[count++]));
    }
    return Arrays.copyOf(rests, count);
  }

  /** Whether only digits after the decimal point may be left out of a long number. */
  private static boolean isFractionSeen(String number) {
    int point = number.indexOf('.');
    return number.length() <= MOST || (point >= 0 && point < MOST);
  }

  /** The number without the digits that are not read. */
  private static String shortened(String number) {
    int end = number.length();
    for (int at = 0; at < end; at++) {
      end = (number.charAt(at) | 0x20) == 'e' ? at : end;
    }
    return end <= MOST ? number : number.substring(0, MOST) + number.substring(end);
  }

  /** Whether a decimal is a double written with many digits. */
  private static boolean isDouble(BigDecimal exact, double nearest) {
    int precision = exact.stripTrailingZeros().precision();
    MathContext digits = new MathContext(exact.precision(), RoundingMode.HALF_EVEN);
    return precision <= DECIMAL || new BigDecimal(nearest).round(digits).compareTo(exact) == 0;
  }

  /** Whether the number is written without point and exponent. */
  private static boolean isWhole(String number) {
    return number.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
  }

  private static boolean isShort(String number) {
    int digits = 0;
    for (int at = 0; at < number.length() && (number.charAt(at) | 0x20) != 'e'; at++) {
      char c = number.charAt(at);
      digits += (c >= '1' && c <= '9') || (c == '0' && digits > 0) ? 1 : 0;
    }
    return digits <= (isWhole(number) ? WHOLE : DECIMAL);
  }

  /** The written number, from its double and its rests, for people. */
  static BigDecimal joined(double nearest, double[] rests) {
    BigDecimal rest =
        Arrays.stream(rests).mapToObj(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
    MathContext leading = new MathContext(LEADING, RoundingMode.HALF_EVEN);
    BigDecimal joined = new BigDecimal(nearest).subtract(rest).round(leading).add(rest);
    boolean whole = rest.stripTrailingZeros().scale() <= 0;
    return whole
        ? joined
        : joined.round(new MathContext(LEADING + ADDED * rests.length)).stripTrailingZeros();
  }
}
