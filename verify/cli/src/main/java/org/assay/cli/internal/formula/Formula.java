package org.assay.cli.internal.formula;

import com.ezylang.evalex.BaseException;
import com.ezylang.evalex.EvaluationException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.config.MapBasedFunctionDictionary;
import com.ezylang.evalex.config.MapBasedOperatorDictionary;
import com.ezylang.evalex.config.OperatorDictionaryIfc;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.AbstractFunction;
import com.ezylang.evalex.functions.FunctionIfc;
import com.ezylang.evalex.functions.FunctionParameter;
import com.ezylang.evalex.functions.basic.AbsFunction;
import com.ezylang.evalex.functions.basic.IfFunction;
import com.ezylang.evalex.functions.basic.MaxFunction;
import com.ezylang.evalex.functions.basic.MinFunction;
import com.ezylang.evalex.operators.AbstractOperator;
import com.ezylang.evalex.operators.InfixOperator;
import com.ezylang.evalex.operators.OperatorIfc;
import com.ezylang.evalex.operators.arithmetic.InfixDivisionOperator;
import com.ezylang.evalex.operators.arithmetic.InfixMinusOperator;
import com.ezylang.evalex.operators.arithmetic.InfixMultiplicationOperator;
import com.ezylang.evalex.operators.arithmetic.InfixPlusOperator;
import com.ezylang.evalex.operators.arithmetic.PrefixMinusOperator;
import com.ezylang.evalex.operators.arithmetic.PrefixPlusOperator;
import com.ezylang.evalex.operators.booleans.InfixAndOperator;
import com.ezylang.evalex.operators.booleans.InfixEqualsOperator;
import com.ezylang.evalex.operators.booleans.InfixGreaterEqualsOperator;
import com.ezylang.evalex.operators.booleans.InfixGreaterOperator;
import com.ezylang.evalex.operators.booleans.InfixLessEqualsOperator;
import com.ezylang.evalex.operators.booleans.InfixLessOperator;
import com.ezylang.evalex.operators.booleans.InfixNotEqualsOperator;
import com.ezylang.evalex.operators.booleans.InfixOrOperator;
import com.ezylang.evalex.operators.booleans.PrefixNotOperator;
import com.ezylang.evalex.parser.ParseException;
import com.ezylang.evalex.parser.Token;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.assay.accountant.privacy.Suggestion;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;

/**
 * A formula over named numbers, with {@code + - * / ^}, comparisons, {@code && || !}, the constants
 * {@code e} and {@code pi} and the functions of {@link #words}. A name stands for the decimal that
 * its double is written as; everything is computed with 50 digits and rounded at the end.
 */
public final class Formula {
  private static final Map<String, FunctionIfc> FUNCTIONS =
      new TreeMap<>(
          Map.of(
              "abs", new AbsFunction(),
              "ceil", new RealFunction(Arithmetic::ceiling),
              "exp", new RealFunction(Arithmetic::exp),
              "floor", new RealFunction(Arithmetic::floor),
              "if", new IfFunction(),
              "ln", new RealFunction(Arithmetic::log),
              "log", new RealFunction(Arithmetic::log),
              "max", new MaxFunction(),
              "min", new MinFunction(),
              "sqrt", new RealFunction(Arithmetic::sqrt)));

  private static final Map<String, EvaluationValue> CONSTANTS =
      Map.of(
          "e",
          EvaluationValue.numberValue(Arithmetic.exp(BigDecimal.ONE)),
          "pi",
          EvaluationValue.numberValue(ch.obermuhlner.math.big.BigDecimalMath.pi(Arithmetic.DIGITS)),
          "true",
          EvaluationValue.TRUE,
          "false",
          EvaluationValue.FALSE);

  private static final ExpressionConfiguration LANGUAGE = language();

  /** Long enough for any theorem, short enough for the stack and for numbers of so many digits. */
  private static final int LONGEST = 1000;

  private final Value source;
  private final String text;

  private Formula(Value source) {
    this.source = source;
    this.text = source.text();
  }

  private static ExpressionConfiguration language() {
    return ExpressionConfiguration.builder()
        .operatorDictionary(operators())
        .functionDictionary(new KnownFunctions(FUNCTIONS))
        .defaultConstants(new TreeMap<>(CONSTANTS))
        .mathContext(Arithmetic.DIGITS)
        .arraysAllowed(false)
        .structuresAllowed(false)
        .implicitMultiplicationAllowed(false)
        .build();
  }

  /** Without the library's remainder, which takes for ever where one number is far larger. */
  private static OperatorDictionaryIfc operators() {
    MapBasedOperatorDictionary operators = new MapBasedOperatorDictionary();
    operators.addOperator("+", new PrefixPlusOperator());
    operators.addOperator("-", new PrefixMinusOperator());
    operators.addOperator("+", new InfixPlusOperator());
    operators.addOperator("-", new InfixMinusOperator());
    operators.addOperator("*", new InfixMultiplicationOperator());
    operators.addOperator("/", new InfixDivisionOperator());
    operators.addOperator("^", new PowerOperator());
    operators.addOperator("==", new InfixEqualsOperator());
    operators.addOperator("!=", new InfixNotEqualsOperator());
    operators.addOperator("<", new InfixLessOperator());
    operators.addOperator("<=", new InfixLessEqualsOperator());
    operators.addOperator(">", new InfixGreaterOperator());
    operators.addOperator(">=", new InfixGreaterEqualsOperator());
    operators.addOperator("&&", new InfixAndOperator());
    operators.addOperator("||", new InfixOrOperator());
    operators.addOperator("!", new PrefixNotOperator());
    return operators;
  }

