package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * One event again and again, each time with fresh randomness and everything released.
 *
 * @param event what is repeated
 * @param count how often, at least 1
 */
public record SelfComposedEvent(DpEvent event, long count) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the count is below 1
   */
  public SelfComposedEvent {
    Parameters.requireAtLeastOne("count", count);
  }

  @Override
  public AdjacencyRelation adjacency() {
    return event.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitSelfComposed(this);
  }
}
