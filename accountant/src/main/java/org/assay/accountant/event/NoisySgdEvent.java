package org.assay.accountant.event;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * The last iterate of projected noisy stochastic gradient descent over random batches
 * ([@AltschulerTalwar2022], Algorithm 1): {@code w ← Proj_K[w − stepSize · ((1/batchSize) Σ_{i in
 * batch} ∇f_i(w) + N(0, noise² I))]} from a starting point that does not depend on the data, K
 * convex. Batches are fresh in every step and never released, and neither is any other iterate.
 *
 * <p>Gradients are those of the losses, not clipped, and all parameters are fixed before the data
 * are seen. Where something else was done (clipping, averages, losses whose gradients jump), {@link
 * #composition(Sampling, int, int, long, double, double)} is the event to state: it covers every
 * iterate and needs nothing but the bound of the gradients' norms.
 *
 * <p>Neighbours replace one record. Fixed and cyclic batches are {@link NoisyGradientDescentEvent}.
 *
 * @param sampling how the batch of a step is chosen
 * @param records number of records n, at least 1
 * @param batchSize batch size b, from 1 to n; for Poisson samples the mean one, by which sums are
 *     divided
 * @param steps number of steps, from 1 to 2^53
 * @param stepSize finite and above 0
 * @param noise standard deviation of the noise added to the mean gradient, in each coordinate;
 *     finite and above 0
 * @param lipschitzConstant bound L of the Euclidean norm of every record's gradient on K, finite
 *     and above 0
 * @param smoothness Lipschitz constant M of every record's gradient, finite and at least 0
 * @param strongConvexity every record's loss minus m|w|²/2 is convex: m is 0 for convex losses,
 *     above 0 for strongly convex ones and below 0 for others; from −M to M
 * @param diameter bound of the distance of two points of K, above 0; infinite for the whole space
 */
public record NoisySgdEvent(
    Sampling sampling,
    int records,
    int batchSize,
    long steps,
    double stepSize,
    double noise,
    double lipschitzConstant,
    double smoothness,
    double strongConvexity,
    double diameter)
    implements DpEvent {
  private static final long LARGEST_COUNT = 1L << 53;

  /** How the batch of a step is chosen. */
  public enum Sampling {
    /** A uniformly random set of so many records. */
    FIXED_SIZE,
    /** Every record independently; the sum of the gradients is divided by the mean size. */
    POISSON
  }

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public NoisySgdEvent {
    Parameters.requireAtLeastOne("batchSize", batchSize);
    if (!(batchSize <= records)) {
      throw new IllegalArgumentException(
          "batchSize was " + batchSize + ": it must be at most the number of records, " + records);
    }
    if (!(steps >= 1 && steps <= LARGEST_COUNT)) {
      throw new IllegalArgumentException("steps was " + steps + ": it must be from 1 to 2^53");
    }
    Parameters.requirePositive("stepSize", stepSize);
    Parameters.requirePositive("noise", noise);
    Parameters.requirePositive("lipschitzConstant", lipschitzConstant);
    Parameters.requireNonNegative("smoothness", smoothness);
    if (!(strongConvexity >= -smoothness && strongConvexity <= smoothness)) {
      throw new IllegalArgumentException(
          "strongConvexity was "
              + strongConvexity
              + ": it must be between minus and plus the smoothness "
              + smoothness);
    }
    if (!(diameter > 0)) {
      throw new IllegalArgumentException("diameter was " + diameter + ": it must be above 0");
    }
  }

  /**
   * What a run spends that releases all iterates: the sampled Gaussian mechanism, once for each
   * step. It bounds the last iterate too, which is a function of all.
   *
   * @return a composition of sampled Gaussian events. Under Poisson sampling its sensitivity is
   *     that of a record's presence, which accountants restate for a replaced one
   */
  public DpEvent composition() {
    return composition(sampling, records, batchSize, steps, noise, lipschitzConstant);
  }

  /**
   * The steps of noisy stochastic gradient descent as a composition, which covers whatever is
   * computed from the noisy gradients.
   *
   * @param sampling how the batch is chosen
   * @param records number of records
   * @param batchSize batch size, or the mean one
   * @param steps number of steps
   * @param noise standard deviation of the noise added to the mean gradient
   * @param gradientNorm bound of the Euclidean norm of what a record contributes to the sum
   * @return the event, its noise multiplier rounded down and its sampling probability up
   */
  public static DpEvent composition(
      Sampling sampling,
      int records,
      int batchSize,
      long steps,
      double noise,
      double gradientNorm) {
    double scaled = Rounding.multiplyDown(noise, batchSize);
    DpEvent step =
        switch (sampling) {
          case FIXED_SIZE ->
              DpEvent.gaussian(
                      Rounding.divideDown(scaled, Rounding.multiplyUp(2, gradientNorm)),
                      Sensitivity.unit(AdjacencyRelation.REPLACE_ONE))
                  .fixedSizeSampled(batchSize, records);
          case POISSON ->
              DpEvent.gaussian(
                      Rounding.divideDown(scaled, gradientNorm),
                      Sensitivity.unit(AdjacencyRelation.ADD_OR_REMOVE))
                  .poissonSampled(Rounding.divideUp(batchSize, records));
        };
    return step.times(steps);
  }

  @Override
  public AdjacencyRelation adjacency() {
    return AdjacencyRelation.REPLACE_ONE;
  }

  @Override
  public String describe() {
    return "NoisySgd("
        + steps
        + " steps of size "
        + stepSize
        + ", "
        + (sampling == Sampling.POISSON ? "Poisson samples of mean size " : "samples of ")
        + batchSize
        + " of "
        + records
        + " records, noise "
        + noise
        + ", Lipschitz constant "
        + lipschitzConstant
        + ", smoothness "
        + smoothness
        + ", strong convexity "
        + strongConvexity
        + ", diameter "
        + diameter
        + ")";
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitNoisySgd(this);
  }
}
