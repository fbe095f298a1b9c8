package org.assay.algorithms.internal.optimize.noneuclidean;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.optimize.MeanGradientSensitivity;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.noise.GeneralizedGaussianMechanism;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * The generalized Gaussian mechanism as a learner ([@BassilyGuzmanNandi2021], Definition 7): the
 * mechanism releases the mean gradient at the origin. The learner returns the point of the ball
 * that minimizes the linear function with this gradient. For a linear loss, this is private
 * minimization.
 *
 * <p>Immutable; concurrent runs are safe with separate generators.
 */
public final class NoisyMeanGradient implements PrivateAlgorithm {
  private final GeneralizedGaussianMechanism mechanism;
  private final int records;
  private final Loss loss;
  private final LpBall ball;

  private NoisyMeanGradient(
      GeneralizedGaussianMechanism mechanism, int records, Loss loss, LpBall ball) {
    this.mechanism = mechanism;
    this.records = records;
    this.loss = loss;
    this.ball = ball;
  }

  /**
   * The algorithm.
   *
   * @param mechanism its sensitivity must be at least {@link #sensitivity}
   * @param records number of records n, at least 1
   * @param ball of index at most 2
   * @throws IllegalArgumentException if the mechanism was set up for a smaller sensitivity
   */
  public static NoisyMeanGradient of(
      GeneralizedGaussianMechanism mechanism, int records, Loss loss, LpBall ball) {
    double needed = sensitivity(records, loss, mechanism.noise().norm()).value();
    if (!(mechanism.sensitivity().value() >= needed)) {
      throw new IllegalArgumentException(
          String.format(
              "sensitivity of the mechanism was %s: the mean gradient moves by up to %s",
              mechanism.sensitivity().value(), needed));
    }
    return new NoisyMeanGradient(mechanism, records, loss, ball);
  }

  /**
   * Sensitivity of the mean gradient in the Euclidean norm, and in every norm of larger index, when
   * a record is replaced.
   *
   * @param records number of records n, at least 1
   * @param dimension number of coordinates, at least 1
   * @return the sensitivity of a record's gradient over n and what doubles round, see {@link
   *     MeanGradientSensitivity}
   */
  public static Sensitivity sensitivity(int records, Loss loss, int dimension) {
    return MeanGradientSensitivity.of(loss, records, dimension);
  }

  /**
   * Sensitivity of the mean gradient in the norm for which noise is calibrated, when a record is
   * replaced.
   *
   * @param records number of records n, at least 1
   * @param norm the norm of the noise; the sensitivity is in the norm of index {@link
   *     SmoothNorm#sensitivityIndex}
   * @return the sensitivity, see {@link MeanGradientSensitivity}
   */
  public static Sensitivity sensitivity(int records, Loss loss, SmoothNorm norm) {
    return MeanGradientSensitivity.of(NoiseNorm.constants(loss, norm), records, norm.dimension());
  }

  /**
   * The noisy mean gradient itself, whose release the event describes.
   *
   * @return the release on its grid
   * @throws IllegalArgumentException if the dataset does not suit
   */
  public double[] releaseGradient(Dataset dataset, RandomGenerator random) {
    Suitability.requireExactly(dataset, loss, ball, records);
    double[] origin = new double[ball.dimension()];
    double[] mean = new double[origin.length];
    for (int i = 0; i < records; i++) {
      loss.addGradient(origin, dataset, i, 1.0 / records, mean);
    }
    return mechanism.release(mean, random);
  }

  @Override
  public DpEvent event() {
    return mechanism.event();
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    double[] point = new double[ball.dimension()];
    ball.minimize(releaseGradient(dataset, random), point);
    return new PrivateRun<>(ParameterVector.of(point), event());
  }

  @Override
  public String toString() {
    return "NoisyMeanGradient(" + mechanism + ", " + ball + ")";
  }
}
