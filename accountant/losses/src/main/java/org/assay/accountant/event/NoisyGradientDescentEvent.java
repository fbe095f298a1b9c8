package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * Noisy gradient descent over the same disjoint batches in the same order in every epoch: {@code w
 * ← Proj_K[w − stepSize · (mean gradient of the next batch + noise)]} from a starting point that
 * does not depend on the data, K convex. An epoch of one step is full-batch gradient descent.
 *
 * <p>Neighbours replace one record: adding or removing one would shift the batches.
 *
 * @param epoch the steps of one epoch, fixed before the data are seen
 * @param epochs how many, from 1 to 2^31 − 1
 * @param lipschitzConstant bound on the Euclidean norm of every record's gradient, or half of a
 *     bound on the distance of two records' gradients at one and the same point; finite and above 0
 * @param smoothness Lipschitz constant M of every record's gradient, finite and at least 0
 * @param strongConvexity every record's loss minus m|w|²/2 is convex: m is 0 for convex losses,
 *     above 0 for strongly convex ones and below 0 for others; from −M to M
 * @param diameter bound on the distance of two points of K, above 0; infinite for the whole space
 * @param form what is released, and how the steps are made
 */
public record NoisyGradientDescentEvent(
    GradientSchedule epoch,
    long epochs,
    double lipschitzConstant,
    double smoothness,
    double strongConvexity,
    double diameter,
    Form form)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public NoisyGradientDescentEvent {
    Parameters.requireAtLeastOne("epochs", epochs);
    if (!(epochs <= Integer.MAX_VALUE)) {
      throw new IllegalArgumentException("epochs was " + epochs + ": it must be below 2^31");
    }
    Parameters.requirePositive("lipschitzConstant", lipschitzConstant);
    Parameters.requireNonNegative("smoothness", smoothness);
    if (!(strongConvexity >= -smoothness && strongConvexity <= smoothness)) {
      throw new InvalidParameterException(
          "strongConvexity",
          "was "
              + strongConvexity
              + ": it must be between minus and plus the smoothness "
              + smoothness);
    }
    if (!(diameter > 0)) {
      throw new IllegalArgumentException("diameter was " + diameter + ": it must be above 0");
    }
  }

  /** What is released, and how the steps are made. */
  public enum Form {
    /**
     * The last iterate and nothing else; step sizes and noise as scheduled; unclipped gradients.
     */
    LAST_ITERATE,
    /** An average of the iterates. */
    AVERAGED_ITERATES,
    /** Step sizes or noise that depend on what was seen before. */
    ADAPTIVE_STEPS,
    /**
     * As the last iterate, with every record's gradient clipped to the Lipschitz constant, whatever
     * the losses. Known for strong convexity {@code −smoothness} only: clipping keeps the
     * smoothness, but no convexity. (Clipped gradients of generalized linear losses are those of
     * other convex losses: they may be described as unclipped.)
     */
    CLIPPED_GRADIENTS
  }

  @Override
  public AdjacencyRelation adjacency() {
    return AdjacencyRelation.REPLACE_ONE;
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitNoisyGradientDescent(this);
  }
}
