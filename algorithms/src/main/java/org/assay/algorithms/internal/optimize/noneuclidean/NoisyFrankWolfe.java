package org.assay.algorithms.internal.optimize.noneuclidean;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.geometry.LpNorm;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.internal.optimize.MeanGradientSensitivity;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.noise.GeneralizedGaussianMechanism;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.GradientConstants;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Noisy variance-reduced stochastic Frank-Wolfe ([@BassilyGuzmanNandi2021], Algorithm 3) over the
 * ball of the p-norm, 1 &lt; p ≤ 2: the mean gradient of a first batch with noise, then on disjoint
 * batches its changes from point to point with noise, each followed by
 *
 * <pre>x ← (1 - eta) x + eta argmin ⟨estimate, v⟩ over the ball.</pre>
 *
 * <p>Batches are disjoint, so a record is in one noisy query: the {@linkplain
 * Loss#gradientSensitivity sensitivity} of a gradient over the first batch, or {@code 2 β eta M}
 * over a later one, with the diameter M, since a step moves the point by at most eta M. Gradients
 * are measured in the norm that the noise is calibrated to ({@link Loss#constants}), points in its
 * dual. The event is the parallel composition of both kinds. Noisy queries are rounded to a grid
 * before they are used, so that everything after is a function of rounded releases.
 *
 * <p>Immutable; concurrent runs are safe with separate generators.
 */
public final class NoisyFrankWolfe implements PrivateAlgorithm {
  private final FrankWolfeSchedule schedule;
  private final Loss loss;
  private final LpBall ball;
  private final DpEvent event;

  private NoisyFrankWolfe(FrankWolfeSchedule schedule, Loss loss, LpBall ball) {
    this.schedule = schedule;
    this.loss = loss;
    this.ball = ball;
    NoisyMirrorDescent.dualIndex(ball);
    this.event =
        new ParallelEvent(
            List.of(
                schedule
                    .firstNoise()
                    .event(
                        NoisyMeanGradient.sensitivity(
                            schedule.firstBatch(), loss, schedule.firstNoise().norm())),
                schedule.noise().event(later(schedule, loss, ball))),
            ParallelEvent.Assignment.BY_SLOT);
  }

  /**
   * The algorithm, started at the origin.
   *
   * @param schedule batches, step size and noise
   * @param loss with a Lipschitz gradient that is not constant
   * @param ball of index at most 2
   * @throws IllegalArgumentException if the loss has kinks or is linear, or does not guarantee its
   *     constants on the ball
   */
  public static NoisyFrankWolfe of(FrankWolfeSchedule schedule, Loss loss, LpBall ball) {
    loss.requireSupportedOn(ball);
    return new NoisyFrankWolfe(schedule, loss, ball);
  }

  /**
   * The paper's batches and step size, n/2 records and then √n batches of √n/2, eta = ln n/(2√n).
   * The noise is the smallest that meets the target at equal cost of both kinds of batches.
   *
   * @param records number of records n, at least 4
   * @param target approximate, zero-concentrated, or Gaussian where the noise is
   * @throws IllegalArgumentException as {@link #of} and {@link NoiseTarget}, or for a Gaussian
   *     target where the noise is not Gaussian
   */
  public static NoisyFrankWolfe calibrated(int records, Loss loss, LpBall ball, Guarantee target) {
    SmoothNorm norm = NoiseNorm.of(ball, target);
    double first = NoisyMeanGradient.sensitivity(records / 2, loss, norm).value();
    double later = later(schedule(records, ball, 1, 1), loss, ball).value();
    double multiplier =
        NoiseTarget.smallestNoise(
            target,
            noise -> of(schedule(records, ball, noise * first, noise * later), loss, ball).event());
    return of(schedule(records, ball, multiplier * first, multiplier * later), loss, ball);
  }

  private static FrankWolfeSchedule schedule(
      int records, LpBall ball, double firstSigma, double sigma) {
    SmoothNorm norm = SmoothNorm.smallest(ball.dimension(), NoisyMirrorDescent.dualIndex(ball));
    return new FrankWolfeSchedule(
        records / 2,
        root(records),
        Math.max(1, root(records) / 2),
        stepSize(records),
        new GeneralizedGaussianNoise(norm, firstSigma),
        new GeneralizedGaussianNoise(norm, sigma));
  }

  /**
   * The schedule of [@BassilyGuzmanNandi2021], Theorem 11: {@code sigma_0² = 32 κ L² ln(1/delta)/(n
   * epsilon)²} and {@code sigma² = 32 κ (β M eta)² ln(1/delta)/(n epsilon²)}, which is Proposition
   * 8 of the paper for both sensitivities.
   *
   * @param records number of records n, at least 4
   * @param target approximate
   */
  public static NoisyFrankWolfe paperSchedule(
      int records, Loss loss, LpBall ball, Guarantee.Approximate target) {
    FrankWolfeSchedule batches = schedule(records, ball, 1, 1);
    FrankWolfeSchedule paper =
        new FrankWolfeSchedule(
            batches.firstBatch(),
            batches.steps(),
            batches.batchSize(),
            batches.stepSize(),
            noiseOfPaper(
                ball,
                NoisyMeanGradient.sensitivity(
                    batches.firstBatch(), loss, batches.firstNoise().norm()),
                target),
            noiseOfPaper(ball, later(batches, loss, ball), target));
    return of(paper, loss, ball);
  }

  private static GeneralizedGaussianNoise noiseOfPaper(
      LpBall ball, Sensitivity sensitivity, Guarantee.Approximate target) {
    return GeneralizedGaussianMechanism.paperSchedule(
            ball.dimension(),
            NoisyMirrorDescent.dualIndex(ball),
            sensitivity,
            target.epsilon(),
            target.delta())
        .noise();
  }

  private static int root(int records) {
    Parameters.requireAtLeastOne("records - 3", records - 3L);
    return (int) Math.sqrt(records);
  }

  private static double stepSize(int records) {
    return Math.log(records) / (2 * Math.sqrt(records));
  }

  private static Sensitivity later(FrankWolfeSchedule schedule, Loss loss, LpBall ball) {
    SmoothNorm norm = schedule.noise().norm();
    GradientConstants gradients = NoiseNorm.constants(loss, norm);
    double beta = gradients.smoothness();
    if (!(beta > 0 && beta < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "smoothness of the loss was "
              + beta
              + ": changes of its gradient must be bounded and not all 0; use the logistic or the"
              + " Huber loss");
    }
    double diameter = ball.diameter(new LpNorm(norm.sensitivityIndex()).dual());
    return MeanGradientSensitivity.ofChange(
        gradients,
        schedule.batchSize(),
        ball.dimension(),
        Rounding.multiplyUp(schedule.stepSize(), diameter),
        diameter / 2);
  }

  /** The parameters. */
  public FrankWolfeSchedule schedule() {
    return schedule;
  }

  @Override
  public DpEvent event() {
    return event;
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    Suitability.require(
        dataset,
        loss,
        ball,
        schedule.firstBatch() + (long) schedule.steps() * schedule.batchSize());
    double[] x = new double[ball.dimension()];
    double[] last = new double[x.length];
    double[] query = new double[x.length];
    int next = add(dataset, x, 0, schedule.firstBatch(), 1, query);
    double[] estimate = released(query, schedule.firstNoise(), random);
    move(x, last, estimate);
    for (int t = 0; t < schedule.steps(); t++) {
      Interruption.requireNone(t + 1, "batches");
      query = new double[x.length];
      add(dataset, last, next, schedule.batchSize(), -1, query);
      next = add(dataset, x, next, schedule.batchSize(), 1, query);
      double[] change = released(query, schedule.noise(), random);
      for (int j = 0; j < x.length; j++) {
        estimate[j] += change[j];
      }
      move(x, last, estimate);
    }
    return new PrivateRun<>(ParameterVector.of(x), event);
  }

  private int add(
      Dataset dataset, double[] point, int from, int size, double sign, double[] query) {
    for (int i = from; i < from + size; i++) {
      loss.addGradient(point, dataset, i, sign / size, query);
    }
    return from + size;
  }

  private static double[] released(
      double[] query, GeneralizedGaussianNoise noise, RandomGenerator random) {
    return noise.release(query, random);
  }

  private void move(double[] x, double[] last, double[] estimate) {
    double[] vertex = new double[x.length];
    ball.minimize(estimate, vertex);
    System.arraycopy(x, 0, last, 0, x.length);
    for (int j = 0; j < x.length; j++) {
      x[j] = (1 - schedule.stepSize()) * x[j] + schedule.stepSize() * vertex[j];
    }
  }

  @Override
  public String toString() {
    return "NoisyFrankWolfe(" + schedule + ", " + ball + ")";
  }

  /**
   * Parameters of {@link NoisyFrankWolfe}.
   *
   * @param firstBatch number of records of the first gradient, at least 1
   * @param steps number of later batches, at least 1
   * @param batchSize records of a later batch, at least 1
   * @param stepSize share of the way to the chosen point, strictly between 0 and 1
   * @param firstNoise added to the first gradient
   * @param noise added to each later change of the gradient, of the same norm
   */
  record FrankWolfeSchedule(
      int firstBatch,
      int steps,
      int batchSize,
      double stepSize,
      GeneralizedGaussianNoise firstNoise,
      GeneralizedGaussianNoise noise) {
    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public FrankWolfeSchedule {
      Parameters.requireAtLeastOne("firstBatch", firstBatch);
      Parameters.requireAtLeastOne("steps", steps);
      Parameters.requireAtLeastOne("batchSize", batchSize);
      Parameters.requireOpenProbability("stepSize", stepSize);
    }
  }
}
