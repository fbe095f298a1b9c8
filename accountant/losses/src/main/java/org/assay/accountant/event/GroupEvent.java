package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * An event whose neighbours differ in several of its records: one unit of the relation (a person,
 * say) owns that many records of what the event sees. Under replace-one every unit owns exactly
 * {@code size} records, padded if need be; under the other relations at most that many. Adding,
 * removing, replacing or zeroing the unit does so to its records, one after the other.
 *
 * <p>A group outside a sampler: each record of the unit is sampled on its own. A group inside a
 * sampler: the unit is sampled with all its records ({@code docs/reference/events.md}).
 *
 * @param event the event, with its sensitivities stated for single records
 * @param size records of one unit, at least 1
 */
public record GroupEvent(DpEvent event, long size) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the size is below 1
   */
  public GroupEvent {
    Parameters.requireAtLeastOne("size", size);
  }

  @Override
  public AdjacencyRelation adjacency() {
    return event.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitGroup(this);
  }
}
