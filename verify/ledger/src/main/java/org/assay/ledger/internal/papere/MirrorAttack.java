package org.assay.ledger.internal.papere;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.optimize.noneuclidean.MirrorSchedule;
import org.assay.algorithms.internal.optimize.noneuclidean.NoisyMirrorDescent;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.ledger.internal.claim.EmpiricalCheck;

/**
 * An attack on noisy mirror descent as it runs, with the schedule of Theorem 10 of
 * [@BassilyGuzmanNandi2021], on linear losses.
 *
 * @param records n
 * @param ball the ball, with its dimension and order
 * @param epsilon the claimed epsilon
 * @param delta the claimed delta
 */
record MirrorAttack(int records, LpBall ball, double epsilon, double delta) {
  private static final LinearPredictionLoss LOSS = LinearPredictionLoss.linear(1, 1);

  /** Step size; with steps of this length the iterates stay far from the boundary of the ball. */
  private static final double SHORT_STEP = 1e-3;

  private Guarantee.Approximate claim() {
    return new Guarantee.Approximate(epsilon, delta, AdjacencyRelation.REPLACE_ONE);
  }

  /** The schedule as printed: its noise variance lacks the number of steps T as a factor. */
  MirrorSchedule printed() {
    return NoisyMirrorDescent.paperSchedule(records, LOSS, ball, claim());
  }

  /**
   * The schedule whose noise variance has the missing factor T, with noise for the dual norm
   * itself. Short steps keep the iterates away from the ball's boundary, so that the boundary hides
   * no difference.
   *
   * @param factor further factor of the variance
   */
  MirrorSchedule restored(double factor) {
    MirrorSchedule printed = printed();
    double sigma = printed.noise().sigma() * Math.sqrt(factor * (printed.steps() + 1));
    double index = ball.norm().dual().order();
    return new MirrorSchedule(
        printed.steps(),
        printed.batchSize(),
        SHORT_STEP,
        new GeneralizedGaussianNoise(new SmoothNorm(ball.dimension(), index, index), sigma));
  }

  /**
   * The attack.
   *
   * @param schedule one of the schedules above
   * @param slope the slope along the first axis of all losses but one, whose slope is 1 or -1
   */
  EmpiricalCheck.Experiment<?> on(MirrorSchedule schedule, double slope) {
    double[] others = new double[ball.dimension()];
    others[0] = slope;
    return EmpiricalCheck.Experiment.on(
        NoisyMirrorDescent.of(schedule, records, LOSS, ball),
        claim(),
        Pairs.oneSlope(records, others));
  }
}
