package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.precision.PreciseValue;
import org.assay.accountant.numeric.Enclosure;

/**
 * A function of numbers.
 *
 * @param name its name
 * @param arguments its arguments, in the order in which the formula receives them
 * @param formula the certified value
 * @param preciseFormula the value to any number of digits, if such a formula is known
 */
record Function(
    String name, List<Argument> arguments, Formula formula, Optional<PreciseFormula> preciseFormula)
    implements BatchFunction {
  /** Maps the arguments' values, all within their domains, to an enclosure of the value. */
  @FunctionalInterface
  interface Formula {
    Enclosure value(double[] arguments);
  }

  /** Maps the same values to a number of correct significant digits. */
  @FunctionalInterface
  interface PreciseFormula {
    PreciseValue value(double[] arguments, int digits);
  }

  static Function of(String name, Formula formula, Argument... arguments) {
    return new Function(name, List.of(arguments), formula, Optional.empty());
  }

  /** This function with a formula for any number of digits. */
  Function precisely(PreciseFormula precise) {
    return new Function(name, arguments, formula, Optional.of(precise));
  }

  @Override
  public Answer at(JsonNode args) {
    double[] values = read(args);
    return limit(values).orElseGet(() -> Answer.of(formula.value(values)));
  }

  @Override
  public Answer at(JsonNode args, int digits) {
    double[] values = read(args);
    PreciseFormula precise =
        preciseFormula.orElseThrow(
            () ->
                new LineException(
                    "fn '" + name + "' is not known to more digits: leave out" + " --digits"));
    return limit(values).orElseGet(() -> Answer.of(precise.value(values, digits)));
  }

  private double[] read(JsonNode args) {
    Keys.requireKnown("argument", args, arguments.stream().map(Argument::name).toList());
    return arguments.stream()
        .mapToDouble(argument -> argument.read(args.path(argument.name())))
        .toArray();
  }

  /** The value where an argument is infinite; every argument has been checked after this. */
  private Optional<Answer> limit(double[] values) {
    for (int i = 0; i < values.length; i++) {
      arguments.get(i).require(values[i]);
    }
    for (int i = 0; i < values.length; i++) {
      if (arguments.get(i).isAtLimit(values[i])) {
        return arguments.get(i).limit().map(Answer::of);
      }
    }
    return Optional.empty();
  }
}
