package org.assay.accountant.internal.formula;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;
import org.assay.accountant.internal.words.Suggestion;

/**
 * Reads numbers and formulas by recursive descent: the one reader for events, claims files and
 * options.
 *
 * <pre>{@code
 * condition  = both { "||" both }
 * both       = comparison { "&&" comparison }
 * comparison = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum ]
 * sum        = product { ( "+" | "-" ) product }
 * product    = signed { ( "*" | "/" ) signed }
 * signed     = ( "-" | "+" | "!" ) signed | atom [ "^" signed ]
 * atom       = literal [ "%" ] | name | function "(" condition { "," condition } ")"
 *            | "(" condition ")"
 * }</pre>
 */
public final class FormulaReader {
  /** Long enough for any theorem, short enough for the stack and for numbers of so many digits. */
  private static final int LONGEST = 1000;

  /** Longer numbers take the square of their length to read. */
  private static final int LONGEST_LITERAL = 400;

  private static final int EXPONENT_DIGITS = 6;

  private static final String LETTERS = "0123456789.eE+-*/^%()? \t\r\n";

  /** Longer signs before the shorter ones that they begin with. */
  private static final Map<String, IntPredicate> COMPARISONS = comparisons();

  private final Cursor cursor;
  private final Vocabulary vocabulary;

  /**
   * A reader.
   *
   * @param cursor where the formula begins
   * @param vocabulary the words of the formula
   */
  public FormulaReader(Cursor cursor, Vocabulary vocabulary) {
    this.cursor = cursor;
    this.vocabulary = vocabulary;
  }

  private static Map<String, IntPredicate> comparisons() {
    Map<String, IntPredicate> all = new LinkedHashMap<>();
    all.put("==", order -> order == 0);
    all.put("!=", order -> order != 0);
    all.put("<=", order -> order <= 0);
    all.put(">=", order -> order >= 0);
    all.put("<", order -> order < 0);
    all.put(">", order -> order > 0);
    return all;
  }

  /**
   * Reads a whole text.
   *
   * @param text the formula
   * @param vocabulary its words
   * @param refusals makes what is thrown where the text is no formula
   * @return the formula
   */
  public static Formula read(String text, Vocabulary vocabulary, Cursor.Refusals refusals) {
    if (!(text.length() <= LONGEST)) {
      throw refusals.at(0, tooLong(text.length()));
    }
    Cursor cursor = new Cursor(text, refusals);
    Formula formula = new FormulaReader(cursor, vocabulary).formula();
    cursor.start();
    if (!cursor.isAtEnd()) {
      throw cursor.unexpected("an operator or the end");
    }
    return formula;
  }

  /**
   * Whether a number or a formula begins here, and no event.
   *
   * @param cursor the place
   * @return whether this class reads what follows
   */
  public static boolean startsAt(Cursor cursor) {
    return cursor.next() == '('
        ? bracketsFormula(cursor)
        : !cursor.isAtEnd() && "0123456789.+-".indexOf(cursor.next()) >= 0;
  }

