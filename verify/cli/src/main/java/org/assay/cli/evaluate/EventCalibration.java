package org.assay.cli.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.events.EventReader;
import org.assay.cli.input.Value;

/**
 * Finds the number that just meets a target, in an event that has a question mark wherever that
 * number stands. What is found is certified as it is; that no better number is near is certified
 * for its neighbour only, since the cost of an event need not rise or fall with it everywhere.
 */
final class EventCalibration {
  private static final String UNKNOWN = "?";
  private static final String TIMES = "times";

  /** What may be unknown: as much noise or as high a threshold as needed, as many steps or so. */
  private static final Map<String, BiFunction<Calibrator, DoubleFunction<DpEvent>, Calibration>>
      SEARCHES =
          Map.of(
              "noise_multiplier",
              Calibrator::smallestNoiseMultiplier,
              "threshold",
              Calibrator::smallestThreshold,
              "sampling_probability",
              Calibrator::largestSamplingProbability,
              TIMES,
              (calibrator, events) ->
                  calibrator.largestStepCount(steps -> events.apply((double) steps)));

  private static final List<String> KEYS = SEARCHES.keySet().stream().sorted().toList();

  private final Value document;
  private final String key;

  private EventCalibration(Value document, String key) {
    this.document = document;
    this.key = key;
  }

  /** Whether a description has a question mark for one of the numbers that can be found. */
  static boolean isAbout(Value document) {
    return !unknowns(document).isEmpty();
  }

  /**
   * The calibration of an event.
   *
   * @param document its description, with question marks at one key
   * @throws LineException if there is none, or at several keys
   */
  static EventCalibration of(Value document) {
    Set<String> keys = unknowns(document);
    if (keys.size() != 1) {
      throw new LineException(
          "a calibration needs an event with \"?\" at one of the keys "
              + String.join(", ", KEYS)
              + "; this one has it at "
              + (keys.isEmpty() ? "none" : String.join(" and ", keys)));
    }
    return new EventCalibration(document, keys.iterator().next());
  }

  private static Set<String> unknowns(Value document) {
    Set<String> keys = new TreeSet<>();
    document.changed(
        "",
        (at, value) -> {
          if (isUnknown(at, value)) {
            keys.add(at);
          }
          return value;
        });
    return keys;
  }

  private static boolean isUnknown(String at, Value value) {
    return SEARCHES.containsKey(at) && value.isText() && value.text().equals(UNKNOWN);
  }

  /** The relation of the event, whatever the number is. */
  AdjacencyRelation adjacency() {
    return with(1).adjacency();
  }

  private DpEvent with(double number) {
    return EventReader.event(
        document.changed(
            "", (at, value) -> isUnknown(at, value) ? value.withNumber(number) : value));
  }

  /** The number that meets a target, the certified cost with it, and a neighbour that fails. */
  BatchAnswer answer(Guarantee target) {
    Calibration found =
        Objects.requireNonNull(SEARCHES.get(key)).apply(Calibrator.to(target), this::with);
    return object -> put(object, found);
  }

  private void put(ObjectNode object, Calibration found) {
    object.put("parameter", key);
    object.put("value", text(found.value()));
    object.put("upper", Enclosure.exact(found.answer().bound()).upperDecimal());
    found.failing().ifPresent(next -> object.put("fails_at", text(next.parameter())));
  }

  private String text(double number) {
    return key.equals(TIMES) ? Long.toString((long) number) : Double.toString(number);
  }
}
