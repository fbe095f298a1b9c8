package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Release of the last iterate, and of nothing else, of one pass of projected noisy gradient descent
 * over disjoint batches: {@code w ← Proj_K[w − stepSize · (mean gradient of the next batch +
 * noise)]} from a starting point that does not depend on the data, K convex.
 *
 * <p>Neighbours replace one record: adding or removing one would shift the batches.
 *
 * @param schedule the steps, fixed before the data are seen
 * @param lipschitzConstant bound on the Euclidean norm of every record's gradient, or half of a
 *     bound on the distance of two records' gradients at one and the same point; finite and above 0
 * @param smoothness Lipschitz constant of every record's gradient (the loss is convex), finite and
 *     at least 0
 */
public record LastIterateEvent(
    GradientSchedule schedule, double lipschitzConstant, double smoothness) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a constant is out of range
   */
  public LastIterateEvent {
    Parameters.requirePositive("lipschitzConstant", lipschitzConstant);
    Parameters.requireNonNegative("smoothness", smoothness);
  }

  @Override
  public AdjacencyRelation adjacency() {
    return AdjacencyRelation.REPLACE_ONE;
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitLastIterate(this);
  }
}
