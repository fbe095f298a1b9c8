package org.assay.cli.internal.claims;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assay.accountant.internal.formula.ExactNumber;
import org.assay.accountant.internal.formula.FormulaReader;
import org.assay.accountant.internal.formula.RealFunction;
import org.assay.accountant.internal.formula.Vocabulary;
import org.assay.accountant.internal.words.Brief;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;

/**
 * A formula of a claims file over named numbers. A named number is read as the decimal that a user
 * wrote, not as the nearest double. The value is computed with 50 digits and rounded once, at the
 * end.
 */
final class Formula {
  private final Value source;
  private final org.assay.accountant.internal.formula.Formula formula;

  private Formula(Value source, org.assay.accountant.internal.formula.Formula formula) {
    this.source = source;
    this.formula = formula;
  }

  /** The functions and constants of the language. */
  static List<String> words() {
    return RealFunction.words();
  }

  /** Reads a formula that may use the given names. */
  static Formula of(Value source, Collection<String> names) {
    String text = source.text();
    try {
      return new Formula(
          source,
          FormulaReader.read(
              text,
              Vocabulary.real(names),
              (at, problem) -> refusal(source, "at character " + (at + 1) + ": " + problem)));
    } catch (ArithmeticException e) {
      throw refusal(source, "a number in it " + e.getMessage());
    }
  }

  private static InputException refusal(Value source, String problem) {
    return source.invalid("was '" + Brief.of(source.text()) + "': " + problem);
  }

  /** The double nearest to the formula's value. */
  double at(Map<String, Double> values) {
    if (formula.isCondition()) {
      throw refusal(source, "it must be a number, not a condition");
    }
    try {
      return formula.at(exact(values)).nearest();
    } catch (ArithmeticException e) {
      throw noValue(values, e);
    }
  }

  /** Whether the formula, which must be a condition, is true at the values. */
  boolean holdsAt(Map<String, Double> values) {
    if (!formula.isCondition()) {
      throw refusal(source, "it must be a condition, for example 'delta < 0.5'");
    }
    try {
      return formula.holdsAt(exact(values));
    } catch (ArithmeticException e) {
      throw noValue(values, e);
    }
  }

  private InputException noValue(Map<String, Double> values, ArithmeticException e) {
    String where = values.isEmpty() ? "" : " at " + values;
    return refusal(source, "it has no value" + where + ": it " + e.getMessage());
  }

  /** The values as the decimals that a user wrote, so that comparisons with decimals are exact. */
  private static Map<String, ExactNumber> exact(Map<String, Double> values) {
    return values.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, entry -> ExactNumber.of(Double.toString(entry.getValue()))));
  }

  @Override
  public String toString() {
    return source.text();
  }
}
