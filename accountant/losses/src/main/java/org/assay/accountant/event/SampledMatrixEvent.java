package org.assay.accountant.event;

import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * A {@linkplain MatrixMechanismEvent matrix mechanism} on Poisson samples. The records are divided
 * beforehand into as many parts as the matrix has {@linkplain StrategyMatrix#bands bands}, b,
 * whatever the data are, and step j samples from part j mod b only: {@code ⌈n/b⌉} sampled Gaussians
 * of the largest norm of a column ([@ChoquetteChooEtAl2023]; proof: {@code
 * doc-files/matrix-sensitivity.md}). Records of a group may be in different parts, whose columns
 * overlap, so it has no bound for groups.
 *
 * @param matrix C
 * @param samplingProbability the probability that a record of the step's part takes part, from 0 to
 *     1
 * @param noiseMultiplier standard deviation of each entry's noise over the largest norm, finite and
 *     above 0
 * @param adjacency the relation, not replace-one
 */
public record SampledMatrixEvent(
    StrategyMatrix matrix,
    double samplingProbability,
    double noiseMultiplier,
    AdjacencyRelation adjacency)
    implements DominatedEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public SampledMatrixEvent {
    Parameters.requireGiven("matrix", matrix);
    Parameters.requireProbability("samplingProbability", samplingProbability);
    Parameters.requirePositive("noiseMultiplier", noiseMultiplier);
    Parameters.requireGiven("adjacency", adjacency);
    if (adjacency == AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "adjacency was "
              + adjacency
              + ": a replaced record could change its part; state the event under zero-out");
    }
  }

  /** Sampled Gaussians, whose noise over the columns' norm is rounded down. */
  @Override
  public DpEvent dominating() {
    Enclosure norm = matrix.sensitivity(1, 1);
    if (norm.upper() == 0) {
      return DpEvent.pure(0, adjacency);
    }
    double noise = Enclosure.exact(noiseMultiplier).dividedBy(norm).lower();
    long bands = matrix.bands();
    long rounds = matrix.steps() / bands + (matrix.steps() % bands == 0 ? 0 : 1);
    return DpEvent.gaussian(noise, Sensitivity.unit(adjacency))
        .poissonSampled(samplingProbability)
        .times(rounds);
  }

  @Override
  public Optional<SampledMatrixEvent> sampledMatrix() {
    return Optional.of(this);
  }

  @Override
  public boolean hasPlaces() {
    return true;
  }
}
