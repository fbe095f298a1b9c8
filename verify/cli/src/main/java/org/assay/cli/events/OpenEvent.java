package org.assay.cli.events;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.assay.accountant.event.DpEvent;
import org.assay.cli.input.InputException;
import org.assay.cli.input.Value;

/**
 * An event that has a question mark wherever one number stands, which is to be found. What is found
 * is certified as it is; that no better number is near is certified for its neighbour only, since
 * the cost of an event need not rise or fall with it everywhere.
 */
public final class OpenEvent {
  private static final String UNKNOWN = "?";

  /** The keys of numbers that can be found. */
  private static final Map<String, Search> SEARCHES =
      Map.of(
          "noise_multiplier", Search.NOISE_MULTIPLIER,
          "threshold", Search.THRESHOLD,
          "sampling_probability", Search.SAMPLING_PROBABILITY,
          "times", Search.STEPS);

  private static final List<String> KEYS = SEARCHES.keySet().stream().sorted().toList();

  private final Value document;
  private final String key;

  private OpenEvent(Value document, String key) {
    this.document = document;
    this.key = key;
  }

  /**
   * Whether a description has a question mark for one of the numbers that can be found.
   *
   * @param document the description
   * @return whether it does
   */
  public static boolean isOpen(Value document) {
    return !unknowns(document).isEmpty();
  }

  /**
   * An event with question marks at one key.
   *
   * @param document its description
   * @return the event
   * @throws InputException if there is none, or at several keys
   */
  public static OpenEvent of(Value document) {
    Set<String> keys = unknowns(document);
    if (keys.size() != 1) {
      throw new InputException(
          "a calibration needs an event with \"?\" at one of the keys "
              + String.join(", ", KEYS)
              + "; this one has it at "
              + (keys.isEmpty() ? "none" : String.join(" and ", keys)));
    }
    return new OpenEvent(document, keys.iterator().next());
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

  /**
   * The event that a number makes of it.
   *
   * @param number the number in place of every question mark
   * @return the event
   * @throws InputException if the description is not as it must be
   */
  public DpEvent with(double number) {
    return EventReader.event(
        document.changed(
            "", (at, value) -> isUnknown(at, value) ? value.withNumber(number) : value));
  }

  /**
   * The key of the question marks.
   *
   * @return the key
   */
  public String key() {
    return key;
  }

  /**
   * How the number is found.
   *
   * @return the search
   */
  public Search search() {
    return Objects.requireNonNull(SEARCHES.get(key));
  }
}
