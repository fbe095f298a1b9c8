package org.assay.cli.internal.command;

import java.math.BigDecimal;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Whole numbers of options, which may be written as other numbers are: {@code 1e6}. */
public final class WholeNumber {
  /** No exponent of a number that fits is larger, and expanding a huge one would take for ever. */
  private static final int MOST_DIGITS = 20;

  private WholeNumber() {}

  /**
   * Lets a command read whole numbers so.
   *
   * @param line the command with all its verbs
   */
  public static void register(CommandLine line) {
    line.registerConverter(Long.class, WholeNumber::read);
    line.registerConverter(long.class, WholeNumber::read);
    line.registerConverter(Integer.class, WholeNumber::readInt);
    line.registerConverter(int.class, WholeNumber::readInt);
  }

  private static long read(String text) {
    try {
      BigDecimal number = new BigDecimal(text);
      if (number.precision() - (long) number.scale() > MOST_DIGITS) {
        throw new ArithmeticException("too large");
      }
      return number.longValueExact();
    } catch (NumberFormatException | ArithmeticException e) {
      throw outOfRange(text);
    }
  }

  private static int readInt(String text) {
    try {
      return Math.toIntExact(read(text));
    } catch (ArithmeticException e) {
      throw outOfRange(text);
    }
  }

  private static TypeConversionException outOfRange(String text) {
    return new TypeConversionException("'" + text + "' is not a whole number in range");
  }
}
