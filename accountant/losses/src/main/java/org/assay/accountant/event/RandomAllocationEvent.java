package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Steps of which every record takes part in a random choice: it draws, independently of all other
 * records and of the data, a uniform set of so many of the steps, and takes part in exactly those.
 * The sizes of the batches vary and are not released. All steps are the same mechanism, whose
 * parameters may depend on what was released before. Further epochs draw anew: {@link
 * DpEvent#times}.
 *
 * @param steps how many steps there are, at least 1
 * @param selected in how many of them a record takes part, from 1 to {@code steps}
 * @param event one step
 */
public record RandomAllocationEvent(long steps, long selected, DpEvent event) implements DpEvent {
  private static final long LARGEST_COUNT = 1L << 40;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public RandomAllocationEvent {
    if (!(steps >= 1 && steps <= LARGEST_COUNT)) {
      throw new IllegalArgumentException(
          "steps was " + steps + ": it must be from 1 to 2^40, the steps of one epoch");
    }
    if (!(selected >= 1 && selected <= steps)) {
      throw new IllegalArgumentException(
          "selected was " + selected + ": it must be from 1 to the number of steps, " + steps);
    }
    Parameters.requireGiven("event", event);
  }

  @Override
  public AdjacencyRelation adjacency() {
    return event.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitRandomAllocation(this);
  }
}
