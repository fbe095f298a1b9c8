package org.assay.cli.formula;

import com.ezylang.evalex.EvaluationException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.operators.AbstractOperator;
import com.ezylang.evalex.operators.InfixOperator;
import com.ezylang.evalex.operators.OperatorIfc;
import com.ezylang.evalex.parser.Token;

/**
 * Powers, with all digits: the library's own take a detour over doubles where the exponent is no
 * whole number. As in mathematics, {@code -2^2} is -4 and {@code 2^3^2} is 512.
 */
@InfixOperator(precedence = OperatorIfc.OPERATOR_PRECEDENCE_POWER_HIGHER, leftAssociative = false)
final class PowerOperator extends AbstractOperator {
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
