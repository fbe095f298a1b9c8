package org.assay.cli.internal.claims;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Value;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Parameter;

/** Reads the parameters that a claim is for all values of. */
final class ParameterReader {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
  private static final Set<String> RANGE_KEYS = Set.copyOf(Shapes.RANGE.keys());
  private static final int FEWEST_POINTS = 2;
  private static final int MOST_POINTS = 1000;
  private static final int USUAL_POINTS = 9;
  private static final double LARGEST_RATIO = 1e100;

  private ParameterReader() {}

  static List<Parameter> read(Value value) {
    List<Parameter> parameters = new ArrayList<>();
    value
        .entries()
        .forEach(
            (name, range) -> {
              requireUsable(name, range);
              parameters.add(parameter(name, range));
            });
    if (parameters.isEmpty()) {
      throw value.invalid("was empty: name at least one parameter");
    }
    return List.copyOf(parameters);
  }

  private static void requireUsable(String name, Value range) {
    if (!NAME.matcher(name).matches()) {
      throw range.invalid("has a name that is none: use letters, digits and _, a letter first");
    }
    if (Formula.words().contains(name)) {
      throw range.invalid("has the name of a function or constant of formulas: use another");
    }
  }

  private static Parameter parameter(String name, Value value) {
    if (value.isObject() && value.entries().containsKey("choice")) {
      List<Value> items = value.fields(Shapes.CHOICE).get("choice").items();
      return Parameter.choice(name, items.stream().mapToDouble(ParameterReader::finite).toArray());
    }
    if (!value.isObject() || Collections.disjoint(value.entries().keySet(), RANGE_KEYS)) {
      throw value.invalid(
          "is no range: write {from: 0.1, to: 10} or, for these numbers and no others, {choice:"
              + " [0.1, 1]}");
    }
    Fields fields = value.fields(Shapes.RANGE);
    int points =
        fields
            .optional("points")
            .map(count -> (int) count.integer(FEWEST_POINTS, MOST_POINTS))
            .orElse(USUAL_POINTS);
    boolean whole = fields.optional("whole").map(Value::flag).orElse(false);
    return whole ? count(name, fields, points) : positive(name, fields, points);
  }

  private static double finite(Value value) {
    return value.number(
        (name, number) -> {
          if (!Double.isFinite(number)) {
            throw new IllegalArgumentException(name + " was " + number + ": it must be finite");
          }
        });
  }

  private static Parameter positive(String name, Fields fields, int points) {
    double from = fields.get("from").number(Parameters::requirePositive);
    double to = fields.get("to").number(Parameters::requirePositive);
    requireRising(fields, from, to);
    return Parameter.positive(name, from, to, points);
  }

  private static Parameter count(String name, Fields fields, int points) {
    int from = (int) fields.get("from").integer(1, Integer.MAX_VALUE);
    int to = (int) fields.get("to").integer(1, Integer.MAX_VALUE);
    requireRising(fields, from, to);
    return Parameter.count(name, from, to, points);
  }

  private static void requireRising(Fields fields, double from, double to) {
    if (!(from < to)) {
      throw fields
          .get("to")
          .invalid("was " + Numbers.shortest(to) + ": it must be above 'from', or use a 'choice'");
    }
    if (!(to / from <= LARGEST_RATIO)) {
      throw fields
          .get("to")
          .invalid("was " + Numbers.shortest(to) + ": it must be at most 1e100 times 'from'");
    }
  }

  /** A range in words. */
  static String describe(Parameter parameter) {
    if (parameter.kind() == Parameter.Kind.CHOICE) {
      return parameter.name()
          + " of "
          + parameter.grid().stream().map(Numbers::shortest).collect(Collectors.joining(", "));
    }
    return (parameter.kind() == Parameter.Kind.COUNT ? "whole " : "")
        + parameter.name()
        + " from "
        + Numbers.shortest(parameter.from())
        + " to "
        + Numbers.shortest(parameter.to());
  }
}
