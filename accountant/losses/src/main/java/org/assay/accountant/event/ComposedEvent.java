package org.assay.accountant.event;

import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Several events on the same data, one after the other, everything released.
 *
 * @param events at least one event, all under one relation
 */
public record ComposedEvent(List<DpEvent> events) implements DpEvent {
  /**
   * Checks and copies the parameters.
   *
   * @throws IllegalArgumentException if there is no event or two relations are mixed
   */
  public ComposedEvent {
    events = List.copyOf(events);
    if (events.isEmpty()) {
      throw new IllegalArgumentException(
          "events was empty: a composition needs at least one event");
    }
    AdjacencyRelation first = events.get(0).adjacency();
    events.forEach(event -> first.requireSame(event.adjacency()));
  }

  @Override
  public AdjacencyRelation adjacency() {
    return events.get(0).adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitComposed(this);
  }
}
