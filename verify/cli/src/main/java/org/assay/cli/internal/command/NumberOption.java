package org.assay.cli.internal.command;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.assay.accountant.internal.formula.ExactNumber;
import org.assay.accountant.internal.formula.FormulaReader;
import org.assay.accountant.internal.formula.Vocabulary;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Numbers of options, in the notation of numbers in events: {@code 1/60000}, {@code 1e6}. */
public final class NumberOption {
  private static final Vocabulary NUMBERS = Vocabulary.exact(word -> Optional.empty());

  /** NaN and infinities, which options refuse themselves unless they allow them. */
  private static final Pattern NOT_FINITE = Pattern.compile("NaN|[-+]?Infinity");

  private NumberOption() {}

  /**
   * Makes a command read numbers in this notation; a real number becomes the nearest double.
   *
   * @param line the command with all its subcommands
   */
  public static void register(CommandLine line) {
    line.registerConverter(Double.class, NumberOption::real);
    line.registerConverter(double.class, NumberOption::real);
    line.registerConverter(Long.class, NumberOption::whole);
    line.registerConverter(long.class, NumberOption::whole);
    line.registerConverter(Integer.class, NumberOption::small);
    line.registerConverter(int.class, NumberOption::small);
  }

  /**
   * Reads a number.
   *
   * @param text the number, as in an event, or NaN or an infinity
   * @return the nearest double
   * @throws TypeConversionException if the text is no number
   */
  public static double real(String text) {
    if (NOT_FINITE.matcher(text).matches()) {
      return Double.parseDouble(text);
    }
    ExactNumber exact = exact(text);
    try {
      return exact.nearest();
    } catch (ArithmeticException e) {
      throw refusal(text, String.valueOf(e.getMessage()));
    }
  }

  private static long whole(String text) {
    ExactNumber exact = exact(text);
    if (!exact.isWhole()) {
      throw refusal(text, "is no whole number");
    }
    if (!(exact.numerator().bitLength() < Long.SIZE)) {
      throw refusal(text, "is beyond 2^63");
    }
    return exact.numerator().longValue();
  }

  private static int small(String text) {
    long whole = whole(text);
    if (!(whole >= Integer.MIN_VALUE && whole <= Integer.MAX_VALUE)) {
      throw refusal(text, "is beyond 2^31");
    }
    return (int) whole;
  }

  private static ExactNumber exact(String text) {
    try {
      return FormulaReader.read(text, NUMBERS, (at, problem) -> malformed(text, at, problem))
          .at(Map.of());
    } catch (ArithmeticException e) {
      throw refusal(text, String.valueOf(e.getMessage()));
    }
  }

  private static TypeConversionException malformed(String text, int at, String problem) {
    String where = at == 0 ? "" : ": at character " + (at + 1) + " " + problem;
    return refusal(text, "is not a number" + where);
  }

  private static TypeConversionException refusal(String text, String problem) {
    return new TypeConversionException("'" + text + "' " + problem);
  }
}
