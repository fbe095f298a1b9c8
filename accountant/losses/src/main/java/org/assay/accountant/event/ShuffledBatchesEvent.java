package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Epochs over fixed batches after a shuffle: a uniform permutation of the records is cut into
 * batches of equal size, and each batch releases the sum of its records' vectors, of norm at most
 * 1, with Gaussian noise of standard deviation {@code noiseMultiplier}. A null record keeps its
 * place in a batch. The numbers of records and batches are public.
 *
 * @param batches how many batches an epoch has, from 1 to 2^53
 * @param epochs how many epochs, from 1 to 2^53
 * @param noiseMultiplier standard deviation of the noise over the largest norm, finite and above 0
 * @param reshuffled whether each epoch draws a permutation of its own; otherwise the first is kept
 * @param adjacency zero-out or replace-one
 */
public record ShuffledBatchesEvent(
    long batches,
    long epochs,
    double noiseMultiplier,
    boolean reshuffled,
    AdjacencyRelation adjacency)
    implements DpEvent {
  private static final long LARGEST_COUNT = 1L << 53;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range, or under add-or-remove
   */
  public ShuffledBatchesEvent {
    requireCount("batches", batches);
    requireCount("epochs", epochs);
    Parameters.requirePositive("noiseMultiplier", noiseMultiplier);
    Parameters.requireGiven("adjacency", adjacency);
    if (adjacency == AdjacencyRelation.ADD_OR_REMOVE) {
      throw new IllegalArgumentException(
          "adjacency was "
              + adjacency
              + ": a record more or less moves the boundaries of shuffled batches, so it must be "
              + AdjacencyRelation.ZERO_OUT
              + " (the record's place stays, empty) or "
              + AdjacencyRelation.REPLACE_ONE);
    }
  }

  private static void requireCount(String name, long count) {
    Parameters.requireAtLeastOne(name, count);
    if (count > LARGEST_COUNT) {
      throw new IllegalArgumentException(name + " was " + count + ": it must be at most 2^53");
    }
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitShuffledBatches(this);
  }
}
