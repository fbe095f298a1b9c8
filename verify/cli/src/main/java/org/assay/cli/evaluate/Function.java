package org.assay.cli.evaluate;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;

/**
 * A function of the batch language.
 *
 * @param name its name
 * @param arguments its arguments, in the order in which the formula receives them
 * @param formula the certified value
 */
record Function(String name, List<Argument> arguments, Formula formula) {
  /** From the arguments' values, all within their domains, to an enclosure of the value. */
  @FunctionalInterface
  interface Formula {
    Enclosure value(double[] arguments);
  }

  static Function of(String name, Formula formula, Argument... arguments) {
    return new Function(name, List.of(arguments), formula);
  }

  Enclosure at(double[] values) {
    for (int i = 0; i < values.length; i++) {
      arguments.get(i).require(values[i]);
    }
    for (int i = 0; i < values.length; i++) {
      if (arguments.get(i).isAtLimit(values[i])) {
        return arguments.get(i).limit().orElseThrow();
      }
    }
    return formula.value(values);
  }
}
