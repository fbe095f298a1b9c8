package org.assay.cli.internal.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;

/**
 * An event with a question mark in place of a number that is to be found. The cost with the found
 * number is certified. That no better number is near is certified for its neighbour only, since the
 * cost need not rise or fall with the number everywhere.
 */
public final class OpenEvent {
  private static final String UNKNOWN = "?";

  private final Value document;
  private final Optional<AdjacencyRelation> adjacency;
  private final String key;
  private final Search search;

  private OpenEvent(
      Value document, Optional<AdjacencyRelation> adjacency, String key, Search search) {
    this.document = document;
    this.adjacency = adjacency;
    this.key = key;
    this.search = search;
  }

  /** A number that is not given. */
  private record Unknown(String kind, String key, Map<String, Value> others) {
    NumberKeys.Dependence dependence() {
      return NumberKeys.of(kind, key)
          .orElseThrow(
              () ->
                  new InputException(
                      String.format(
                          "\"?\" stands at %s of %s, which is no number that can be found: it can"
                              + " at %s",
                          key, kind, String.join(", ", NumberKeys.searchable()))));
    }

    Search search() {
      NumberKeys.Dependence dependence = dependence();
      if (dependence.search().isEmpty()) {
        throw new InputException(
            "\"?\" stands at " + key + " of " + kind + ": " + dependence.why());
      }
      return dependence.within(key, others);
    }
  }

  /**
   * Whether a description has a question mark for a number.
   *
   * @param document the description
   * @return whether it does, at whatever key
   */
  public static boolean isOpen(Value document) {
    return !unknowns(EventReader.expanded(document)).isEmpty();
  }

  /**
   * An event with question marks at one key.
   *
   * @param event its description
   * @param adjacency the relation of mechanisms that name none; empty if each must name one
   * @return the event
   * @throws InputException if there is none, or at several keys
   */
  public static OpenEvent of(Value event, Optional<AdjacencyRelation> adjacency) {
    Value document = EventReader.expanded(event);
    List<Unknown> unknowns = unknowns(document);
    List<String> keys = unknowns.stream().map(Unknown::key).distinct().sorted().toList();
    if (keys.size() != 1) {
      throw new InputException(
          "a calibration needs an event with \"?\" in place of one number, such as gaussian(?)"
              + (keys.isEmpty()
                  ? "; this one has none"
                  : "; this one has it at " + String.join(" and ", keys)));
    }
    return new OpenEvent(document, adjacency, keys.get(0), common(unknowns));
  }

  /** The common search for all question marks, within the limits of each place. */
  private static Search common(List<Unknown> unknowns) {
    Search common = unknowns.get(0).search();
    for (Unknown unknown : unknowns) {
      Search next = unknown.search();
      if (next.largest() != common.largest() || next.isWhole() != common.isWhole()) {
        throw new InputException(
            String.format(
                "\"?\" stands at %s of %s and of %s: the cost rises with one of the two and falls"
                    + " with the other; give one of them",
                unknown.key(), unknowns.get(0).kind(), unknown.kind()));
      }
      common = common.within(unknown.key(), next.range().from(), next.range().to());
    }
    return common;
  }

  private static List<Unknown> unknowns(Value document) {
    List<Unknown> unknowns = new ArrayList<>();
    document.changed(
        "",
        (kind, value) -> {
          if (NumberKeys.isKind(kind) && value.isObject()) {
            value
                .entries()
                .forEach(
                    (key, entry) -> {
                      if (isUnknown(entry)) {
                        unknowns.add(new Unknown(kind, key, value.entries()));
                      }
                    });
          }
          return value;
        });
    return unknowns;
  }

  /** Whether it is the question mark, or a list with one in it. */
  private static boolean isUnknown(Value value) {
    return value.isList() ? value.items().stream().anyMatch(OpenEvent::isMark) : isMark(value);
  }

  private static boolean isMark(Value value) {
    return value.isText() && value.text().equals(UNKNOWN);
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
            "", (at, value) -> at.equals(key) && isMark(value) ? value.withNumber(number) : value),
        adjacency);
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
   * The search for the number.
   *
   * @return the search
   */
  public Search search() {
    return search;
  }
}