  /**
   * The words that formulas use themselves.
   *
   * @return the functions and the constants
   */
  public static Set<String> words() {
    List<String> words = new ArrayList<>(FUNCTIONS.keySet());
    words.addAll(CONSTANTS.keySet());
    return Set.copyOf(words);
  }

  /**
   * Reads a formula.
   *
   * @param source the text
   * @param names what it may speak of
   * @return the formula
   * @throws InputException if it is malformed or speaks of anything else
   */
  public static Formula of(Value source, Collection<String> names) {
    Formula formula = new Formula(source);
    if (!(formula.text.length() <= LONGEST)) {
      throw source.invalid(
          "has " + formula.text.length() + " characters: a formula has at most " + LONGEST);
    }
    try {
      for (String used : formula.expression().getUsedVariables()) {
        if (!names.contains(used)) {
          String hint = Suggestion.among(used, names);
          throw formula.refusal("there is no parameter '" + used + "'; " + hint);
        }
      }
    } catch (KnownFunctions.UnknownFunctionException e) {
      String hint = Suggestion.among(e.function(), FUNCTIONS.keySet());
      throw formula.refusal("there is no function '" + e.function() + "'; " + hint);
    } catch (ParseException e) {
      throw formula.refusal("at character " + e.getStartPosition() + ": " + e.getMessage());
    }
    return formula;
  }

  private Expression expression() {
    return new Expression(text, LANGUAGE);
  }

  private InputException refusal(String problem) {
    return source.invalid("was '" + text + "': " + problem);
  }

  /**
   * Its value.
   *
   * @param values number by name
   * @return the double nearest to what it evaluates to
   * @throws InputException if it has no finite value there
   */
  public double at(Map<String, Double> values) {
    EvaluationValue value = evaluated(values);
    if (!value.isNumberValue()) {
      throw refusal("it must be a number, not a condition");
    }
    double number = value.getNumberValue().doubleValue();
    if (!Double.isFinite(number)) {
      throw refusal("it is too large at " + values);
    }
    return number;
  }

  /**
   * Whether it holds.
   *
   * @param values number by name
   * @return the truth of the condition
   * @throws InputException if it is no condition or has no value there
   */
  public boolean holdsAt(Map<String, Double> values) {
    EvaluationValue value = evaluated(values);
    if (!value.isBooleanValue()) {
      throw refusal("it must be a condition, for example 'delta < 0.5'");
    }
    return value.getBooleanValue();
  }

  private EvaluationValue evaluated(Map<String, Double> values) {
    Expression expression = expression();
    // The decimal that a user wrote, so that comparisons with it hold.
    values.forEach((name, value) -> expression.with(name, BigDecimal.valueOf(value)));
    try {
      return expression.evaluate();
    } catch (BaseException | ArithmeticException e) {
      throw source.invalid(
          "was '" + text + "': it has no value at " + values + ": " + e.getMessage());
    }
  }

  @Override
  public String toString() {
    return text;
  }

  /**
   * The functions of the language; asked for another one, it says so by an exception of its own.
   */
  private static final class KnownFunctions extends MapBasedFunctionDictionary {
    KnownFunctions(Map<String, FunctionIfc> functions) {
      functions.forEach(this::addFunction);
    }

    @Override
    public boolean hasFunction(String name) {
      if (!super.hasFunction(name)) {
        throw new UnknownFunctionException(name);
      }
      return true;
    }

    /** A formula calls a function that is not in the language. */
    static final class UnknownFunctionException extends RuntimeException {
      private static final long serialVersionUID = 1L;

      private final String function;

      UnknownFunctionException(String function) {
        super("there is no function '" + function + "'");
        this.function = function;
      }

      String function() {
        return function;
      }
    }
  }

  /**
   * Powers, with all digits: the library's own take a detour over doubles where the exponent is no
   * whole number. As in mathematics, {@code -2^2} is -4 and {@code 2^3^2} is 512.
   */
  @InfixOperator(precedence = OperatorIfc.OPERATOR_PRECEDENCE_POWER_HIGHER, leftAssociative = false)
  private static final class PowerOperator extends AbstractOperator {
    @Override
    public EvaluationValue evaluate(Expression expression, Token token, EvaluationValue... operands)
        throws EvaluationException {
      if (!(operands[0].isNumberValue() && operands[1].isNumberValue())) {
        throw EvaluationException.ofUnsupportedDataTypeInOperation(token);
      }
      return EvaluationValue.numberValue(
          Arithmetic.power(operands[0].getNumberValue(), operands[1].getNumberValue()));
    }
  }

  /** A function of one real number. */
  @FunctionParameter(name = "value")
  private static final class RealFunction extends AbstractFunction {
    private final UnaryOperator<BigDecimal> function;

    RealFunction(UnaryOperator<BigDecimal> function) {
      this.function = function;
    }

    @Override
    public EvaluationValue evaluate(
        Expression expression, Token token, EvaluationValue... parameters)
        throws EvaluationException {
      if (!parameters[0].isNumberValue()) {
        throw EvaluationException.ofUnsupportedDataTypeInOperation(token);
      }
      return EvaluationValue.numberValue(
          function.apply(Arithmetic.moderate(parameters[0].getNumberValue())));
    }
  }
}
