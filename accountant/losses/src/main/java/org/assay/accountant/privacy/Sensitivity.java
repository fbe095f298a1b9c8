package org.assay.accountant.privacy;

/**
 * The largest change of a query between neighbours, in the norm that the mechanism is calibrated
 * to.
 *
 * @param value the largest distance, finite and above 0, in the query's own unit
 * @param adjacency the relation under which {@code value} is the largest distance
 */
public record Sensitivity(double value, AdjacencyRelation adjacency) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the value is not finite or not above 0, or no relation is
   *     given
   */
  public Sensitivity {
    Parameters.requireGiven("adjacency", adjacency);
    Parameters.requirePositive("sensitivity", value);
  }

  /**
   * Sensitivity 1, the convention of noise multipliers.
   *
   * @param adjacency the relation
   * @return sensitivity 1 under that relation
   */
  public static Sensitivity unit(AdjacencyRelation adjacency) {
    return new Sensitivity(1, adjacency);
  }
}
