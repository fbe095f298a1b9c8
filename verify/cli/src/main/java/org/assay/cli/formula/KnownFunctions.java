package org.assay.cli.formula;

import com.ezylang.evalex.config.MapBasedFunctionDictionary;
import com.ezylang.evalex.functions.FunctionIfc;
import java.util.Map;

/** The functions of the language; asked for another one, it says so by an exception of its own. */
final class KnownFunctions extends MapBasedFunctionDictionary {
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
