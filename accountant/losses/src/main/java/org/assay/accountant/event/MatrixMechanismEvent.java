package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * A matrix mechanism: {@code C x + Z} with independent Gaussian noise of standard deviation {@code
 * noiseMultiplier}, released row by row and multiplied by public matrices afterwards. {@code x_i}
 * is the sum of the vectors, of norm at most 1, that records contribute at step i, and may depend
 * on what was released before. Every record takes part in at most so many steps <em>of the whole
 * run</em>, restarts and further epochs included.
 *
 * @param matrix C
 * @param participations how often a record may take part, at least 1
 * @param separation how many steps later it may take part again, at least 1
 * @param noiseMultiplier standard deviation of each entry's noise over the largest norm, finite and
 *     above 0
 * @param adjacency the relation; under replace-one a vector moves by up to 2
 */
public record MatrixMechanismEvent(
    StrategyMatrix matrix,
    long participations,
    long separation,
    double noiseMultiplier,
    AdjacencyRelation adjacency)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public MatrixMechanismEvent {
    Parameters.requireGiven("matrix", matrix);
    Parameters.requireAtLeastOne("participations", participations);
    Parameters.requireAtLeastOne("separation", separation);
    Parameters.requirePositive("noiseMultiplier", noiseMultiplier);
    Parameters.requireGiven("adjacency", adjacency);
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitMatrixMechanism(this);
  }
}
