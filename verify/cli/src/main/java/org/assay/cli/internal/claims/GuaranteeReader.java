package org.assay.cli.internal.claims;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.events.EventReader;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Guard;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Shape;
import org.assay.cli.internal.input.Value;
import org.assay.verify.internal.inference.CurveClaims;

/** Reads a claimed guarantee in its native currency. */
public final class GuaranteeReader {
  /** A guarantee in a file of its own, with the keys of a claim. */
  private static final Shape ALONE =
      new Shape("guarantee in a file", List.of("adjacency", "guarantee"), List.of());

  private static final List<String> KINDS =
      Shapes.GUARANTEE.keys().stream()
          .filter(key -> !Shapes.EVENT_PROFILE.keys().contains(key))
          .toList();

  /** One guarantee alone, with numbers and no events in its brackets. */
  private static final Pattern TYPED =
      Pattern.compile("(?:pure|approximate|zcdp|gdp)\\((?:(?!adjacency|xi)[^()?x\\[])*\\)");

  private GuaranteeReader() {}

  /**
   * A guarantee in a file of its own.
   *
   * @param file YAML or JSON with the keys adjacency and guarantee
   * @return the guarantee
   * @throws InputException if the file is refused
   */
  public static Guarantee read(Path file) {
    Fields fields = DocumentReader.read(file).fields(ALONE);
    Value relation = fields.get("adjacency");
    AdjacencyRelation adjacency =
        relation.checked(() -> AdjacencyRelation.ofLabel(relation.text()));
    return read(fields.get("guarantee"), adjacency);
  }

  /**
   * A guarantee in its typed form: {@code pure(1)}, {@code approximate(3, 1e-5)}, {@code (3,
   * 1e-5)}, {@code zcdp(0.5)} or {@code gdp(1)}.
   *
   * @param option the option, for messages
   * @param text the typed text
   * @param adjacency supplies the relation, if the text is a guarantee
   * @return the guarantee; empty if the text is none of these, as a composition of events is
   * @throws InputException if its numbers are refused
   */
  public static Optional<Guarantee> typed(
      String option, String text, Supplier<AdjacencyRelation> adjacency) {
    String form = text.strip();
    String named = form.startsWith("(") ? "approximate" + form : form;
    if (!TYPED.matcher(named).matches()) {
      return Optional.empty();
    }
    ShortForm read = ShortForm.read(option, named, ShortClaim.GUARANTEES);
    Map<String, Double> numbers = new LinkedHashMap<>();
    read.entries().forEach((key, value) -> numbers.put(key, Double.parseDouble(value)));
    AdjacencyRelation relation = adjacency.get();
    try {
      return Optional.of(typed(read.name(), numbers, relation));
    } catch (InvalidParameterException e) {
      throw new InputException(option + " was '" + text + "': " + e.getMessage(), e);
    }
  }

  private static Guarantee typed(
      String name, Map<String, Double> numbers, AdjacencyRelation relation) {
    return switch (name) {
      case "pure" -> new Guarantee.Pure(amount(numbers, "epsilon"), relation);
      case "zcdp" -> new Guarantee.ZeroConcentrated(amount(numbers, "rho"), relation);
      case "gdp" -> new Guarantee.Gaussian(amount(numbers, "mu"), relation);
      default ->
          new Guarantee.Approximate(
              amount(numbers, "epsilon"),
              Parameters.requireOpenProbability("delta", number(numbers, "delta")),
              relation);
    };
  }

  private static double amount(Map<String, Double> numbers, String key) {
    return Parameters.requireNonNegative(key, number(numbers, key));
  }

  private static double number(Map<String, Double> numbers, String key) {
    return Objects.requireNonNull(numbers.get(key));
  }

  static Guarantee read(Value value, AdjacencyRelation adjacency) {
    Fields fields = value.fields(Shapes.GUARANTEE);
    if (fields.optional("event").isPresent()) {
      return profile(value.fields(Shapes.EVENT_PROFILE), adjacency);
    }
    List<String> given = List.copyOf(value.entries().keySet());
    if (given.size() != 1 || !KINDS.contains(given.get(0))) {
      throw value.invalid(
          "has "
              + given.size()
              + " keys: it needs exactly one of "
              + String.join(", ", KINDS)
              + ", or event and delta");
    }
    Value inner = fields.optional(given.get(0)).orElseThrow();
    return inner.checked(() -> guarantee(given.get(0), inner, adjacency));
  }

  /** The whole certified profile of an event. */
  private static Guarantee profile(Fields fields, AdjacencyRelation adjacency) {
    Value event = fields.get("event");
    double delta = fields.get("delta").number(Parameters::requireOpenProbability);
    DpEvent run = EventReader.event(event, Optional.of(adjacency));
    return event.checked(
        () -> {
          TightestBound bound = TightestBound.of(run, adjacency);
          return CurveClaims.of(point -> bound.epsilon(point).value(), delta, adjacency);
        });
  }

  private static Guarantee guarantee(String kind, Value value, AdjacencyRelation adjacency) {
    return switch (kind) {
      case "pure" -> new Guarantee.Pure(amount(value.fields(Shapes.PURE), "epsilon"), adjacency);
      case "approximate" -> approximate(value.fields(Shapes.APPROXIMATE), adjacency);
      case "renyi" -> renyi(value, adjacency);
      case "zcdp" ->
          new Guarantee.ZeroConcentrated(amount(value.fields(Shapes.ZCDP), "rho"), adjacency);
      case "gaussian" ->
          new Guarantee.Gaussian(amount(value.fields(Shapes.GAUSSIAN), "mu"), adjacency);
      case "profile" ->
          new Guarantee.Profile(
              points(
                  value,
                  Shapes.PROFILE_POINT,
                  Parameters::requireNonNegative,
                  Parameters::requireProbability),
              adjacency);
      case "tradeoff" ->
          new Guarantee.Tradeoff(
              points(
                  value,
                  Shapes.TRADEOFF_POINT,
                  Parameters::requireProbability,
                  Parameters::requireProbability),
              adjacency);
      default -> throw new AssertionError(kind);
    };
  }

  private static Guarantee approximate(Fields fields, AdjacencyRelation adjacency) {
    double delta = fields.get("delta").number(Parameters::requireOpenProbability);
    return new Guarantee.Approximate(amount(fields, "epsilon"), delta, adjacency);
  }

  private static Guarantee renyi(Value value, AdjacencyRelation adjacency) {
    return new Guarantee.Renyi(
        points(value, Shapes.RENYI_POINT, Guard::order, Parameters::requireNonNegative), adjacency);
  }

  /**
   * Points of a curve: a map from the first of a shape's two keys, without repetitions, to the
   * second.
   */
  private static NavigableMap<Double, Double> points(
      Value list, Shape shape, Guard first, Guard second) {
    TreeMap<Double, Double> points = new TreeMap<>();
    String key = shape.required().get(0);
    for (Value item : list.items()) {
      Fields point = item.fields(shape);
      Value place = point.get(key);
      // Adding 0 turns -0 into 0, because a map would tell the two apart.
      double number = place.number(first) + 0.0;
      if (points.put(number, point.get(shape.required().get(1)).number(second)) != null) {
        throw place.invalid("was " + number + ": that " + key + " is given twice");
      }
    }
    return points;
  }

  private static double amount(Fields fields, String key) {
    return fields.get(key).number(Parameters::requireNonNegative);
  }
}
