package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * An event on a fixed number of records that are drawn independently and uniformly, so that a
 * record may be drawn several times; which records were drawn is not released.
 *
 * @param sampleSize how many draws, at least 1
 * @param populationSize how many records there are, from 2 to 2^53
 * @param event what is done to the drawn records, each as often as it was drawn
 */
public record SampledWithReplacementEvent(long sampleSize, long populationSize, DpEvent event)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public SampledWithReplacementEvent {
    Parameters.requireAtLeastOne("sampleSize", sampleSize);
    if (!(populationSize >= 2 && populationSize <= 1L << 53)) {
      throw new InvalidParameterException(
          "populationSize", "was " + populationSize + ": it must be from 2 to 2^53");
    }
  }

  @Override
  public AdjacencyRelation adjacency() {
    return event.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitSampledWithReplacement(this);
  }
}
