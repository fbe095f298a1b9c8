package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.command.AdjacencyOption;
import org.assay.cli.internal.events.EventReader;
import org.assay.cli.internal.events.OpenEvent;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Shape;
import org.assay.cli.internal.input.Value;
import org.assay.cli.internal.price.PremiseLines;

/**
 * The cost of an event: epsilon at a delta, delta at an epsilon, or the Rényi divergence of an
 * order, by the given argument; a curve, if the argument is a list. With a target, the number that
 * meets it. The event is written as in an event file; the relation of the guarantee is that of the
 * event unless another is an argument.
 *
 * @param name its name in the batch language
 */
record EventFunction(String name) implements BatchFunction {
  private static final int MOST_POINTS = 10_000;
  private static final String EVENT = "event";
  private static final String ADJACENCY = "adjacency";
  private static final String DELTA = "delta";
  private static final String EPSILON = "epsilon";
  private static final String RHO = "rho";
  private static final String MU = "mu";
  private static final List<String> NUMBERS = List.of(DELTA, EPSILON, "order", RHO, MU);
  private static final Map<String, Function<Asked, DoubleFunction<Answer>>> QUESTIONS =
      Map.of(
          DELTA,
          asked -> at -> Answer.of(asked.bound().epsilon(at)),
          EPSILON,
          asked -> at -> Answer.of(asked.bound().delta(at)),
          "order",
          asked -> {
            RdpCurve curve = Accountant.rdp(asked.relation).compose(asked.event).curve();
            return at -> Answer.of(curve.at(at));
          });
  private static final Shape SHAPE =
      new Shape("args", List.of(EVENT), List.of(DELTA, EPSILON, "order", RHO, MU, ADJACENCY));

  @Override
  public BatchAnswer at(JsonNode args) {
    Fields fields = DocumentReader.readJson("args", args.toString()).fields(SHAPE);
    Map<String, Value> given = new LinkedHashMap<>();
    NUMBERS.forEach(key -> fields.optional(key).ifPresent(value -> given.put(key, value)));
    Value document = fields.get(EVENT);
    Optional<AdjacencyRelation> wanted =
        fields.optional(ADJACENCY).map(label -> AdjacencyOption.read(ADJACENCY, label.text()));
    if (isTarget(given) || OpenEvent.isOpen(document)) {
      EventCalibration calibration = new EventCalibration(OpenEvent.of(document, wanted));
      return calibration.answer(target(given, wanted.orElseGet(calibration::adjacency)));
    }
    if (given.size() != 1) {
      throw new LineException(
          "one of the arguments delta, epsilon and order was expected, and "
              + (given.isEmpty() ? "none" : String.join(" and ", given.keySet()))
              + " is given");
    }
    String key = given.keySet().iterator().next();
    Value number = fields.get(key);
    DpEvent event = EventReader.event(document, wanted);
    Asked asked = new Asked(event, wanted.orElseGet(event::adjacency), number.isList());
    BatchAnswer answer =
        values(key, number, Objects.requireNonNull(QUESTIONS.get(key)).apply(asked));
    return object -> {
      answer.putInto(object);
      PremiseLines.putAssumed(object, event);
    };
  }

  /**
   * The event of a question; points of a curve are computed less accurately than single answers.
   */
  private record Asked(DpEvent event, AdjacencyRelation relation, boolean curve) {
    TightestBound bound() {
      TightestBound fine = TightestBound.of(event, relation);
      return curve ? fine.withAccuracy(Accuracy.ROUGH.needed()) : fine;
    }
  }

  private static boolean isTarget(Map<String, Value> given) {
    return given.containsKey(RHO)
        || given.containsKey(MU)
        || (given.containsKey(DELTA) && given.containsKey(EPSILON));
  }

  private static Guarantee target(Map<String, Value> given, AdjacencyRelation relation) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    given.forEach((key, value) -> numbers.put(key, value.number()));
    return switch (String.join(" ", numbers.keySet())) {
      case "delta epsilon" ->
          new Guarantee.Approximate(of(numbers, EPSILON), of(numbers, DELTA), relation);
      case RHO -> new Guarantee.ZeroConcentrated(of(numbers, RHO), relation);
      case MU -> new Guarantee.Gaussian(of(numbers, MU), relation);
      default ->
          throw new LineException(
              "a calibration needs a target: epsilon and delta, or rho, or mu; given is "
                  + (numbers.isEmpty() ? "none" : String.join(" and ", numbers.keySet())));
    };
  }

  private static double of(Map<String, Double> numbers, String key) {
    return Objects.requireNonNull(numbers.get(key));
  }

  private static BatchAnswer values(String key, Value given, DoubleFunction<Answer> question) {
    if (!given.isList()) {
      return question.apply(given.number());
    }
    List<Value> places = given.items();
    if (!(places.size() <= MOST_POINTS)) {
      throw new LineException(
          "argument " + key + " has " + places.size() + " numbers: at most " + MOST_POINTS);
    }
    Map<Double, Answer> known = new LinkedHashMap<>();
    List<Double> numbers = new ArrayList<>();
    for (Value place : places) {
      double number = place.number();
      numbers.add(number);
      known.computeIfAbsent(number, question::apply);
    }
    return object -> {
      ArrayNode curve = object.putArray("curve");
      for (double number : numbers) {
        ObjectNode point = curve.addObject().put(key, number);
        Objects.requireNonNull(known.get(number)).putInto(point);
      }
    };
  }

  @Override
  public BatchAnswer at(JsonNode args, int digits) {
    throw new LineException("fn '" + name + "' is not known to more digits: leave out --digits");
  }

  /**
   * Answers with the number that just meets a target.
   *
   * @param event the event with an unknown number
   */
  record EventCalibration(OpenEvent event) {
    /** The relation of the event, which does not depend on the number. */
    AdjacencyRelation adjacency() {
      return event.with(event.search().start()).adjacency();
    }

    /** The number that meets a target, the certified cost with it, and a neighbour that fails. */
    BatchAnswer answer(Guarantee target) {
      Calibration found = event.search().find(Calibrator.to(target), event::with);
      return object -> put(object, found);
    }

    private void put(ObjectNode object, Calibration found) {
      object.put("parameter", event.key());
      object.put("value", text(found.value()));
      object.put("upper", Enclosure.exact(found.answer().bound()).upperDecimal());
      found.failing().ifPresent(next -> object.put("fails_at", text(next.parameter())));
      PremiseLines.putAssumed(object, event.with(found.value()));
    }

    private String text(double number) {
      return event.search().isWhole() ? Long.toString((long) number) : Double.toString(number);
    }
  }
}
