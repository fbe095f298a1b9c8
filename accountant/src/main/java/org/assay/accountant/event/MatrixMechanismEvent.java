package org.assay.accountant.event;

import org.assay.accountant.divergence.StrategyMatrix;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

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

  /**
   * A matrix mechanism on Poisson samples. The records are divided beforehand into as many parts as
   * the matrix has {@linkplain StrategyMatrix#bands bands}, b, whatever the data are, and step j
   * samples from part j mod b only: {@code ⌈n/b⌉} sampled Gaussians of the largest norm of a column
   * ([@ChoquetteChooEtAl2023]; proof: {@code divergence/doc-files/matrix-sensitivity.md}).
   *
   * <p>For single records only. Records of a group may be in different parts, whose columns
   * overlap, so the event must not be put into a {@link GroupEvent}.
   *
   * @param matrix C
   * @param samplingProbability the probability that a record of the step's part takes part, from 0
   *     to 1
   * @param noiseMultiplier standard deviation of each entry's noise over the largest norm, finite
   *     and above 0; over the columns' norm it is rounded down
   * @param adjacency the relation, not replace-one
   * @return the sampled Gaussians
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static DpEvent sampled(
      StrategyMatrix matrix,
      double samplingProbability,
      double noiseMultiplier,
      AdjacencyRelation adjacency) {
    Parameters.requireGiven("matrix", matrix);
    Parameters.requirePositive("noiseMultiplier", noiseMultiplier);
    if (adjacency == AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "adjacency was "
              + adjacency
              + ": a replaced record could change its part; state the event under zero-out");
    }
    Enclosure norm = matrix.sensitivity(1, 1).value();
    double noise = Enclosure.exact(noiseMultiplier).dividedBy(norm).lower();
    long bands = matrix.bands();
    long rounds = matrix.steps() / bands + (matrix.steps() % bands == 0 ? 0 : 1);
    return DpEvent.gaussian(noise, Sensitivity.unit(adjacency))
        .poissonSampled(samplingProbability)
        .times(rounds);
  }

  @Override
  public String describe() {
    String often =
        participations == 1
            ? "one participation"
            : participations + " participations " + separation + " steps apart";
    return "MatrixMechanism("
        + matrix.describe()
        + ", "
        + often
        + ", noise multiplier "
        + noiseMultiplier
        + ", "
        + adjacency
        + ")";
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitMatrixMechanism(this);
  }
}
