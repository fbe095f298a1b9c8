package org.assay.accountant.event;

import org.assay.accountant.internal.divergence.KeepProbability;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Which partitions occur in the data, each shown by its number of records alone, with the largest
 * probability that (epsilon, delta) allows ([@DesfontainesEtAl2022]): {@link KeepProbability}. A
 * record is in at most so many partitions, and each of them gets an equal share of both parameters.
 *
 * @param epsilon of all partitions of a record together, finite and above 0
 * @param delta of all of them together, strictly between 0 and 1
 * @param partitions in how many partitions a record may be, at least 1
 * @param adjacency the relation, not replace-one
 */
public record PartitionSelectionEvent(
    double epsilon, double delta, long partitions, AdjacencyRelation adjacency)
    implements DominatedEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public PartitionSelectionEvent {
    Parameters.requirePositive("epsilon", epsilon);
    Parameters.requireOpenProbability("delta", delta);
    Parameters.requireAtLeastOne("partitions", partitions);
    Parameters.requireGiven("adjacency", adjacency);
    if (adjacency == AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "adjacency was "
              + adjacency
              + ": a replaced record may leave some partitions and enter as many others; state the"
              + " event under add-remove with twice the partitions");
    }
  }

  /**
   * With which probability each partition is kept, by its number of records.
   *
   * @return the probabilities, for one partition's share of epsilon and delta, rounded down
   */
  public KeepProbability keepProbability() {
    return new KeepProbability(share(epsilon).lower(), share(delta).lower());
  }

  /** A record's partitions, one after the other. */
  @Override
  public DpEvent dominating() {
    return new ApproximateEvent(share(epsilon).upper(), share(delta).upper(), adjacency)
        .times(partitions);
  }

  private Enclosure share(double whole) {
    return Enclosure.exact(whole).dividedBy(Enclosure.ofCount(partitions));
  }

  @Override
  public boolean hasPlaces() {
    return false;
  }
}
