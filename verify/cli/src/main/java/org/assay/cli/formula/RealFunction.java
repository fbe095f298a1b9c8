package org.assay.cli.formula;

import com.ezylang.evalex.EvaluationException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.AbstractFunction;
import com.ezylang.evalex.functions.FunctionParameter;
import com.ezylang.evalex.parser.Token;
import java.math.BigDecimal;
import java.util.function.UnaryOperator;

/** A function of one real number. */
@FunctionParameter(name = "value")
final class RealFunction extends AbstractFunction {
  private final UnaryOperator<BigDecimal> function;

  RealFunction(UnaryOperator<BigDecimal> function) {
    this.function = function;
  }

  @Override
  public EvaluationValue evaluate(Expression expression, Token token, EvaluationValue... parameters)
      throws EvaluationException {
    if (!parameters[0].isNumberValue()) {
      throw EvaluationException.ofUnsupportedDataTypeInOperation(token);
    }
    return EvaluationValue.numberValue(
        function.apply(Arithmetic.moderate(parameters[0].getNumberValue())));
  }
}
