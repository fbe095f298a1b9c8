package org.assay.accountant.event;

import org.assay.accountant.internal.selection.Repetitions;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * The best of a random number of runs of one event, as when a model is tuned: each run has fresh
 * randomness and reads the same data, and the output that comes first in an order which was fixed
 * beforehand is released (a score must be part of the output). Neither the other outputs nor their
 * number is released.
 *
 * @param event a single run
 * @param repetitions how many runs, drawn before the data are seen
 */
public record RepeatAndSelectEvent(DpEvent event, Repetitions repetitions) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is missing
   */
  public RepeatAndSelectEvent {
    Parameters.requireGiven("event", event);
    Parameters.requireGiven("repetitions", repetitions);
  }

  @Override
  public AdjacencyRelation adjacency() {
    return event.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitRepeatAndSelect(this);
  }
}
