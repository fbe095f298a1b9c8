package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * An event on a batch of limited size: each of a known number of records joins a sample
 * independently with one probability, and of a sample that is too large a uniform choice of the
 * largest allowed number is kept. Neither the batch nor the sample's size is released.
 *
 * @param records how many records there are, from 1 to 2^53; of neighbours that differ in a
 *     record's presence the larger one has so many
 * @param samplingProbability probability that a record joins the sample, in [0, 1]
 * @param largestBatch the most records that are kept, from 1 to 2^53
 * @param event what is done to the batch
 */
public record TruncatedPoissonSampledEvent(
    long records, double samplingProbability, long largestBatch, DpEvent event) implements DpEvent {
  private static final long LARGEST_COUNT = 1L << 53;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public TruncatedPoissonSampledEvent {
    requireCount("records", records);
    Parameters.requireProbability("samplingProbability", samplingProbability);
    requireCount("largestBatch", largestBatch);
  }

  private static void requireCount(String name, long count) {
    if (!(count >= 1 && count <= LARGEST_COUNT)) {
      throw new IllegalArgumentException(name + " was " + count + ": it must be from 1 to 2^53");
    }
  }

  @Override
  public AdjacencyRelation adjacency() {
    return event.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitTruncatedPoissonSampled(this);
  }
}
