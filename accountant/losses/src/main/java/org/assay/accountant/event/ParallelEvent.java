package org.assay.accountant.event;

import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Several events, each on its own part of the data; every record belongs to one part.
 *
 * @param events at least one event, all under one relation
 * @param assignment what decides the part of a record
 */
public record ParallelEvent(List<DpEvent> events, Assignment assignment) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if there is no event or two relations are mixed
   */
  public ParallelEvent {
    events = List.copyOf(events);
    if (events.isEmpty()) {
      throw new IllegalArgumentException(
          "events was empty: a parallel composition needs at least one event");
    }
    AdjacencyRelation first = events.get(0).adjacency();
    events.forEach(event -> first.requireSame(event.adjacency()));
  }

  /** What decides to which part a record belongs. */
  public enum Assignment {
    /**
     * The record's slot, fixed before anything is released; an emptied slot stays empty. Inside a
     * sampler these are the slots of the data outside.
     */
    BY_SLOT,
    /**
     * A function of the record's own value, so another value may belong to another part. The
     * function may be chosen from earlier outputs, so a record may be in another part in every run.
     */
    BY_VALUE
  }

  @Override
  public AdjacencyRelation adjacency() {
    return events.get(0).adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitParallel(this);
  }
}
