package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * An event on a uniformly random subset of fixed size, drawn without replacement; which records
 * were drawn is not released.
 *
 * @param sampleSize size of the subset, from 1 to the population size
 * @param populationSize how many records there are, at most 2^53
 * @param event what is done to the subset
 */
public record SampledWithoutReplacementEvent(long sampleSize, long populationSize, DpEvent event)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public SampledWithoutReplacementEvent {
    Parameters.requireAtLeastOne("sampleSize", sampleSize);
    if (!(populationSize >= sampleSize && populationSize <= 1L << 53)) {
      throw new InvalidParameterException(
          "populationSize",
          "was " + populationSize + ": it must be from sampleSize (" + sampleSize + ") to 2^53");
    }
  }

  @Override
  public AdjacencyRelation adjacency() {
    return event.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitSampledWithoutReplacement(this);
  }
}
