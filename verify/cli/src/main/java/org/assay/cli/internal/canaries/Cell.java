package org.assay.cli.internal.canaries;

import java.util.Locale;
import java.util.regex.Pattern;
import org.assay.cli.internal.input.InputException;

/**
 * One entry of a table, with its place.
 *
 * @param place the file and the line
 * @param name the column or key
 * @param text the text as written
 */
record Cell(String place, String name, String text) {
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\d++(\\.\\d*+)?|\\.\\d++)([eE][-+]?\\d++)?");
  private static final Pattern INFINITE =
      Pattern.compile("([-+]?)inf(?:inity)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern NOT_A_NUMBER = Pattern.compile("[-+]?nan", Pattern.CASE_INSENSITIVE);

  InputException invalid(String rule) {
    return new InputException(place + ": " + name + " was '" + text + "': " + rule);
  }

  /** The number, which may be infinite or NaN, in the notations of common languages. */
  double number() {
    if (NUMBER.matcher(text).matches()) {
      return Double.parseDouble(text);
    }
    if (NOT_A_NUMBER.matcher(text).matches()) {
      return Double.NaN;
    }
    var infinite = INFINITE.matcher(text);
    if (infinite.matches()) {
      return infinite.group(1).equals("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    throw invalid("it must be a number");
  }

  /** The number; NaN, which cannot be compared, is refused. */
  double comparable() {
    double number = number();
    if (Double.isNaN(number)) {
      throw invalid("it must not be NaN, which is neither high nor low");
    }
    return number;
  }

  int count() {
    double number = number();
    if (!(number >= 1 && number <= Integer.MAX_VALUE && number == Math.rint(number))) {
      throw invalid("it must be a whole number of at least 1");
    }
    return (int) number;
  }

  boolean flag() {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> throw invalid("it must be true or false, or 1 or 0");
    };
  }
}
