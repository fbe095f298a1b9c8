package org.assay.accountant.internal.formula;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** The functions and constants of formulas. */
public enum RealFunction {
  /** The absolute value. */
  ABS(ExactNumber::abs),
  /** The next whole number above. */
  CEIL(value -> new ExactNumber(value.whole(true), BigInteger.ONE)),
  /** The power of e. */
  EXP(ExactNumber::exp),
  /** The next whole number below. */
  FLOOR(value -> new ExactNumber(value.whole(false), BigInteger.ONE)),
  /** The second of three if the first holds, otherwise the third. */
  IF(3, true, RealFunction::chosen),
  /** The natural logarithm. */
  LN(ExactNumber::log),
  /** The natural logarithm. */
  LOG(ExactNumber::log),
  /** The largest. */
  MAX((a, b) -> a.compareTo(b) >= 0 ? a : b),
  /** The smallest. */
  MIN((a, b) -> a.compareTo(b) <= 0 ? a : b),
  /** The square root. */
  SQRT(ExactNumber::sqrt);

  /** Numbers that have a name. */
  static final Map<String, Formula> CONSTANTS =
      Map.of(
          "e",
          constant(ExactNumber.of("1").exp()),
          "pi",
          constant(ExactNumber.pi()),
          "true",
          Formula.condition(values -> true),
          "false",
          Formula.condition(values -> false));

  /** How many arguments there are; 0 for any number from 1 on. */
  private final int arity;

  private final boolean startsWithCondition;

  /** A function of immutable values, which has no state. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final Meaning meaning;

  /** What a function is of its arguments. */
  private interface Meaning {
    ExactNumber of(List<Formula> arguments, Map<String, ExactNumber> values);
  }

  RealFunction(int arity, boolean startsWithCondition, Meaning meaning) {
    this.arity = arity;
    this.startsWithCondition = startsWithCondition;
    this.meaning = meaning;
  }

  RealFunction(UnaryOperator<ExactNumber> function) {
    this(1, false, (arguments, values) -> function.apply(arguments.get(0).at(values)));
  }

  RealFunction(BinaryOperator<ExactNumber> function) {
    this(
        0,
        false,
        (arguments, values) ->
            arguments.stream().map(argument -> argument.at(values)).reduce(function).orElseThrow());
  }

  private static Formula constant(ExactNumber value) {
    return Formula.number(values -> value);
  }

  private static ExactNumber chosen(List<Formula> arguments, Map<String, ExactNumber> values) {
    return arguments.get(arguments.get(0).holdsAt(values) ? 1 : 2).at(values);
  }

  /**
   * The words that formulas use themselves.
   *
   * @return the functions and the constants
   */
  public static List<String> words() {
    List<String> words = new ArrayList<>(names());
    words.addAll(CONSTANTS.keySet());
    return words;
  }

  static List<String> names() {
    return Arrays.stream(values()).map(RealFunction::word).toList();
  }

  static Optional<RealFunction> named(String word) {
    return Arrays.stream(values()).filter(function -> function.word().equals(word)).findFirst();
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean takes(int arguments) {
    return arity == 0 ? arguments >= 1 : arguments == arity;
  }

  String arity() {
    return arity == 0 ? "at least 1" : String.valueOf(arity);
  }

  boolean isCondition(int place) {
    return startsWithCondition && place == 0;
  }

  Formula.Law of(List<Formula> arguments) {
    List<Formula> kept = List.copyOf(arguments);
    return values -> meaning.of(kept, values);
  }
}
