package org.assay.verify.trial;

import java.util.Arrays;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Two neighbouring datasets.
 *
 * @param <D> the type of datasets
 */
public final class AdjacentPair<D> {
  private final String description;
  private final D left;
  private final D right;
  private final AdjacencyRelation adjacency;
  private final double[] direction;

  private AdjacentPair(
      String description, D left, D right, AdjacencyRelation adjacency, double[] direction) {
    if (description.isBlank()) {
      throw new IllegalArgumentException(
          "description was blank: say in a few words how the datasets differ");
    }
    this.description = description;
    this.left = left;
    this.right = right;
    this.adjacency = adjacency;
    this.direction = direction;
  }

  /**
   * A pair.
   *
   * @param description the difference of the datasets, in a few words for the report
   * @param left one dataset
   * @param right the other
   * @param adjacency the relation under which they are neighbours
   * @param <D> the type of datasets
   * @return the pair
   */
  public static <D> AdjacentPair<D> of(
      String description, D left, D right, AdjacencyRelation adjacency) {
    return new AdjacentPair<>(description, left, right, adjacency, new double[0]);
  }

  /**
   * This pair with a direction in which the planted record is expected to push a vector output.
   *
   * @param newDirection not all 0, finite; copied
   * @return the pair with the direction
   * @throws IllegalArgumentException if the direction has no finite length above 0
   */
  public AdjacentPair<D> withCanaryDirection(double... newDirection) {
    double norm = 0;
    for (double coordinate : newDirection) {
      norm = Math.hypot(norm, coordinate);
    }
    if (!(norm > 0 && norm < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "canary direction had length " + norm + ": it must be finite and above 0");
    }
    return new AdjacentPair<>(description, left, right, adjacency, newDirection.clone());
  }

  /**
   * The difference of the datasets.
   *
   * @return a few words
   */
  public String description() {
    return description;
  }

  /**
   * The dataset whose runs the auditor calls left.
   *
   * @return the dataset
   */
  public D left() {
    return left;
  }

  /**
   * The dataset whose runs the auditor calls right.
   *
   * @return the dataset
   */
  public D right() {
    return right;
  }

  /**
   * The relation.
   *
   * @return the relation under which the datasets are neighbours
   */
  public AdjacencyRelation adjacency() {
    return adjacency;
  }

  /**
   * The direction in which the planted record pushes a vector output; empty if unknown.
   *
   * @return a copy of the direction
   */
  public Optional<double[]> canaryDirection() {
    return direction.length == 0 ? Optional.empty() : Optional.of(direction.clone());
  }

  @Override
  public String toString() {
    String suffix = direction.length == 0 ? "" : " along " + Arrays.toString(direction);
    return description + " (" + adjacency + ")" + suffix;
  }
}
