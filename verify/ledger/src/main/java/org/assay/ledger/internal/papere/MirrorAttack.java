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
 * The running mirror descent with the schedule of Theorem 10, on linear losses.
 *
 * @param records n
 * @param ball the ball, with its dimension and order
 * @param epsilon the claimed epsilon
 * @param delta the claimed delta
 */
record MirrorAttack(int records, LpBall ball, double epsilon, double delta) {
  private static final LinearPredictionLoss LOSS = LinearPredictionLoss.linear(1, 1);

  /** Step size, far too short to reach the boundary of the ball. */
  private static final double SHORT_STEP = 1e-3;

  private Guarantee.Approximate claim() {
    return new Guarantee.Approximate(epsilon, delta, AdjacencyRelation.REPLACE_ONE);
  }

  /** The schedule as printed, without the factor T. */
  MirrorSchedule printed() {
    return NoisyMirrorDescent.paperSchedule(records, LOSS, ball, claim());
  }

  /**
   * The schedule with the factor T restored and noise of the dual norm itself. A short step keeps
   * away from the ball's boundary, as a start at the boundary would.
   *
   * @param factor factor of the variance
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
