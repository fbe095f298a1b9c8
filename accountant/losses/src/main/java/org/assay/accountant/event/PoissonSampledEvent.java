package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * An event on a random subset of the data: each record belongs to it independently with one
 * probability, and the subset's size is not released.
 *
 * @param samplingProbability probability that a record belongs to the subset, in [0, 1]
 * @param event what is done to the subset
 */
public record PoissonSampledEvent(double samplingProbability, DpEvent event) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the probability is not in [0, 1]
   */
  public PoissonSampledEvent {
    Parameters.requireProbability("samplingProbability", samplingProbability);
  }

  @Override
  public AdjacencyRelation adjacency() {
    return event.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitPoissonSampled(this);
  }
}
