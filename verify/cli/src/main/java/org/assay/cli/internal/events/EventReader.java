package org.assay.cli.internal.events;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventKinds;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;

/**
 * Reads an event: a text in the notation of {@code docs/reference/events.md}, or an object whose
 * only key is the kind of event. Texts may stand wherever an event does.
 */
public final class EventReader {
  private EventReader() {}

  /**
   * Whether a file with this key describes an event.
   *
   * @param key a key of the whole file
   * @return whether it is a kind of event, or the sequence of events
   */
  public static boolean isKind(String key) {
    return key.equals("sequence") || EventKinds.named(key).isPresent();
  }

  /**
   * An event whose texts are replaced by what they describe.
   *
   * @param event the event's description
   * @return the description without texts in the notation
   * @throws InputException if a text is no event
   */
  public static Value expanded(Value event) {
    return event.changed("", EventReader::described);
  }

  private static Value described(String key, Value value) {
    boolean isEvent = key.isEmpty() || EventKinds.holdsEvents(key);
    return isEvent && value.isText() ? value.described() : value;
  }

  /**
   * The fractions of a description, as they were typed.
   *
   * @param event the event's description
   * @return formulas for {@link EventKinds#describe}
   * @throws InputException if a text is no event
   */
  public static List<String> formulas(Value event) {
    Set<String> formulas = new LinkedHashSet<>();
    expanded(event)
        .changed(
            "",
            (key, value) -> {
              value.formula().ifPresent(formulas::add);
              return value;
            });
    return List.copyOf(formulas);
  }

  /**
   * Reads an event.
   *
   * @param event the event's description
   * @param adjacency the relation of mechanisms that name none; empty if each must name one
   * @return the event
   * @throws InputException if the description is not as it must be
   */
  public static DpEvent event(Value event, Optional<AdjacencyRelation> adjacency) {
    if (event.isObject() && event.entries().containsKey("claims")) {
      throw event.invalid("has claims and is no event: assay audit FILE judges them");
    }
    return EventKinds.read(expanded(event), adjacency);
  }
}
