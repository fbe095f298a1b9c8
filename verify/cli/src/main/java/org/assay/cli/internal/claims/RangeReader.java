package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assay.accountant.event.EventKinds;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.events.EventReader;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.range.Grid;
import org.assay.ledger.internal.range.Instance;
import org.assay.ledger.internal.range.PointException;
import org.assay.ledger.internal.range.RangeClaim;

/**
 * Reads a claim about an event, or over ranges of its parameters. Its event and its guarantee are
 * templates: texts in them are formulas, and a point of the range turns each into the nearest
 * double.
 */
final class RangeReader {
  static final List<String> CURRENCIES =
      List.of("pure", "approximate", "renyi", "zcdp", "gaussian", "profile");

  private final List<Parameter> parameters;
  private final List<String> names;

  private RangeReader(List<Parameter> parameters) {
    this.parameters = parameters;
    this.names = parameters.stream().map(Parameter::name).toList();
  }

  /** Whether a claim is of this kind, or is meant to be; claims of other kinds have no event. */
  static boolean isFor(Value value) {
    return value.isObject()
        && (value.entries().containsKey("for_all") || value.entries().containsKey("event"));
  }

  static RangeClaim read(Value value) {
    Fields fields = value.fields(Shapes.RANGE_CLAIM);
    Optional<Value> ranges = fields.optional("for_all");
    if (ranges.isEmpty() && fields.optional("where").isPresent()) {
      throw fields.get("where").invalid("is about no parameters: it needs a 'for_all' beside it");
    }
    RangeReader reader = new RangeReader(ranges.map(ParameterReader::read).orElse(List.of()));
    RangeClaim claim = reader.claim(fields);
    if (ranges.isPresent()) {
      requireUsable(claim, fields);
    }
    return claim;
  }

  private static void requireUsable(RangeClaim claim, Fields fields) {
    Grid grid = Grid.of(claim);
    if (grid.size() > Grid.MOST_POINTS) {
      throw fields
          .get("for_all")
          .invalid("has more than " + Grid.MOST_POINTS + " points to begin with: use fewer");
    }
    if (grid.points().isEmpty()) {
      throw fields.get("where").invalid("holds nowhere on the grid: widen it or the ranges");
    }
  }

  private RangeClaim claim(Fields fields) {
    AdjacencyRelation adjacency =
        AdjacencyRelation.ofLabel(fields.get("adjacency").oneOf(ClaimReader.adjacencies()));
    Value guarantee = supported(fields.get("guarantee"));
    Value event = fields.get("event");
    Optional<Value> where = fields.optional("where");
    Value template = EventReader.expanded(event);
    checkFormulas(template);
    checkFormulas(guarantee);
    return new RangeClaim(
        fields.get("name").text(),
        statement(event, guarantee, adjacency)
            + where.map(condition -> " where " + condition.text()).orElse(""),
        parameters,
        where.map(this::condition).orElse(point -> true),
        point -> instance(point, template, guarantee, adjacency));
  }

  private Instance instance(
      Point point, Value template, Value guarantee, AdjacencyRelation adjacency) {
    try {
      return new Instance(
          EventReader.event(at(point, template), Optional.of(adjacency)),
          GuaranteeReader.read(at(point, guarantee), adjacency));
    } catch (InputException senseless) {
      throw new PointException(senseless.getMessage(), senseless);
    }
  }

  private static Value supported(Value guarantee) {
    for (Map.Entry<String, Value> entry : guarantee.entries().entrySet()) {
      boolean known = Shapes.GUARANTEE.keys().contains(entry.getKey());
      if (known && !CURRENCIES.contains(entry.getKey())) {
        throw entry
            .getValue()
            .invalid(
                "is a claim that cannot be tested over a range: it must be one of "
                    + String.join(", ", CURRENCIES));
      }
    }
    if (guarantee.entries().size() != 1) {
      throw guarantee.invalid(
          "has "
              + guarantee.entries().size()
              + " keys: it needs exactly one of "
              + String.join(", ", CURRENCIES));
    }
    return guarantee;
  }

  private Predicate<Point> condition(Value text) {
    Formula formula = Formula.of(text, names);
    return point -> formula.holdsAt(point.values());
  }

  /** Checks all formulas by reading them, before any is evaluated. */
  private void checkFormulas(Value template) {
    template.changed(
        "",
        (key, value) -> {
          if (isFormula(key, value)) {
            Formula.of(value, names);
          }
          return value;
        });
  }

  private static boolean isFormula(String key, Value value) {
    return value.isText() && !EventKinds.isWord(key, value.text());
  }

  private Value at(Point point, Value template) {
    return template.changed(
        "",
        (key, value) ->
            isFormula(key, value)
                ? value.withNumber(Formula.of(value, names).at(point.values()))
                : value);
  }

  private String statement(Value event, Value guarantee, AdjacencyRelation adjacency) {
    List<String> ranges = new ArrayList<>();
    parameters.forEach(parameter -> ranges.add(ParameterReader.describe(parameter)));
    return words(event.json())
        + " satisfies "
        + words(guarantee.json())
        + " under "
        + adjacency
        + (ranges.isEmpty() ? "" : " for all " + String.join(", ", ranges));
  }

  /** An object of a document in the notation of functions with arguments. */
  private static String words(JsonNode node) {
    List<String> parts = new ArrayList<>();
    if (node.isObject()) {
      node.properties()
          .forEach(
              entry ->
                  parts.add(
                      entry.getValue().isValueNode()
                          ? entry.getKey() + " = " + entry.getValue().asText()
                          : entry.getKey() + "(" + words(entry.getValue()) + ")"));
      return String.join(", ", parts);
    }
    node.forEach(item -> parts.add(item.isObject() ? "(" + words(item) + ")" : words(item)));
    return node.isArray() ? String.join(", ", parts) : node.asText();
  }

  /** Reads the parameters over whose values a claim is made. */
  private static final class ParameterReader {
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
        return Parameter.choice(
            name, items.stream().mapToDouble(ParameterReader::finite).toArray());
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
            .invalid(
                "was " + Numbers.shortest(to) + ": it must be above 'from', or use a 'choice'");
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
}
