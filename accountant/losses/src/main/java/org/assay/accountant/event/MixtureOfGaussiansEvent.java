package org.assay.accountant.event;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Release of a query with Gaussian noise where the sensitivity to one record is random: with
 * probability {@code probabilities[k]} the record's presence moves the query by at most {@code
 * sensitivities[k]} in the Euclidean norm. The draw is independent of the noise and not released
 * ([@ChoquetteChooEtAl2024]).
 *
 * @param standardDeviation of the noise, in the query's own unit, finite and above 0
 * @param sensitivities from 1 to 1000 numbers, finite and at least 0, in the same unit
 * @param probabilities as many numbers of at least 0; they sum to 1 up to rounding, and what is
 *     missing or too much is shared out in proportion
 * @param adjacency add-or-remove or zero-out
 */
public record MixtureOfGaussiansEvent(
    double standardDeviation,
    List<Double> sensitivities,
    List<Double> probabilities,
    AdjacencyRelation adjacency)
    implements DpEvent {
  private static final int MOST_COMPONENTS = 1000;

  /** How far a sum of rounded probabilities may be from 1. */
  private static final double ROUNDING = 1e-12;

  /**
   * Checks and copies the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public MixtureOfGaussiansEvent {
    Parameters.requirePositive("standardDeviation", standardDeviation);
    sensitivities = List.copyOf(sensitivities);
    probabilities = List.copyOf(probabilities);
    int size = sensitivities.size();
    if (!(size == probabilities.size() && size >= 1 && size <= MOST_COMPONENTS)) {
      throw new IllegalArgumentException(
          "there were "
              + size
              + " sensitivities and "
              + probabilities.size()
              + " probabilities: both must be equally many, from 1 to "
              + MOST_COMPONENTS);
    }
    sensitivities.forEach(value -> Parameters.requireNonNegative("sensitivity", value));
    probabilities.forEach(value -> Parameters.requireProbability("probability", value));
    double total = probabilities.stream().mapToDouble(Double::doubleValue).sum();
    if (!(Math.abs(total - 1) <= ROUNDING)) {
      throw new IllegalArgumentException(
          "probabilities summed to " + total + ": they must sum to 1");
    }
    if (adjacency == AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "adjacency was "
              + adjacency
              + ": the sensitivities are about a record's presence, so it must be "
              + AdjacencyRelation.ADD_OR_REMOVE
              + " or "
              + AdjacencyRelation.ZERO_OUT);
    }
  }

  /**
   * The probabilities, divided by their sum.
   *
   * @return enclosures that sum to 1
   */
  public List<Enclosure> weights() {
    Enclosure total =
        probabilities.stream().map(Enclosure::exact).reduce(Enclosure.ZERO, Enclosure::plus);
    return probabilities.stream().map(p -> Enclosure.exact(p).dividedBy(total)).toList();
  }

  /**
   * The sensitivities in standard deviations.
   *
   * @return enclosures
   */
  public List<Enclosure> shifts() {
    return sensitivities.stream()
        .map(s -> Enclosure.exact(s).dividedBy(standardDeviation))
        .toList();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitMixtureOfGaussians(this);
  }
}
