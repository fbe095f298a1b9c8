package org.assay.algorithms.internal.optimize.kl;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Noisy gradient descent for a Lipschitz loss with a regularizer ([@MenartEtAl2023], Algorithm 4):
 * approximately minimizes {@code F(w) + lambda |w − center|²} by T − 1 steps
 *
 * <pre>w ← Proj[ w − (∇F(w) + 2 lambda (w − center) + xi)/(lambda t) ],  xi ~ N(0, noise² I),</pre>
 *
 * on the ball of radius {@code L/(2 lambda)} around the center, and releases the average of the T
 * iterates, the t-th weighted by t. Points are then projected on the constraint set, on which the
 * loss guarantees its constants. The center belongs to the set, so no step leaves the ball.
 *
 * <p>The regularizer does not depend on the data, so a step is one Gaussian mechanism of the mean
 * gradient. All iterates enter the release: every step is charged, and every noisy gradient is an
 * exact release on a grid. The utility bound needs losses that are convex after the regularizer
 * {@code lambda |w|²/2} is added; the guarantee does not.
 */
public final class RegularizedNoisyGd implements PrivateAlgorithm {
  private final FullBatch batch;
  private final double lambda;
  private final int iterates;
  private final double noise;
  private final double[] center;
  private final double wanted;

  private RegularizedNoisyGd(
      FullBatch batch, double lambda, int iterates, double noise, double[] center, double wanted) {
    this.batch = batch;
    this.lambda = Parameters.requirePositive("lambda", lambda);
    this.iterates = iterates;
    this.noise = Parameters.requirePositive("noise", noise);
    this.center = center;
    this.wanted = wanted;
    if (!(iterates >= 2)) {
      throw new IllegalArgumentException(
          "iterates was " + iterates + ": it must be at least 2, or there is no step");
    }
  }

  /**
   * The algorithm around the point of the set nearest to the origin.
   *
   * @param records number of records n, at least 1
   * @param lambda weight of the regularizer {@code lambda |w − center|²}, finite and above 0
   * @param iterates number of iterates T, at least 2
   * @param noise standard deviation of the noise of the mean gradient, finite and above 0
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static RegularizedNoisyGd of(
      int records, double lambda, int iterates, double noise, Loss loss, ConstraintSet set) {
    return of(records, lambda, iterates, noise, loss, set, iterates);
  }

  private static RegularizedNoisyGd of(
      int records,
      double lambda,
      int iterates,
      double noise,
      Loss loss,
      ConstraintSet set,
      double wanted) {
    FullBatch batch = new FullBatch(loss, set, records);
    return new RegularizedNoisyGd(batch, lambda, iterates, noise, batch.start(), wanted);
  }

  /**
   * The schedule of Theorem 9 for its rho: {@code T = ⌈n² rho ln²(2/beta)/d⌉} iterates, at most a
   * given number and at least 2, and {@code noise² = 4 L² T/(n² rho)}, with half of the gradient's
   * sensitivity for L. The cost is at most half of rho, since the T − 1 noisy steps have at least
   * twice the variance that rho requires.
   *
   * @param records number of records n, at least 1
   * @param rho the paper's rho, finite and above 0
   * @param beta probability that the utility bound fails, strictly between 0 and 1
   * @param lambda weight of the regularizer, finite and above 0
   * @param mostIterates largest T
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static RegularizedNoisyGd paperSchedule(
      int records,
      double rho,
      double beta,
      double lambda,
      int mostIterates,
      Loss loss,
      ConstraintSet set) {
    Parameters.requirePositive("rho", rho);
    Parameters.requireOpenProbability("beta", beta);
    double log = Math.log(2 / beta);
    double theorem = Math.ceil((double) records * records * rho * log * log / set.dimension());
    int iterates = (int) Math.max(2, Math.min(mostIterates, theorem));
    double noise = loss.gradientSensitivity() * Math.sqrt(iterates / rho) / records;
    return of(records, lambda, iterates, noise, loss, set, theorem);
  }

  /** A remark on the number of iterates of Theorem 9 that are left out. */
  @Override
  public Optional<String> remark() {
    return wanted > iterates
        ? Optional.of(
            String.format("%s iterates, where the theorem asks for %.0f", iterates, wanted))
        : Optional.empty();
  }

  /**
   * Number of iterates, one more than steps.
   *
   * @return at least 2
   */
  public int iterates() {
    return iterates;
  }

  /**
   * Standard deviation of the noise of a mean gradient.
   *
   * @return finite, above 0
   */
  public double noise() {
    return noise;
  }

  RegularizedNoisyGd around(double[] newCenter) {
    return new RegularizedNoisyGd(batch, lambda, iterates, noise, newCenter, wanted);
  }

  @Override
  public DpEvent event() {
    return batch.releaseEvent(noise).times(iterates - 1L);
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    batch.requireSuitable(dataset);
    return new PrivateRun<>(ParameterVector.of(average(dataset, random)), event());
  }

  /** The weighted average, for a dataset that was checked: a function of exact releases. */
  double[] average(Dataset dataset, RandomGenerator random) {
    double radius = Rounding.divideUp(batch.loss().lipschitzConstant(), 2 * lambda);
    EuclideanBall ball = EuclideanBall.of(center, radius);
    GridGaussian gaussian = new GridGaussian(noise);
    double[] w = center.clone();
    double[] average = new double[w.length];
    addWeighted(w, 1, average);
    for (int t = 1; t < iterates; t++) {
      Interruption.requireNone();
      double[] gradient = batch.release(w, dataset, gaussian, random);
      for (int j = 0; j < w.length; j++) {
        w[j] -= (gradient[j] + 2 * lambda * (w[j] - center[j])) / (lambda * t);
      }
      ball.project(w);
      batch.set().project(w);
      addWeighted(w, t + 1, average);
    }
    return average;
  }

  private void addWeighted(double[] w, int t, double[] average) {
    double weight = 2.0 * t / (iterates * (iterates + 1.0));
    for (int j = 0; j < w.length; j++) {
      average[j] += weight * w[j];
    }
  }

  /** The algorithm and its event. */
  @Override
  public String toString() {
    return "RegularizedNoisyGd(" + Brief.of(event().describe()) + ")";
  }
}
