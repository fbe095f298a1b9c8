package org.assay.algorithms.noise;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Release of a query with {@link GeneralizedGaussianNoise}, on a grid ([@BassilyGuzmanNandi2021],
 * Definition 7).
 *
 * @param noise the noise
 * @param sensitivity the query's sensitivity in the norm of index {@link
 *     SmoothNorm#sensitivityIndex}, between answers as they are computed
 */
public record GeneralizedGaussianMechanism(
    GeneralizedGaussianNoise noise, Sensitivity sensitivity) {
  /**
   * Factor above all rounding of {@link #event}, so that calibrated mechanisms meet their target.
   * Not tuned.
   */
  private static final double SLACK = 1 + 0x1p-48;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if sigma is so small that it has no grid
   */
  public GeneralizedGaussianMechanism {
    ReleaseGrid.forNoise(noise.sigma());
  }

  /**
   * The mechanism that costs a given rho: {@code sigma² = kappa sensitivity² / 2 rho}, in the norm
   * of the smallest kappa.
   *
   * @param dimension d, at least 1
   * @param sensitivityIndex index of the norm of the sensitivity, at least 2, possibly infinite
   * @param sensitivity the query's sensitivity
   * @param rho zero-concentrated parameter, finite and above 0
   * @return the mechanism; its event costs at most rho
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static GeneralizedGaussianMechanism zeroConcentrated(
      int dimension, double sensitivityIndex, Sensitivity sensitivity, double rho) {
    Parameters.requirePositive("rho", rho);
    SmoothNorm norm = SmoothNorm.smallest(dimension, sensitivityIndex);
    double factor = Rounding.sqrtUp(Rounding.divideUp(norm.regularity(), 2 * rho));
    double sigma = factor * sensitivity.value() * SLACK;
    return new GeneralizedGaussianMechanism(new GeneralizedGaussianNoise(norm, sigma), sensitivity);
  }

  /**
   * The paper's own constants ([@BassilyGuzmanNandi2021], Proposition 8): {@code sigma² = 2 kappa
   * ln(1/delta) sensitivity² / epsilon²} with kappa = min(q - 1, e² (ln d - 1)), in the norm of
   * index min(q, ln d). The claim of (epsilon, delta) is true for epsilon up to about 5 only; the
   * event states the true cost. Up to d = 7, where the formula falls below 1, index 2 and {@link
   * SmoothNorm#regularity} are used.
   *
   * @param dimension d, at least 1
   * @param sensitivityIndex index q of the norm of the sensitivity, at least 2, possibly infinite
   * @param sensitivity the query's sensitivity
   * @param epsilon the target's epsilon, finite and above 0
   * @param delta the target's delta, strictly between 0 and 1
   * @return the mechanism
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static GeneralizedGaussianMechanism paperSchedule(
      int dimension,
      double sensitivityIndex,
      Sensitivity sensitivity,
      double epsilon,
      double delta) {
    Parameters.requirePositive("epsilon", epsilon);
    Parameters.requireOpenProbability("delta", delta);
    SmoothNorm norm = SmoothNorm.ofPaper(dimension, sensitivityIndex);
    double logarithm = Math.log(dimension);
    double kappa =
        logarithm < 2
            ? norm.regularity()
            : Math.min(sensitivityIndex - 1, Math.exp(2) * (logarithm - 1));
    double sigma = Math.sqrt(2 * kappa * Math.log(1 / delta)) * sensitivity.value() / epsilon;
    return new GeneralizedGaussianMechanism(new GeneralizedGaussianNoise(norm, sigma), sensitivity);
  }

  /**
   * The event of a release.
   *
   * @return the event
   */
  public DpEvent event() {
    return noise.event(sensitivity);
  }

  /**
   * Releases a query.
   *
   * @param query the answer; finite, not changed
   * @param random the source of randomness
   * @return the noisy answer, on the grid for noise of sigma
   * @throws IllegalArgumentException if the dimension is not that of the noise or a coordinate is
   *     not finite
   */
  public double[] release(double[] query, RandomGenerator random) {
    return noise.release(query, random);
  }
}
