package org.assay.algorithms.internal.optimize.multipass;

import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.objective.Loss;

/**
 * Multipass noisy SGD on an lp ball, p above 2 ([@BassilyGuzmanNandi2021], section 6 and
 * Proposition 13): {@link MultipassNoisySgd} in the Euclidean norm, in which a ball of diameter M
 * in the lp norm has diameter {@code d^{1/2 − 1/p} M}. Gradients bounded in the dual norm, whose
 * index is below 2, are bounded by the same number in the Euclidean one.
 */
public final class LpNoisySgd {
  private LpNoisySgd() {}

  /**
   * The algorithm on the ball around the origin.
   *
   * @param schedule batches, steps and noise
   * @param loss the loss, its Lipschitz constant in the Euclidean norm
   * @param dimension number of coordinates, at least 1
   * @param order p, finite and above 2; for a smaller p mirror descent adds less noise
   * @param radius radius in the lp norm, finite and above 0
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static MultipassNoisySgd of(
      NoisySgdSchedule schedule, Loss loss, int dimension, double order, double radius) {
    return MultipassNoisySgd.of(schedule, loss, ball(dimension, order, radius));
  }

  static LpBall ball(int dimension, double order, double radius) {
    Parameters.requirePositive("order", order);
    if (!(order > 2)) {
      throw new IllegalArgumentException("order was " + order + ": it must be above 2");
    }
    return LpBall.of(dimension, order, radius);
  }
}
