package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * A description of noisy stochastic gradient descent, number by number. What was not given is 0 or
 * not a number, which {@link NoisySgd} refuses. Descriptions change in place and are for one
 * thread.
 */
public final class NoisySgdBuilder {
  private final NoisySgdSampling sampling;
  private final AdjacencyRelation adjacency;
  private long records;
  private long batchSize;
  private long steps;
  private double stepSize = Double.NaN;
  private double noise = Double.NaN;
  private double lipschitzConstant = Double.NaN;
  private double smoothness = Double.NaN;
  private double strongConvexity = Double.NaN;
  private double diameter = Double.NaN;

  NoisySgdBuilder(NoisySgdSampling sampling, AdjacencyRelation adjacency) {
    this.sampling = Parameters.requireGiven("sampling", sampling);
    this.adjacency = Parameters.requireGiven("adjacency", adjacency);
  }

  /**
   * The batches.
   *
   * @param size batch size b, or the mean one of Poisson samples
   * @param ofRecords number of records n
   * @return this description
   */
  public NoisySgdBuilder batches(long size, long ofRecords) {
    this.batchSize = size;
    this.records = ofRecords;
    return this;
  }

  /**
   * The steps.
   *
   * @param count number of steps T
   * @param size step size η
   * @return this description
   */
  public NoisySgdBuilder steps(long count, double size) {
    this.steps = count;
    this.stepSize = size;
    return this;
  }

  /**
   * The noise.
   *
   * @param standardDeviation of the noise added to the mean gradient, in each coordinate
   * @return this description
   */
  public NoisySgdBuilder noise(double standardDeviation) {
    this.noise = standardDeviation;
    return this;
  }

  /**
   * The bound of the gradients.
   *
   * @param norm bound L of every record's gradient on the set
   * @return this description
   */
  public NoisySgdBuilder lipschitzConstant(double norm) {
    this.lipschitzConstant = norm;
    return this;
  }

  /**
   * The curvature of the losses.
   *
   * @param least strong convexity m: 0 for convex losses, below 0 for others
   * @param most smoothness M
   * @return this description
   */
  public NoisySgdBuilder curvature(double least, double most) {
    this.strongConvexity = least;
    this.smoothness = most;
    return this;
  }

  /**
   * The set.
   *
   * @param bound diameter D of the set of parameters; infinite where nothing bounds it
   * @return this description
   */
  public NoisySgdBuilder diameter(double bound) {
    this.diameter = bound;
    return this;
  }

  /**
   * The run.
   *
   * @return the run
   * @throws IllegalArgumentException if a number is missing or out of range
   */
  public NoisySgd build() {
    return new NoisySgd(
        records,
        batchSize,
        noise,
        lipschitzConstant,
        diameter,
        stepSize,
        steps,
        smoothness,
        strongConvexity,
        sampling,
        adjacency);
  }
}
