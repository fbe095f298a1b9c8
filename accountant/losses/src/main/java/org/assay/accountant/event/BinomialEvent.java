package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Release of a query whose value is one whole number, plus the number of heads of independent coins
 * ([@DworkEtAl2006]; [@AgarwalEtAl2018]). Subtracting the mean of the heads afterwards, or any
 * other constant, changes nothing.
 *
 * @param coins how many coins, from 1 to 2^53
 * @param probability of heads, strictly between 0 and 1
 * @param sensitivity how far the query moves at most, a whole number of at most 2^53
 */
public record BinomialEvent(long coins, double probability, Sensitivity sensitivity)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range, or the sensitivity is not
   *     whole
   */
  public BinomialEvent {
    if (!(coins >= 1 && coins <= 1L << 53)) {
      throw new IllegalArgumentException("coins was " + coins + ": it must be from 1 to 2^53");
    }
    Parameters.requireOpenProbability("probability", probability);
    Parameters.requireWhole("sensitivity", sensitivity.value());
  }

  @Override
  public AdjacencyRelation adjacency() {
    return sensitivity.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitBinomial(this);
  }
}
