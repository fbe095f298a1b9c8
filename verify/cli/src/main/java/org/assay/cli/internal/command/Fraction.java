package org.assay.cli.internal.command;

import java.math.BigDecimal;
import java.math.MathContext;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Real numbers of options, which may be written as fractions: {@code 1/60000}. */
public final class Fraction {
  private Fraction() {}

  /**
   * Lets a command read real numbers so; a fraction becomes the double nearest to it.
   *
   * @param line the command with all its verbs
   */
  public static void register(CommandLine line) {
    line.registerConverter(Double.class, Fraction::read);
    line.registerConverter(double.class, Fraction::read);
  }

  private static double read(String text) {
    try {
      String[] parts = text.split("/", 2);
      return parts.length == 1
          ? Double.parseDouble(text)
          : new BigDecimal(parts[0])
              .divide(new BigDecimal(parts[1]), MathContext.DECIMAL128)
              .doubleValue();
    } catch (NumberFormatException | ArithmeticException e) {
      throw new TypeConversionException("'" + text + "' is not a number");
    }
  }
}