  /** Whether the brackets that open here hold a formula and not an event. */
  private static boolean bracketsFormula(Cursor cursor) {
    int open = 0;
    String run = cursor.run(LETTERS);
    for (int i = 0; i < run.length(); i++) {
      open += run.charAt(i) == '(' ? 1 : run.charAt(i) == ')' ? -1 : 0;
      if (open == 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Reads a number or a condition.
   *
   * @return the formula
   */
  public Formula formula() {
    int start = cursor.start();
    Formula formula = condition();
    int length = cursor.position() - start;
    if (!(length <= LONGEST)) {
      throw cursor.refusal(start, tooLong(length));
    }
    return formula;
  }

  private static String tooLong(int length) {
    return "this has " + length + " characters: a formula has at most " + LONGEST;
  }

  private Formula condition() {
    int start = cursor.start();
    Formula left = both();
    while (takes("||")) {
      Formula first = condition(start, left);
      Formula second = condition(cursor.start(), both());
      left = Formula.condition(values -> first.holdsAt(values) || second.holdsAt(values));
    }
    return left;
  }

  private Formula both() {
    int start = cursor.start();
    Formula left = comparison();
    while (takes("&&")) {
      Formula first = condition(start, left);
      Formula second = condition(cursor.start(), comparison());
      left = Formula.condition(values -> first.holdsAt(values) && second.holdsAt(values));
    }
    return left;
  }

  private Formula comparison() {
    int start = cursor.start();
    Formula left = sum();
    int sign = cursor.start();
    for (Map.Entry<String, IntPredicate> comparison : COMPARISONS.entrySet()) {
      if (cursor.takes(comparison.getKey())) {
        Formula.Law first = number(start, left);
        Formula.Law second = number(cursor.start(), sum());
        IntPredicate holds = comparison.getValue();
        return Formula.condition(
            values -> holds.test(first.at(values).compareTo(second.at(values))));
      }
    }
    if (cursor.next() == '=' && vocabulary.real()) {
      throw cursor.refusal(sign, "a comparison is written with ==, such as delta == 0");
    }
    return left;
  }

  private Formula sum() {
    int start = cursor.start();
    Formula left = product();
    while (true) {
      if (takes("+")) {
        left = combined(start, left, ExactNumber::plus, product());
      } else if (takes("-")) {
        left = combined(start, left, (a, b) -> a.plus(b.negated()), product());
      } else {
        return left;
      }
    }
  }

  private Formula product() {
    int start = cursor.start();
    Formula left = signed();
    while (true) {
      int sign = cursor.start();
      if (cursor.takes("**")) {
        throw cursor.refusal(sign, "a power is written with ^, such as 2^10");
      }
      if (takes("*")) {
        left = combined(start, left, ExactNumber::times, signed());
      } else if (takes("/")) {
        left = combined(start, left, ExactNumber::over, signed());
      } else {
        return left;
      }
    }
  }

  /** As in mathematics, {@code -2^2} is -4 and {@code 2^3^2} is 512. */
  private Formula signed() {
    cursor.deeper();
    int start = cursor.start();
    Formula value;
    if (takes("-")) {
      Formula.Law inside = number(start, signed());
      value = Formula.number(values -> inside.at(values).negated());
    } else if (takes("+")) {
      value = Formula.number(number(start, signed()));
    } else if (vocabulary.real() && takes("!")) {
      Formula inside = condition(start, signed());
      value = Formula.condition(values -> !inside.holdsAt(values));
    } else {
      Formula base = atom();
      value =
          takes("^")
              ? combined(
                  start, base, vocabulary.real() ? ExactNumber::real : ExactNumber::power, signed())
              : base;
    }
    cursor.shallower();
    return value;
  }

  private Formula combined(
      int start, Formula left, BinaryOperator<ExactNumber> operator, Formula right) {
    Formula.Law first = number(start, left);
    Formula.Law second = number(start, right);
    return Formula.number(
        values -> vocabulary.kept(operator.apply(first.at(values), second.at(values))));
  }

  private Formula.Law number(int start, Formula formula) {
    if (formula.isCondition()) {
      throw cursor.refusal(start, "this is a condition where a number must stand");
    }
    return formula.law();
  }

  private Formula condition(int start, Formula formula) {
    if (!formula.isCondition()) {
      throw cursor.refusal(
          start, "this is a number where a condition such as delta < 0.5 must stand");
    }
    return formula;
  }

  private Formula atom() {
    int start = cursor.position();
    if (cursor.takes('(')) {
      Formula inside = condition();
      cursor.close(')', start);
      return inside;
    }
    String word = cursor.identifier();
    if (!word.isEmpty()) {
      return vocabulary.real() && takes("(") ? call(start, word) : named(start, word);
    }
    cursor.digits();
    if (cursor.takes('.')) {
      cursor.digits();
    }
    if (cursor.since(start).chars().noneMatch(Cursor::isDigit)) {
      cursor.backTo(start);
      throw cursor.unexpected("a number");
    }
    ExactNumber literal = literal(start);
    return Formula.number(values -> literal);
  }

  private ExactNumber literal(int start) {
    int digits = cursor.exponent();
    if (!(cursor.position() - digits <= EXPONENT_DIGITS)) {
      throw cursor.refusal(digits, "an exponent has at most " + EXPONENT_DIGITS + " digits");
    }
    if (!(cursor.position() - start <= LONGEST_LITERAL)) {
      throw cursor.refusal(start, "a number has at most " + LONGEST_LITERAL + " characters");
    }
    ExactNumber literal = ExactNumber.of(cursor.since(start));
    return cursor.takes('%') ? literal.over(ExactNumber.of("100")) : literal;
  }

  private Formula named(int start, String name) {
    if (vocabulary.names().contains(name)) {
      return Formula.number(
          values ->
              Optional.ofNullable(values.get(name))
                  .orElseThrow(() -> new ArithmeticException("has no value of " + name)));
    }
    if (vocabulary.real() && RealFunction.CONSTANTS.containsKey(name)) {
      return RealFunction.CONSTANTS.get(name);
    }
    cursor.backTo(start);
    throw vocabulary
        .hints()
        .apply(name)
        .map(hint -> cursor.refusal(start, hint))
        .orElseGet(() -> cursor.unexpected("a number"));
  }

  private Formula call(int start, String name) {
    int open = cursor.position() - 1;
    RealFunction function =
        RealFunction.named(name)
            .orElseThrow(
                () ->
                    cursor.refusal(
                        start,
                        "there is no function '"
                            + name
                            + "'; "
                            + Suggestion.among(name, RealFunction.names())));
    List<Formula> arguments = new ArrayList<>();
    cursor.arguments(
        open,
        (at, key) -> {
          Formula argument = condition();
          boolean wantsCondition = function.isCondition(arguments.size());
          arguments.add(
              wantsCondition ? condition(at, argument) : Formula.number(number(at, argument)));
        });
    if (!function.takes(arguments.size())) {
      throw cursor.refusal(
          start,
          name + " has " + arguments.size() + " arguments: it must have " + function.arity());
    }
    Formula.Law law = function.of(arguments);
    return Formula.number(values -> vocabulary.kept(law.at(values)));
  }

  private boolean takes(String sign) {
    cursor.start();
    return cursor.takes(sign);
  }
}
